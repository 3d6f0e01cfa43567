internal import AudioRealtime
internal import Synchronization

/// The texts or the metadata beside the sound of an item, which a thread reads ahead.
///
/// The owner must call ``close()``.
package final class TimedReading: Sendable {
  typealias Opening = @Sendable () throws(MediaFailure) -> any TimedSource

  private struct State {
    var events: [TimedEvent] = []
    /// The time around which the events have been read.
    var time: Double?
    /// The time of playback that has not been taken into account.
    var target: Double?
    /// The number of times of playback so far.
    var moveCount = 0
    var isClosed = false
    var cancel: (@Sendable () -> Void)?
  }

  private enum Step {
    case end
    case read(Double)
    case wait
  }

  private let state = Mutex(State())
  private let signal: Signal
  private let handler: @Sendable () -> Void

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - signal: Wakes the thread.
  ///   - cancel: Ends the waits for bytes; any thread may call it.
  ///   - handler: Called on the thread after a change of ``events``.
  ///   - open: Opens the source, on the thread.
  init(
    signal: Signal, cancel: @escaping @Sendable () -> Void,
    handler: @escaping @Sendable () -> Void, open: @escaping Opening
  ) {
    self.signal = signal
    self.handler = handler
    state.withLock { $0.cancel = cancel }
    _ = AudioThread(name: "oca-timed") { [self] in
      // A server may answer later: the next time of playback tries again.
      repeat {
        if let source = try? open() { return run(source) }
      } while waitForMove()
    }
  }

  /// The events around a time, in the order of their times, and this time; `nil` before the first
  /// events have been read.
  package var events: ([TimedEvent], around: Double?) {
    state.withLock { ($0.events, $0.time) }
  }

  /// The times whose events are among those around a time.
  package static func range(around seconds: Double) -> Range<Double> {
    seconds..<seconds + TimedWindow.aheadSeconds
  }

  /// Reads the events around a time of playback, in seconds.
  package func move(to seconds: Double) {
    state.withLock {
      $0.target = seconds
      $0.moveCount += 1
    }
    signal.post()
  }

  /// Ends the thread; no call of the handler begins afterwards.
  package func close() {
    let cancel = state.withLock { state in
      state.isClosed = true
      return state.cancel.take()
    }
    cancel?()
    signal.post()
  }

  /// Waits for another time of playback.
  ///
  /// - Returns: `false` after ``close()``.
  private func waitForMove() -> Bool {
    let count = state.withLock { $0.moveCount }
    while true {
      let (isClosed, isMoved) = state.withLock { ($0.isClosed, $0.moveCount != count) }
      if isClosed || isMoved { return !isClosed }
      signal.wait()
    }
  }

  private func run(_ source: any TimedSource) {
    var source = source
    var last = 0.0
    while true {
      let isDue = source.nextLoad.map { $0 * 1e9 <= Double(MonotonicClock.nanoseconds) } ?? false
      switch state.withLock({ next(&$0, isDue ? last : nil) }) {
      case .end: return
      case .wait: wait(until: source.nextLoad)
      case .read(let seconds):
        last = seconds
        // A failed read is repeated with the next time.
        guard let events = try? source.events(around: seconds) else { continue }
        let isNew = state.withLock { state in
          guard !state.isClosed else { return false }
          defer { (state.events, state.time) = (events, seconds) }
          let isKnown = state.time.map { Self.range(around: $0).contains(seconds) } ?? false
          return !isKnown || state.events != events
        }
        if isNew { handler() }
      }
    }
  }

  private func next(_ state: inout State, _ last: Double?) -> Step {
    if state.isClosed { return .end }
    guard let target = state.target.take() ?? last else { return .wait }
    return .read(target)
  }

  private func wait(until seconds: Double?) {
    let nanoseconds = (seconds ?? .infinity) * 1e9
    guard nanoseconds < 9e18 else { return signal.wait() }
    signal.wait(until: Int(max(0, nanoseconds)))
  }
}
