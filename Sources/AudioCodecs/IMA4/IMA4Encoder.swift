import AudioModel

/// Encodes Apple's IMA 4:1, with 64 samples of 16 bits per channel in 34 bytes.
///
/// Source: the same as for ``IMA4Decoder``.
final class IMA4Encoder: PacketEncoder {
  let format: StreamFormat
  let magicCookie: [UInt8] = []
  let primingFrames = 0
  let bitRate = 0
  let channelLayout: ChannelLayout? = nil
  private var states: [IMA4State]

  private static let blockByteCount = 34
  private static let blockFrameCount = 64

  init(_ format: StreamFormat) throws(CodecError) {
    guard (1...64).contains(format.channelCount), format.sampleRate > 0 else {
      throw .unsupportedFormat
    }
    var format = format
    format.bytesPerPacket = Self.blockByteCount * format.channelCount
    format.framesPerPacket = Self.blockFrameCount
    format.bytesPerFrame = 0
    format.bitsPerChannel = 0
    self.format = format
    states = Array(repeating: IMA4State(), count: format.channelCount)
  }

  var maximumPacketSize: Int { format.bytesPerPacket }

  func encode(_ samples: Span<Float>, into packets: inout EncodedPackets) {
    let width = format.channelCount
    let frameCount = samples.count / width
    precondition(
      frameCount <= Self.blockFrameCount,
      "a packet holds at most \(Self.blockFrameCount) frames, not \(frameCount)")
    guard frameCount > 0 else { return }
    var bytes: [UInt8] = []
    for channel in 0..<width {
      let head = states[channel].head
      bytes.append(UInt8(head >> 8))
      bytes.append(UInt8(truncatingIfNeeded: head))
      func code(_ frame: Int) -> UInt8 {
        // The last packet is padded with its last sample.
        let place = min(frame, frameCount - 1) * width + channel
        return states[channel].code(IntegerSamples.of(samples[place], bits: 16))
      }
      for frame in stride(from: 0, to: Self.blockFrameCount, by: 2) {
        let low = code(frame)
        bytes.append(low | code(frame + 1) << 4)
      }
    }
    packets.append(bytes, frameCount: Self.blockFrameCount)
  }

  func finish(after frameCount: Int, into packets: inout EncodedPackets) {}

  func reset() {
    states = Array(repeating: IMA4State(), count: format.channelCount)
  }
}
