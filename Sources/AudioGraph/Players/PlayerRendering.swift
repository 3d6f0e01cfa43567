internal import Synchronization

/// The part of a player that belongs to the render thread.
final class PlayerRendering: @unchecked Sendable {
  // Sendable: only the render thread uses the state.

  private let commands: PlayerCommands
  /// The item that is rendered, or the last one.
  private var current: PlayerItem
  private var hasItemBegun = false
  private var seenGeneration = 0
  private var seenStarts = 0
  private var seenTimelines = 0
  private var isRunning = false
  /// The frame of the node at which the player's frame 0 is.
  private var origin = 0
  /// The frames of the player until its last pause.
  private var position = 0
  /// The frame of the node after the last slice.
  private var nextFrame = 0

  init(_ first: PlayerItem, _ commands: PlayerCommands) {
    current = first
    self.commands = commands
  }

  func render(_ slice: GraphSlice, into planes: Planes) {
    if isRunning, slice.frame != nextFrame {
      // The time of the node has jumped, and the player continues.
      origin += slice.frame - nextFrame
      commands.originFrame.store(origin, ordering: .releasing)
    }
    nextFrame = slice.frame + slice.count
    let first = takeCommands(slice) ?? slice.count
    planes.clear(count: first)
    let end = fill(planes, from: first, slice)
    planes.clear(from: end, count: slice.count - end)
    _ = liveItem()
    commands.currentSequence.store(current.sequence, ordering: .releasing)
  }

  /// Follows starts, pauses and stops.
  ///
  /// - Returns: The offset of the first frame to render, or `nil` while the player does not play.
  private func takeCommands(_ slice: GraphSlice) -> Int? {
    // Read this before the start, so that a stop after it takes effect with the next slice.
    let generation = commands.generation.load(ordering: .acquiring)
    var wanted = commands.wantedStart.load(ordering: .acquiring)
    let starts = commands.starts.load(ordering: .acquiring)
    // The first value may be that of an earlier start.
    if starts != seenStarts { wanted = commands.wantedStart.load(ordering: .acquiring) }
    if generation != seenGeneration {
      seenGeneration = generation
      isRunning = false
      position = 0
      commands.originFrame.store(Int.min, ordering: .releasing)
    }
    if isRunning, wanted == PlayerVoice.paused || starts != seenStarts {
      isRunning = false
      position = max(0, slice.frame - origin)
      commands.originFrame.store(Int.min, ordering: .releasing)
    }
    let timelines = commands.timelines.load(ordering: .acquiring)
    if timelines != seenTimelines { position = 0 }
    seenTimelines = timelines
    seenStarts = starts
    guard wanted != PlayerVoice.paused, wanted != PlayerVoice.atHostTime else { return nil }
    guard !isRunning else { return 0 }
    let begin = max(wanted, slice.frame)
    guard begin < slice.frame + slice.count else { return nil }
    isRunning = true
    origin = begin - position
    commands.originFrame.store(origin, ordering: .releasing)
    return begin - slice.frame
  }

  /// Renders the frames of items.
  ///
  /// - Returns: The offset after the last rendered frame.
  private func fill(_ planes: Planes, from first: Int, _ slice: GraphSlice) -> Int {
    var offset = first
    while offset < slice.count, let item = liveItem() {
      let now = slice.frame + offset
      let start = hasItemBegun ? now : startFrame(of: item, at: now)
      if start > now {
        let silence = min(start - now, slice.count - offset)
        planes.clear(from: offset, count: silence)
        offset += silence
        continue
      }
      if !hasItemBegun { begin(item, at: now) }
      var length = slice.count - offset
      if let next = replacingItem() {
        let frame = startFrame(of: next, at: now)
        if frame <= now {
          skip(to: next, at: now)
          continue
        }
        length = min(length, frame - now)
      }
      let got = item.source.read(into: planes, at: offset, count: length)
      offset += got
      if item.source.isAtEnd {
        if item.loops, !item.mustLeaveLoop, item.source.rewind() { continue }
        finish(item, at: slice.frame + offset)
      } else if got == 0 {
        break
      }
    }
    return offset
  }

  private func begin(_ item: PlayerItem, at now: Int) {
    hasItemBegun = true
    guard case .exactly(let frame) = item.start else { return }
    let (late, overflow) = now.subtractingReportingOverflow(nodeFrame(frame))
    if late > 0 || overflow { item.source.skip(overflow ? .max : late) }
  }

  private func startFrame(of item: PlayerItem, at now: Int) -> Int {
    switch item.start {
    case .next: now
    case .playerFrame(let frame), .exactly(let frame): max(now, nodeFrame(frame))
    case .nodeFrame(let frame): max(now, frame)
    }
  }

  /// The frame of the node at a frame of the player.
  private func nodeFrame(_ frame: Int) -> Int {
    let (sum, overflow) = frame.addingReportingOverflow(origin)
    return overflow ? (frame < 0 ? .min : .max) : sum
  }

  /// The first item that has neither ended nor been dropped; `nil` if all have.
  private func liveItem() -> PlayerItem? {
    let first = commands.firstSequence.load(ordering: .acquiring)
    while current.endFrame != nil || current.generation < seenGeneration
      || current.sequence < first
    {
      guard let next = current.next else { return nil }
      current = next
      hasItemBegun = false
    }
    return current
  }

  /// The item that replaces earlier ones at its own frame, if it is still to come.
  private func replacingItem() -> PlayerItem? {
    let sequence = commands.replacing.load(ordering: .acquiring)
    guard sequence > current.sequence else { return nil }
    var item = current
    while item.sequence < sequence {
      guard let next = item.next else { return nil }
      item = next
    }
    return item
  }

  private func skip(to item: PlayerItem, at frame: Int) {
    while current.sequence < item.sequence {
      if current.endFrame == nil { finish(current, at: frame) }
      guard let next = current.next else { return }
      current = next
      hasItemBegun = false
    }
  }

  private func finish(_ item: PlayerItem, at frame: Int) {
    item.finish(at: frame)
    commands.noteNews()
  }
}
