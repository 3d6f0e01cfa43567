internal import Synchronization

/// An item of a player: frames, and when they start.
@safe
package final class PlayerItem: @unchecked Sendable {
  // Sendable: constant or atomic. The player retains the items to which `next` refers.

  /// The start of an item.
  package enum Start: Sendable {
    /// After the item before it.
    case next
    /// At a frame of the player, or at once if that has passed.
    case playerFrame(Int)
    /// At a frame of the node, or at once if that has passed.
    case nodeFrame(Int)
    /// At a frame of the player. Frames whose time has passed are left out.
    case exactly(playerFrame: Int)
  }

  /// The effect on earlier items.
  package enum Interruption: Sendable {
    /// The item waits for the earlier items.
    case never
    /// The item replaces the earlier items when it starts.
    case atStart
    /// The item replaces a looping one at the end of its loop.
    case atLoop
  }

  package let source: any PlayerSource
  package let start: Start
  package let loops: Bool
  package let interruption: Interruption
  /// The report of the item, until it is taken: its handler may retain the player.
  private let reporting: Mutex<PlayerReport?>
  /// The place in the order of all items of the player.
  let sequence: Int
  /// The number of stops before the item.
  let generation: Int
  private let nextItem = Atomic<UInt>(0)
  private let end = Atomic<Int>(Int.min)
  private let leavesLoop = Atomic<Bool>(false)

  init(
    _ content: PlayerContent, sequence: Int, generation: Int
  ) {
    source = content.source
    start = content.start
    loops = content.loops
    interruption = content.interruption
    reporting = Mutex(content.report)
    self.sequence = sequence
    self.generation = generation
  }

  /// Removes and returns the report of the item.
  package func takeReport() -> PlayerReport? { reporting.withLock { $0.take() } }

  /// The frame of the node after the last one of the item; `nil` until it has been rendered.
  package var endFrame: Int? {
    let frame = end.load(ordering: .acquiring)
    return frame == .min ? nil : frame
  }

  /// Marks the item as rendered.
  func finish(at frame: Int) { end.store(frame, ordering: .releasing) }

  /// Ends a loop after the current round.
  func leaveLoop() { leavesLoop.store(true, ordering: .releasing) }

  var mustLeaveLoop: Bool { leavesLoop.load(ordering: .acquiring) }

  /// Appends an item, which the player retains.
  func append(_ item: PlayerItem) {
    // Safe: only turned back into a reference while the player retains the item.
    nextItem.store(
      unsafe UInt(bitPattern: Unmanaged.passUnretained(item).toOpaque()), ordering: .releasing)
  }

  /// The next item, or `nil`.
  var next: PlayerItem? {
    let reference = nextItem.load(ordering: .acquiring)
    // Safe: the player retains the render thread's current item and all later items.
    return unsafe UnsafeRawPointer(bitPattern: reference).map {
      unsafe Unmanaged<PlayerItem>.fromOpaque($0).takeUnretainedValue()
    }
  }
}

/// The report of an item, once for each item.
package struct PlayerReport: Sendable {
  /// The moment of the report, in the order in which they come.
  package enum Moment: Int, Comparable, Sendable {
    /// The player has taken all frames.
    case consumed
    /// All frames have been rendered.
    case rendered
    /// All frames have been heard.
    case playedBack

    package static func < (one: Moment, other: Moment) -> Bool { one.rawValue < other.rawValue }
  }

  package let moment: Moment
  package let handler: @Sendable () -> Void

  package init(_ moment: Moment, _ handler: @escaping @Sendable () -> Void) {
    self.moment = moment
    self.handler = handler
  }
}

/// The parts of a new item.
package struct PlayerContent: Sendable {
  package var source: any PlayerSource
  package var start: PlayerItem.Start
  package var loops: Bool
  package var interruption: PlayerItem.Interruption
  package var report: PlayerReport?

  package init(
    _ source: any PlayerSource, start: PlayerItem.Start = .next, loops: Bool = false,
    interruption: PlayerItem.Interruption = .never, report: PlayerReport? = nil
  ) {
    self.report = report
    self.source = source
    self.start = start
    self.loops = loops
    self.interruption = interruption
  }
}

/// A source without frames, for the place before the first item.
final class NoFrames: PlayerSource {
  func read(into planes: Planes, at start: Int, count: Int) -> Int { 0 }
  func skip(_ count: Int) {}
  var isAtEnd: Bool { true }
  func rewind() -> Bool { false }
  var readyFrames: Int? { nil }
}
