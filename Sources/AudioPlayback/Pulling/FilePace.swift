internal import AudioDevices
internal import AudioRealtime
internal import Synchronization

/// Feeds frames to an output file in real time, because their source may have no end.
final class FilePace: Sendable {
  private struct State {
    var isPaused = false
    var isEnded = false
  }

  /// Nanoseconds between two additions.
  private static let interval = 10_000_000

  private let state = Mutex(State())
  private let wake = Signal()
  private let renderer: PulledRenderer
  private let device: any OutputDevice
  private let thread = Mutex<AudioThread?>(nil)

  init(_ renderer: PulledRenderer, _ device: any OutputDevice) {
    self.renderer = renderer
    self.device = device
    thread.withLock { $0 = AudioThread(name: "oca-pace") { [self] in run() } }
  }

  func setPaused(_ isPaused: Bool) {
    state.withLock { $0.isPaused = isPaused }
    wake.post()
  }

  /// Ends the thread, after which the device gets no more frames.
  func end() {
    state.withLock { $0.isEnded = true }
    wake.post()
    thread.withLock { $0 }?.join()
  }

  private func run() {
    var passed = 0
    var last = MonotonicClock.nanoseconds
    while true {
      let (isPaused, isEnded) = state.withLock { ($0.isPaused, $0.isEnded) }
      let now = MonotonicClock.nanoseconds
      if !isPaused { passed += now - last }
      last = now
      renderer.setLimit(
        MonotonicClock.frames(inNanoseconds: passed, sampleRate: renderer.sampleRate))
      device.feed()
      if isEnded { return }
      wake.wait(until: now + Self.interval)
    }
  }
}
