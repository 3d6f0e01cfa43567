import AudioModel
import AudioProcessing

/// Selects the best of several decoders whose library is installed.
///
/// Libraries are loaded with the first packet, so a missing library is only detected then.
class RankedDecoder: PacketDecoder {
  private var current: any PacketDecoder
  /// The remaining decoders, in order of preference.
  private var others: ArraySlice<any PacketDecoder>

  /// Creates a decoder from alternatives.
  ///
  /// - Precondition: `decoders` is not empty.
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

  /// Calls `body` with the best decoder whose library is available.
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

/// Selects the best available decoder, if the preferred one outputs integers.
///
/// Converts the floats of decoders that do not output integers.
final class RankedIntegerDecoder: RankedDecoder, IntegerPacketDecoder {
  let bitDepth: Int

  /// Creates a decoder from alternatives.
  ///
  /// The first one outputs integers.
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
