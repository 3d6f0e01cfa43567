internal import AudioDevices
internal import AudioRealtime
internal import Synchronization

/// Reports from devices, kept until the thread that handles them has time.
final class DeviceNews: Sendable {
  private let signal: Signal
  private let lost = Atomic<Int>(0)
  private let moved = Atomic<Int>(0)

  init(signal: Signal) {
    self.signal = signal
  }

  /// Takes a report.
  ///
  /// - Parameters:
  ///   - event: The report.
  ///   - generation: The number of the device, counted from 1 in the order of opening.
  func take(_ event: DeviceEvent, of generation: Int) {
    switch event {
    case .lost: lost.store(generation, ordering: .releasing)
    case .moved: moved.store(generation, ordering: .releasing)
    }
    signal.post()
  }

  /// Whether the device of this number is lost.
  func isLost(_ generation: Int) -> Bool { lost.load(ordering: .acquiring) == generation }

  /// Whether the device of this number has moved since the last call.
  func takeMove(of generation: Int) -> Bool {
    moved.exchange(0, ordering: .acquiringAndReleasing) == generation
  }
}
