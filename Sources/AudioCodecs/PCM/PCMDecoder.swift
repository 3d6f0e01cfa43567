import AudioModel
import AudioProcessing

/// Decodes interleaved linear PCM of any kind to Float32.
///
/// A packet is any positive whole number of frames. Other sizes are bad packets.
final class PCMDecoder: PacketDecoder {
  let sampleRate: Double
  let channelCount: Int
  private let layout: PCMLayout

  init(_ format: StreamFormat) throws(CodecError) {
    guard let layout = PCMLayout(format), layout.isInterleaved else {
      throw .unsupportedFormat
    }
    self.layout = layout
    sampleRate = format.sampleRate
    channelCount = format.channelCount
  }

  func decode(_ packet: Span<UInt8>, into samples: inout [Float]) throws(CodecError) {
    guard !packet.isEmpty, packet.count.isMultiple(of: channelCount * layout.bytesPerSample) else {
      throw .badPacket
    }
    let start = samples.count
    let count = packet.count / layout.bytesPerSample
    samples.append(zeros: count)
    var all = samples.mutableSpan
    var room = all._mutatingExtracting(start..<start + count)
    PCMReading.floats(packet, layout, into: &room)
  }

  func drain(into samples: inout [Float]) {}

  func reset() {}
}
