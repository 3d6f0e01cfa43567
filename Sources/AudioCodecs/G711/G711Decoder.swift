import AudioModel

/// Decodes A-law and mu-law bytes to Float32.
///
/// A packet is any positive whole number of frames. Other sizes are bad packets.
final class G711Decoder: PacketDecoder {
  let sampleRate: Double
  let channelCount: Int
  private let table: [Float]

  init(_ format: StreamFormat, _ law: G711Law) throws(CodecError) {
    guard format.channelCount > 0 else { throw .unsupportedFormat }
    sampleRate = format.sampleRate
    channelCount = format.channelCount
    table = (0...255).map { Float(law.linear($0)) / 32768 }
  }

  func decode(_ packet: Span<UInt8>, into samples: inout [Float]) throws(CodecError) {
    guard !packet.isEmpty, packet.count.isMultiple(of: channelCount) else { throw .badPacket }
    let start = samples.count
    samples.append(zeros: packet.count)
    for index in packet.indices {
      samples[start + index] = table[Int(packet[index])]
    }
  }

  func drain(into samples: inout [Float]) {}

  func reset() {}
}
