import AudioModel

/// A decoder that is several: the best whose library is on this machine.
///
/// Libraries are opened with the first packet, so it shows only then that one is missing.
final class RankedDecoder: PacketDecoder {
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
    while true {
      do throws(CodecError) {
        return try current.decode(packet, into: &samples)
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
