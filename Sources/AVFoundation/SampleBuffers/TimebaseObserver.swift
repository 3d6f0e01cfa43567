internal import CoreMedia
internal import Dispatch
internal import Foundation
internal import Synchronization

/// Calls a block at times of a timebase.
// Unchecked: the parts do not change after the initializer.
final class TimebaseObserver: @unchecked Sendable {
  /// The times of the calls.
  enum Times {
    /// Multiples of an interval, and each change of the rate or the time.
    case every(CMTime)
    case each([CMTime])
  }

  private let timebase: CMTimebase
  private let times: Times
  private let queue: DispatchQueue
  private let block: @Sendable (CMTime) -> Void
  private let timer: any DispatchSourceTimer
  private var tokens: [any NSObjectProtocol] = []
  private let isEnded = Atomic<Bool>(false)

  init(
    _ timebase: CMTimebase, _ times: Times, _ queue: DispatchQueue,
    _ block: @escaping @Sendable (CMTime) -> Void
  ) {
    (self.timebase, self.times, self.queue, self.block) = (timebase, times, queue, block)
    timer = DispatchSource.makeTimerSource(queue: queue)
    timer.setEventHandler { [weak self] in self?.fire() }
    timer.resume()
    try? timebase.addTimer(timer)
    tokens = [CMTimebase.effectiveRateChanged, CMTimebase.timeJumped].map { name in
      NotificationCenter.default.addObserver(forName: name, object: timebase, queue: nil) {
        [weak self] _ in self?.timebaseChanged()
      }
    }
    scheduleNext()
  }

  deinit { end() }

  /// Ends the calls; only a call that the queue has begun may still run.
  func end() {
    guard !isEnded.exchange(true, ordering: .sequentiallyConsistent) else { return }
    for token in tokens { NotificationCenter.default.removeObserver(token) }
    try? timebase.removeTimer(timer)
    timer.cancel()
  }

  private func fire() {
    guard !isEnded.load(ordering: .sequentiallyConsistent) else { return }
    block(timebase.time)
    // The time has passed; a jump must not call the block for it again.
    try? timebase.setTimerNextFireTime(timer, fireTime: .invalid)
    scheduleNext()
  }

  private func timebaseChanged() {
    scheduleNext()
    guard case .every = times else { return }
    queue.async { [weak self] in
      guard let self, !isEnded.load(ordering: .sequentiallyConsistent) else { return }
      block(timebase.time)
    }
  }

  private func scheduleNext() {
    // A timer may fire slightly before its time.
    let now = CMTimeAdd(timebase.time, CMTime(value: 1, timescale: 1_000))
    guard let next = next(after: now) else { return }
    try? timebase.setTimerNextFireTime(timer, fireTime: next)
  }

  private func next(after now: CMTime) -> CMTime? {
    switch times {
    case .each(let times): times.filter { $0.isNumeric && $0 > now }.min()
    case .every(let interval):
      if interval.isNumeric, interval.seconds >= 0.001 {
        CMTimeMultiplyByFloat64(
          interval, multiplier: (now.seconds / interval.seconds).rounded(.down) + 1)
      } else {
        nil
      }
    }
  }
}
