import AudioModel
import AudioProcessing

/// A decoder that is several: the best whose library is on this machine.
///
/// Libraries are opened with the first packet, so it shows only then that one is missing.
class RankedDecoder: PacketDecoder {
  private var current: any PacketDecoder
  /// Those that come after it, best first.
  private var others: ArraySlice<any PacketDecoder>

  /// - Precondition: There is one.
  init(_ decoders: [any PacketDecoder]) {
    current = decoders[0]
    others = decoders.dropFirst()
  }

  var sampleRate: Double { current.sampleRate }
  var channelCount: Int { current.channelCount }
  var primingFrames: Int { current.primingFrames }

  func decode(_ packet: Span<UInt8>, into samples: inout [Float]) throws(CodecError) {
    try useBest { decoder throws(CodecError) in try decoder.decode(packet, into: &samples) }
  }

  /// Calls with the best decoder whose library is there.
  final func useBest(_ body: (any PacketDecoder) throws(CodecError) -> Void) throws(CodecError) {
    while true {
      do throws(CodecError) {
        return try body(current)
      } catch {
        guard error == .libraryMissing, let next = others.popFirst() else { throw error }
        current = next
      }
    }
  }

  func drain(into samples: inout [Float]) throws(CodecError) {
    try current.drain(into: &samples)
  }

  func reset() { current.reset() }
}

/// A decoder that is several, of which the best gives whole numbers; of those that do not, the floats that they give are taken.
final class RankedIntegerDecoder: RankedDecoder, IntegerPacketDecoder {
  let bitDepth: Int

  /// - Precondition: The first one gives whole numbers.
  init(_ best: any IntegerPacketDecoder, _ others: ArraySlice<any PacketDecoder>) {
    bitDepth = best.bitDepth
    super.init([best] + others)
  }

  func decode(_ packet: Span<UInt8>, into samples: inout [Int32]) throws(CodecError) {
    try decode(packet, into: &samples) { _, _ in 0 }
  }

  func decode(
    _ packet: Span<UInt8>, into samples: inout [Int32],
    lending take: (any SampleInput, Int) -> Int
  ) throws(CodecError) {
    try useBest { decoder throws(CodecError) in
      if let decoder = decoder as? any IntegerPacketDecoder {
        return try decoder.decode(packet, into: &samples, lending: take)
      }
      var floats: [Float] = []
      try decoder.decode(packet, into: &floats)
      samples += floats.map { IntegerSamples.tops(of: $0) }
    }
  }
}
