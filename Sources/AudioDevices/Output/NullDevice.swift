package import AudioRealtime
internal import CAudioRealtime
internal import Synchronization

/// A device that plays silently, at the pace of the monotonic clock.
///
/// Its position advances like that of a loudspeaker. It reports on standard error, once per
/// process, that it is silent.
package final class NullDevice: OutputDevice {
  private struct State {
    var isPaused = false
    var isStopped = false
    var clock = NullClock(sampleRate: 1, at: 0)
  }

  private let state = Mutex(State())
  private let wake = Signal()
  private let thread = Mutex<AudioThread?>(nil)

  package init() {}

  package func start(
    _ renderer: RenderEntry, bufferFrames: Int, events: @escaping @Sendable (DeviceEvent) -> Void
  ) throws(DeviceError) {
    SilenceNotice.output.report()
    state.withLock { state in
      state.clock = NullClock(sampleRate: renderer.sampleRate, at: MonotonicClock.nanoseconds)
    }
    let leadFrames = max(1, min(bufferFrames, Int(renderer.sampleRate / 5)))
    thread.withLock { thread in
      thread = AudioThread(name: "oca-null") { [self] in run(renderer, leadFrames: leadFrames) }
    }
  }

  package func feed() { wake.post() }

  package func setPaused(_ isPaused: Bool) {
    state.withLock { state in
      guard !state.isStopped else { return }
      state.clock.setRunning(!isPaused, at: MonotonicClock.nanoseconds)
      state.isPaused = isPaused
    }
    wake.post()
  }

  package func revise() {}

  package func stop() {
    state.withLock { state in
      state.clock.setRunning(false, at: MonotonicClock.nanoseconds)
      state.isStopped = true
    }
    wake.post()
    thread.withLock { $0 }?.join()
  }

  package func refreshPosition() {}

  package var position: DevicePosition {
    state.withLock { state in
      let now = MonotonicClock.nanoseconds
      return DevicePosition(frames: state.clock.played(at: now), nanoseconds: now)
    }
  }

  package var hardwareFormat: DeviceFormat? { nil }

  /// Keeps `leadFrames` rendered ahead of the clock until the device stops.
  private func run(_ renderer: RenderEntry, leadFrames: Int) {
    let block = RenderBlock(renderer: renderer, capacityFrames: leadFrames)
    let halfLead = MonotonicClock.duration(
      ofFrames: leadFrames / 2, sampleRate: renderer.sampleRate)
    while true {
      var isStarved = false
      let isStopped = state.withLock { state -> Bool in
        if state.isStopped || state.isPaused { return state.isStopped }
        let now = MonotonicClock.nanoseconds
        let wanted = state.clock.missing(of: leadFrames, at: now)
        let got = block.render(wanted)
        state.clock.add(got, at: now)
        isStarved = got < wanted
        return false
      }
      if isStopped { return }
      if isStarved || state.withLock({ $0.isPaused }) {
        wake.wait()
      } else {
        wake.wait(until: MonotonicClock.nanoseconds + halfLead)
      }
    }
  }
}
