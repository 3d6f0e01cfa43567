internal import AudioDevices
internal import AudioRealtime
internal import Synchronization

/// What devices say of themselves, until the thread that handles them has time for it.
final class DeviceNews: Sendable {
  private let signal: Signal
  private let lost = Atomic<Int>(0)
  private let moved = Atomic<Int>(0)

  init(signal: Signal) {
    self.signal = signal
  }

  /// Takes what a device says.
  ///
  /// - Parameters:
  ///   - event: What happens to it.
  ///   - generation: Its number among those that were opened, from 1 on.
  func take(_ event: DeviceEvent, of generation: Int) {
    switch event {
    case .lost: lost.store(generation, ordering: .releasing)
    case .moved: moved.store(generation, ordering: .releasing)
    }
    signal.post()
  }

  /// Whether the device of this number is lost.
  func isLost(_ generation: Int) -> Bool { lost.load(ordering: .acquiring) == generation }

  /// Whether the device of this number has been moved since this was asked last.
  func takeMove(of generation: Int) -> Bool {
    moved.exchange(0, ordering: .acquiringAndReleasing) == generation
  }
}
