package import AudioModel
internal import Synchronization

/// Finds the component that encodes to a format.
package enum EncoderFactory {
  /// Creates an encoder.
  ///
  /// - Parameters:
  ///   - format: The format of the packets. Values that the codec implies may be omitted.
  ///   - settings: The encoder's settings.
  /// - Returns: The best encoder that supports the format.
  /// - Throws: ``CodecError`` if no encoder supports the format.
  package static func makeEncoder(
    format: StreamFormat, _ settings: EncoderSettings = EncoderSettings()
  ) throws(CodecError) -> any PacketEncoder {
    var failure = CodecError.unsupportedFormat
    for component in EncoderTable.encoders where component.formatIDs.contains(format.formatID) {
      do {
        let encoder = try component.make(format, settings)
        let made = encoder.format.framesPerPacket
        // A different packet length would be a different format. Some codecs have no fixed length.
        if format.framesPerPacket == 0 || made == 0 || made == format.framesPerPacket {
          return encoder
        }
        failure = .unsupportedFormat
      } catch {
        failure = error
      }
    }
    throw failure
  }

  /// The codecs that some component encodes, without duplicates.
  package static var formatIDs: [FourCC] {
    var seen: Set<FourCC> = []
    return EncoderTable.encoders.flatMap(\.formatIDs).filter { seen.insert($0).inserted }
  }

  /// Returns the abilities of the best encoder of a codec, or `nil` if no component encodes it.
  package static func abilities(of formatID: FourCC) -> EncoderAbilities? {
    EncoderTable.encoders.first { $0.formatIDs.contains(formatID) }?.abilities(formatID)
  }

  /// Returns whether an encoder is available on this machine.
  ///
  /// The first call for a codec loads its library. Later calls return the same result.
  package static func canEncode(_ formatID: FourCC) -> Bool {
    if let known = encodable.withLock({ $0[formatID] }) { return known }
    let found = findsEncoder(formatID)
    encodable.withLock { $0[formatID] = found }
    return found
  }

  /// Results of earlier checks.
  ///
  /// A library stays loaded, and a missing one is not searched again.
  private static let encodable = Mutex<[FourCC: Bool]>([:])

  private static func findsEncoder(_ formatID: FourCC) -> Bool {
    guard let abilities = abilities(of: formatID) else { return false }
    let rates = abilities.sampleRates
    let rate = rates.isEmpty || rates.contains(48000) ? 48000 : rates[0]
    let format = StreamFormat(sampleRate: rate, formatID: formatID, channelCount: 2)
    return (try? makeEncoder(format: format)) != nil
  }
}
