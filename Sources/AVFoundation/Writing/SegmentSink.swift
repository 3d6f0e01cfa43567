internal import AudioContainers
internal import AudioTransport
internal import Synchronization

/// Collects the bytes of a movie as segments, which the writer's delegate receives.
final class SegmentSink: ByteSink, Sendable {
  private struct State {
    var byteCount: UInt64 = 0
    /// Whether bytes belong to segments; earlier bytes belong to a file without fragments.
    var hasBegun = false
    var splitter = MP4SegmentSplitter()
    var segments: [MP4SegmentSplitter.Segment] = []
  }

  private let state = Mutex(State())

  /// Keeps the bytes that follow, from the start of the movie.
  func begin() {
    state.withLock { state in
      state.byteCount = 0
      state.hasBegun = true
    }
  }

  /// Returns the complete segments, and removes them.
  func takeSegments(isEnd: Bool = false) -> [MP4SegmentSplitter.Segment] {
    state.withLock { state in
      defer { state.segments = [] }
      let last = isEnd ? state.splitter.finish() : nil
      return state.segments + (last.map { [$0] } ?? [])
    }
  }

  var size: UInt64 { state.withLock { $0.byteCount } }
  var byteCount: UInt64? { size }
  var isPending: Bool { false }

  /// Reads nothing: segments leave the sink.
  func read(
    at offset: UInt64, into buffer: inout MutableSpan<UInt8>
  ) throws(TransportError) -> Int { 0 }

  func write(_ bytes: Span<UInt8>, at offset: UInt64) throws(TransportError) {
    var copy: [UInt8] = []
    copy.reserveCapacity(bytes.count)
    for index in bytes.indices { copy.append(bytes[index]) }
    let isNext = state.withLock { state in
      guard state.hasBegun else {
        state.byteCount = max(state.byteCount, offset &+ UInt64(copy.count))
        return true
      }
      guard offset == state.byteCount else { return false }
      state.byteCount += UInt64(copy.count)
      state.segments += state.splitter.append(copy.span)
      return true
    }
    // The writer of segments never changes earlier bytes.
    guard isNext else { throw TransportError(.changed) }
  }

  func resize(to count: UInt64) throws(TransportError) {
    let isPossible = state.withLock { state in
      if !state.hasBegun { state.byteCount = count }
      return state.byteCount == count
    }
    guard isPossible else { throw TransportError(.changed) }
  }

  func successor() throws(TransportError) -> (any ByteSink)? { nil }
  func succeed() throws(TransportError) {}
  func close() throws(TransportError) {}
}
