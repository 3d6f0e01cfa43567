internal import Synchronization

/// A player: renders its items one after the other, each from its own frame on.
///
/// Any thread schedules items. The render thread takes them through a list without a lock, and
/// notes when an item has been rendered. It never releases an item.
package final class PlayerVoice: GraphProcessor {
  /// The values of `wantedStart` that are not frames.
  static let paused = Int.max
  static let atOnce = Int.min
  static let atHostTime = Int.max - 1

  private struct Lists {
    /// Items that have not been reported, in their order.
    var pending: [PlayerItem] = []
    /// All items that the render thread may still see.
    var kept: [PlayerItem]
    var nextSequence = 1
    var generation = 0
    /// All objects that the render thread may notify.
    var news: [GraphNews] = []
  }

  private let lists: Mutex<Lists>
  private let commands = PlayerCommands()
  private let rendering: PlayerRendering

  package init() {
    let first = PlayerItem(PlayerContent(NoFrames()), sequence: 0, generation: 0)
    first.finish(at: 0)
    lists = Mutex(Lists(kept: [first]))
    rendering = PlayerRendering(first, commands)
  }

  package func render(_ slice: GraphSlice, from inputs: [GraphInput], to outputs: [Planes]) {
    rendering.render(slice, into: outputs[0])
  }

  // MARK: Any thread

  /// Sets the thread to wake when an item has been rendered.
  package func setNews(_ news: GraphNews) {
    lists.withLock { lists in
      if !lists.news.contains(where: { $0 === news }) { lists.news.append(news) }
      commands.setNews(news)
    }
  }

  /// Adds an item after all others.
  ///
  /// - Returns: The items that the new one replaces at once. The caller must send their reports.
  package func schedule(_ content: PlayerContent) -> [PlayerItem] {
    var left: [PlayerItem] = []
    defer { withExtendedLifetime(left) {} }
    return lists.withLock { lists in
      let item = PlayerItem(
        content, sequence: lists.nextSequence, generation: lists.generation)
      lists.nextSequence += 1
      left = forget(&lists)
      var replaced: [PlayerItem] = []
      switch content.interruption {
      case .never: break
      case .atLoop:
        if let last = lists.pending.last, last.loops { last.leaveLoop() }
      case .atStart:
        if case .next = content.start {
          replaced = lists.pending
          lists.pending = []
          commands.firstSequence.store(item.sequence, ordering: .releasing)
        } else {
          commands.replacing.store(item.sequence, ordering: .releasing)
        }
      }
      lists.kept.last?.append(item)
      lists.kept.append(item)
      lists.pending.append(item)
      for item in replaced { (item.source as? StreamSource)?.cancel() }
      return replaced
    }
  }

  /// Drops the items that the render thread has left.
  ///
  /// - Returns: The items. The caller releases them without the lock, because this may call the
  ///   client.
  private func forget(_ lists: inout Lists) -> [PlayerItem] {
    let current = commands.currentSequence.load(ordering: .acquiring)
    let count = lists.kept.prefix { $0.sequence < current }.count
    defer { lists.kept.removeFirst(count) }
    return Array(lists.kept.prefix(count))
  }

  /// Removes the items that have been rendered, and returns them in their order.
  ///
  /// - Parameter frame: The frame of the node after the last complete slice.
  /// - Returns: The items.
  package func takeEnded(until frame: Int = .max) -> [PlayerItem] {
    var left: [PlayerItem] = []
    defer { withExtendedLifetime(left) {} }
    return lists.withLock { lists in
      left = forget(&lists)
      let count = lists.pending.prefix { $0.endFrame ?? .max <= frame && $0.endFrame != nil }.count
      let ended = Array(lists.pending.prefix(count))
      lists.pending.removeFirst(count)
      // A replaced file may not have been decoded to its end.
      for item in ended { (item.source as? StreamSource)?.cancel() }
      return ended
    }
  }

  /// Whether the player is not paused or stopped.
  package var isPlaying: Bool {
    commands.wantedStart.load(ordering: .acquiring) != Self.paused
  }

  /// Whether items wait or play.
  package var hasItems: Bool { lists.withLock { !$0.pending.isEmpty } }

  /// Plays from a frame of the node on, or from the next slice on.
  ///
  /// Has no effect if the player plays already.
  package func play(at frame: Int? = nil) {
    lists.withLock { _ in
      guard !isPlaying else { return }
      commands.originFrame.store(.min, ordering: .releasing)
      commands.starts.wrappingAdd(1, ordering: .releasing)
      commands.wantedStart.store(frame ?? Self.atOnce, ordering: .releasing)
    }
  }

  /// Plays from a frame of the node on, or from the next slice on, which becomes the player's
  /// frame 0.
  package func restart(at frame: Int? = nil) {
    restart(wantedStart: frame ?? Self.atOnce)
  }

  /// Plays from a time of the machine on, which becomes the player's frame 0.
  ///
  /// The render thread converts the time; see ``setHostStart(_:)``.
  package func restart(atHostTime time: UInt64) {
    commands.hostTime.store(time, ordering: .releasing)
    restart(wantedStart: Self.atHostTime)
  }

  private func restart(wantedStart: Int) {
    lists.withLock { _ in
      commands.wantedStart.store(Self.paused, ordering: .releasing)
      commands.originFrame.store(.min, ordering: .releasing)
      commands.timelines.wrappingAdd(1, ordering: .releasing)
      commands.starts.wrappingAdd(1, ordering: .releasing)
      commands.wantedStart.store(wantedStart, ordering: .releasing)
    }
  }

  /// Converts the time of a start to a frame of the node.
  ///
  /// For the render thread.
  ///
  /// - Parameter frame: Returns the frame for a time, or `nil` if it is still to come.
  package func setHostStart(_ frame: (UInt64) -> Int?) {
    guard commands.wantedStart.load(ordering: .acquiring) == Self.atHostTime,
      let frame = frame(commands.hostTime.load(ordering: .acquiring))
    else { return }
    _ = commands.wantedStart.compareExchange(
      expected: Self.atHostTime, desired: frame, ordering: .acquiringAndReleasing)
  }

  /// Keeps the place until the next ``play(at:)``.
  package func pause() {
    lists.withLock { _ in commands.wantedStart.store(Self.paused, ordering: .releasing) }
  }

  /// Stops and drops all items.
  ///
  /// - Returns: The dropped items. The caller must send their reports.
  package func stop() -> [PlayerItem] {
    var left: [PlayerItem] = []
    defer { withExtendedLifetime(left) {} }
    return lists.withLock { lists in
      commands.wantedStart.store(Self.paused, ordering: .releasing)
      lists.generation += 1
      commands.generation.store(lists.generation, ordering: .releasing)
      left = forget(&lists)
      for item in lists.pending { (item.source as? StreamSource)?.cancel() }
      defer { lists.pending = [] }
      return lists.pending
    }
  }

  /// The frame of the node at which the player's frame 0 is; `nil` until the first frame after a
  /// start.
  package var originFrame: Int? {
    let frame = commands.originFrame.load(ordering: .acquiring)
    return frame == .min || !isPlaying ? nil : frame
  }

  /// Waits until the next `count` frames have been decoded.
  ///
  /// For a caller that renders faster than real time.
  package func waitForFrames(_ count: Int) {
    if isPlaying { prime(count) }
  }

  /// Waits until the first `count` frames have been decoded, also while the player is paused.
  package func prime(_ count: Int) {
    var missing = count
    for item in lists.withLock({ $0.pending }) {
      guard let stream = item.source as? StreamSource else { continue }
      stream.wait(for: missing)
      if stream.readyFrames != nil { return }
      missing -= stream.unreadFrames
      if missing <= 0 { return }
    }
  }
}
