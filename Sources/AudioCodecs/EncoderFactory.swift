package import AudioModel
internal import Synchronization

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
        let encoder = try component.make(format, settings)
        let made = encoder.format.framesPerPacket
        // Packets of another length than was asked for would be another format; those of some codecs have none.
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

  /// The codecs that some component encodes, each once.
  package static var formatIDs: [FourCC] {
    var seen: Set<FourCC> = []
    return EncoderTable.encoders.flatMap(\.formatIDs).filter { seen.insert($0).inserted }
  }

  /// What the best encoder of a codec can be asked for, or `nil` where there is none.
  package static func abilities(of formatID: FourCC) -> EncoderAbilities? {
    EncoderTable.encoders.first { $0.formatIDs.contains(formatID) }?.abilities(formatID)
  }

  /// Whether an encoder can be made on this machine, which opens the library behind it; found out once.
  package static func canEncode(_ formatID: FourCC) -> Bool {
    if let known = encodable.withLock({ $0[formatID] }) { return known }
    let found = findsEncoder(formatID)
    encodable.withLock { $0[formatID] = found }
    return found
  }

  /// What has been found out: a library stays open, and one that is missing is not looked for again.
  private static let encodable = Mutex<[FourCC: Bool]>([:])

  private static func findsEncoder(_ formatID: FourCC) -> Bool {
    guard let abilities = abilities(of: formatID) else { return false }
    let rates = abilities.sampleRates
    let rate = rates.isEmpty || rates.contains(48000) ? 48000 : rates[0]
    let format = StreamFormat(sampleRate: rate, formatID: formatID, channelCount: 2)
    return (try? makeEncoder(format: format)) != nil
  }
}
