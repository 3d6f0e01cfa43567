import AudioModel

/// Decodes Apple's IMA 4:1, with 64 samples of 16 bits per channel in 34 bytes.
///
/// A packet has one block per channel. The decoder accepts any positive whole number of packets.
///
/// Source: Apple's *Technical Note TN1081*, "Understanding the Differences Between Apple and
/// Windows IMA-ADPCM Compressed Sound Files"; the steps from the IMA's *Recommended Practices for
/// Enhancing Digital Audio Compatibility in Multimedia Systems*.
final class IMA4Decoder: PacketDecoder {
  let sampleRate: Double
  let channelCount: Int
  private var states: [IMA4State]

  private static let blockByteCount = 34
  private static let blockFrameCount = 64
  /// The maximum channel count, which is that of any container.
  ///
  /// The decoder stores a state for each channel.
  private static let mostChannels = 0xFFFF

  init(_ format: StreamFormat) throws(CodecError) {
    guard 1...Self.mostChannels ~= format.channelCount else { throw .unsupportedFormat }
    sampleRate = format.sampleRate
    channelCount = format.channelCount
    states = Array(repeating: IMA4State(), count: channelCount)
  }

  func decode(_ packet: Span<UInt8>, into samples: inout [Float]) throws(CodecError) {
    let packetByteCount = Self.blockByteCount * channelCount
    guard !packet.isEmpty, packet.count.isMultiple(of: packetByteCount) else { throw .badPacket }
    let start = samples.count
    let frameCount = packet.count / packetByteCount * Self.blockFrameCount
    samples.append(zeros: frameCount * channelCount)
    for block in 0..<packet.count / Self.blockByteCount {
      let (frame, channel) = (block / channelCount * Self.blockFrameCount, block % channelCount)
      let isGood = decodeBlock(
        packet, block * Self.blockByteCount, channel, into: &samples,
        start + frame * channelCount + channel)
      guard isGood else {
        samples.removeSubrange(start...)
        throw .badPacket
      }
    }
  }

  /// Decodes one channel of one packet, or returns `false` if its header is invalid.
  private func decodeBlock(
    _ packet: Span<UInt8>, _ offset: Int, _ channel: Int, into samples: inout [Float],
    _ place: Int
  ) -> Bool {
    var state = states[channel]
    guard state.begin(UInt16(packet[offset]) << 8 | UInt16(packet[offset + 1])) else {
      return false
    }
    var place = place
    for index in offset + 2..<offset + Self.blockByteCount {
      let byte = packet[index]
      samples[place] = Float(state.next(byte & 15)) / 32768
      samples[place + channelCount] = Float(state.next(byte >> 4)) / 32768
      place += 2 * channelCount
    }
    states[channel] = state
    return true
  }

  func drain(into samples: inout [Float]) {}

  func reset() {
    states = Array(repeating: IMA4State(), count: channelCount)
  }
}
