package import AudioRealtime
internal import Synchronization

/// Frames that another thread decodes ahead of the render thread.
package final class StreamSource: PlayerSource {
  private let ring: PlaneRing
  private let isComplete = Atomic<Bool>(false)
  private let isCancelled = Atomic<Bool>(false)
  /// Wakes the decoding thread.
  private let decoder: Signal
  /// Wake the threads that wait for frames.
  private let arrivals = Mutex<[Signal]>([])

  /// Makes a source.
  ///
  /// - Parameters:
  ///   - channelCount: The number of channels.
  ///   - capacity: The frames to decode ahead.
  ///   - decoder: The signal to post if half of the frames are left.
  package init(channelCount: Int, capacity: Int, decoder: Signal) {
    ring = PlaneRing(channelCount: channelCount, capacity: capacity)
    self.decoder = decoder
  }

  /// The number of channels.
  package var channelCount: Int { ring.channelCount }

  // MARK: The decoding thread

  /// Frames that can be written.
  package var writableFrames: Int { ring.writableFrames }
  /// Whether the frames are no longer needed.
  package var isUnneeded: Bool { isCancelled.load(ordering: .acquiring) }

  /// Adds frames, and returns their number.
  package func write(_ planes: Planes, at start: Int, count: Int) -> Int {
    defer { reportArrival() }
    return ring.write(planes, at: start, count: count)
  }

  /// Ends the stream after the frames so far.
  package func complete() {
    isComplete.store(true, ordering: .releasing)
    reportArrival()
  }

  private func reportArrival() {
    for signal in arrivals.withLock({ $0 }) { signal.post() }
  }

  // MARK: Any thread

  /// Frames that have not been read.
  package var unreadFrames: Int { ring.unreadFrames }

  /// Ends the decoding.
  package func cancel() {
    isCancelled.store(true, ordering: .releasing)
    decoder.post()
    reportArrival()
  }

  package var readyFrames: Int? {
    let isComplete = isComplete.load(ordering: .acquiring)
    return isComplete || isUnneeded ? nil : ring.unreadFrames
  }

  /// Waits until `count` frames have arrived, or the stream is complete or canceled.
  package func wait(for count: Int) {
    let signal = Signal()
    arrivals.withLock { $0.append(signal) }
    decoder.post()
    while let ready = readyFrames, ready < min(count, ring.capacity) { signal.wait() }
    arrivals.withLock { signals in signals.removeAll { $0 === signal } }
  }

  // MARK: The render thread

  package func read(into planes: Planes, at start: Int, count: Int) -> Int {
    let got = ring.take(planes, at: start, count: count)
    if ring.unreadFrames <= ring.capacity / 2, !isComplete.load(ordering: .relaxed) {
      decoder.post()
    }
    return got
  }

  package func skip(_ count: Int) { ring.skip(count) }

  package var isAtEnd: Bool {
    isComplete.load(ordering: .acquiring) && ring.unreadFrames == 0
  }

  package func rewind() -> Bool { false }
}
