package import AudioRealtime
internal import CAudioRealtime
internal import Synchronization

/// A device that captures silence, at the pace of the monotonic clock.
///
/// It reports on standard error, once per process, that it is silent.
package final class NullInput: InputDevice {
  private struct State {
    var isPaused = false
    var isStopped = false
    /// The start of the count, in nanoseconds, and the frames captured since then.
    var anchor = 0
    var givenFrames = 0
  }

  private let state = Mutex(State())
  private let wake = Signal()
  private let thread = Mutex<AudioThread?>(nil)

  package init() {}

  package func start(
    _ capturer: Capturer, sampleRate: Double, blockFrames: Int, isRateFixed: Bool,
    events: @escaping @Sendable (DeviceEvent) -> Void
  ) throws(DeviceError) -> Double {
    SilenceNotice.input.report()
    state.withLock { $0.anchor = MonotonicClock.nanoseconds }
    thread.withLock { thread in
      thread = AudioThread(name: "oca-null-in") { [self] in
        run(capturer, sampleRate: sampleRate, blockFrames: max(1, blockFrames))
      }
    }
    return sampleRate
  }

  package func setPaused(_ isPaused: Bool) {
    state.withLock { state in
      state.isPaused = isPaused
      state.anchor = MonotonicClock.nanoseconds
      state.givenFrames = 0
    }
    wake.post()
  }

  package func feed() {}

  package func stop() {
    state.withLock { $0.isStopped = true }
    wake.post()
    thread.withLock { $0 }?.join()
  }

  package var hardwareFormat: DeviceFormat? { nil }

  /// Captures a block for each block duration that the clock has passed.
  private func run(_ capturer: Capturer, sampleRate: Double, blockFrames: Int) {
    func nanoseconds(_ frames: Int) -> Int {
      MonotonicClock.duration(ofFrames: frames, sampleRate: sampleRate)
    }
    while true {
      let (isStopped, isPaused, next) = state.withLock { state -> (Bool, Bool, Int) in
        while !state.isPaused, !state.isStopped {
          let end = state.anchor + nanoseconds(state.givenFrames + blockFrames)
          guard MonotonicClock.nanoseconds >= end else { return (false, false, end) }
          let first = state.anchor + nanoseconds(state.givenFrames)
          // Safe: this closure keeps the capturer alive.
          unsafe OCACapture(capturer.context, nil, Int64(blockFrames), Int64(first))
          state.givenFrames += blockFrames
        }
        return (state.isStopped, state.isPaused, 0)
      }
      if isStopped { return }
      if isPaused { wake.wait() } else { wake.wait(until: next) }
    }
  }
}
