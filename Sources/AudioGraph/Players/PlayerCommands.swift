internal import Synchronization

/// The state that a player and its render thread share.
@safe
final class PlayerCommands: @unchecked Sendable {
  // Sendable: everything is atomic. The player keeps everything that it sets.

  /// The frame of the node from which the player plays, or a special value.
  let wantedStart = Atomic<Int>(PlayerVoice.paused)
  /// The number of starts, which increases before `wantedStart` changes.
  let starts = Atomic<Int>(0)
  /// The number of starts of a new timeline.
  let timelines = Atomic<Int>(0)
  /// The machine's time of a start, if `wantedStart` is ``PlayerVoice/atHostTime``.
  let hostTime = Atomic<UInt64>(0)
  /// The number of stops; items of earlier generations are skipped.
  let generation = Atomic<Int>(0)
  /// Items before this one are skipped.
  let firstSequence = Atomic<Int>(0)
  /// The newest item that replaces earlier ones at its own frame.
  let replacing = Atomic<Int>(0)
  /// The item that the render thread uses; it has left all earlier items.
  let currentSequence = Atomic<Int>(0)
  let originFrame = Atomic<Int>(Int.min)
  private let news = Atomic<UInt>(0)

  func setNews(_ new: GraphNews) {
    // Safe: the player keeps the object.
    news.store(
      unsafe UInt(bitPattern: Unmanaged.passUnretained(new).toOpaque()), ordering: .releasing)
  }

  func noteNews() {
    let reference = news.load(ordering: .acquiring)
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: reference) else { return }
    // Safe: the player keeps the object.
    unsafe Unmanaged<GraphNews>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.note() }
  }
}
