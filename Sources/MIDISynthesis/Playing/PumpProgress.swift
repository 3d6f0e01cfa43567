internal import Synchronization

/// The progress of a pump, which its render thread reports to other threads.
final class PumpProgress: Sendable {
  /// The number of moves to another position.
  let moves = Atomic<Int>(0)
  /// The newest move from which frames have been rendered.
  let renderedMove = Atomic<Int>(0)
  /// The run of the render thread, which has left all earlier ones.
  let takenRun = Atomic<Int>(0)
  /// The run of the newest frames.
  let renderedRun = Atomic<Int>(0)
  /// The position of the next frame.
  private let secondsBits = Atomic<UInt64>(0)
  private let beatBits = Atomic<UInt64>(0)
  /// The time of second 0 on the monotonic clock, in nanoseconds.
  let origin = Atomic<Int>(0)
  let hasEnded = Atomic<Bool>(false)

  /// The position of the next frame, in seconds.
  var seconds: Double {
    get { Double(bitPattern: secondsBits.load(ordering: .relaxed)) }
    set { secondsBits.store(newValue.bitPattern, ordering: .relaxed) }
  }

  /// The position of the next frame, in beats.
  var beat: Double {
    get { Double(bitPattern: beatBits.load(ordering: .relaxed)) }
    set { beatBits.store(newValue.bitPattern, ordering: .relaxed) }
  }

  /// Whether frames of the newest move have been rendered.
  var isCurrent: Bool {
    renderedMove.load(ordering: .acquiring) == moves.load(ordering: .relaxed)
  }
}
