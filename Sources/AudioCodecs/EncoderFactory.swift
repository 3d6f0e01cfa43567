package import AudioModel

/// Finds the component that encodes to a format.
package enum EncoderFactory {
  /// Makes an encoder.
  ///
  /// - Parameters:
  ///   - format: What the packets are to be; what the codec tells by itself may be left out.
  ///   - settings: What is asked of the encoder.
  /// - Returns: The best encoder that takes the format.
  /// - Throws: ``CodecError`` where none does.
  package static func makeEncoder(
    format: StreamFormat, _ settings: EncoderSettings = EncoderSettings()
  ) throws(CodecError) -> any PacketEncoder {
    var failure = CodecError.unsupportedFormat
    for component in EncoderTable.encoders where component.formatIDs.contains(format.formatID) {
      do {
        return try component.make(format, settings)
      } catch {
        failure = error
      }
    }
    throw failure
  }

  /// The codecs that some component encodes.
  package static var formatIDs: [FourCC] { EncoderTable.encoders.flatMap(\.formatIDs) }
}
