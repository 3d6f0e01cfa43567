internal import AudioCodecs
internal import AudioModel
internal import MediaTimeline
internal import Synchronization

/// The frames of items, one after the other without a gap.
///
/// The first item is the current one. Any thread may ask which item, and which time of it, is heard
/// at a frame of the player's time.
final class PlayedItems: PlaybackSource {
  /// An item in the list.
  struct Entry: Sendable {
    /// Distinguishes the entries of a player.
    var id: Int
    var item: MediaItem
    /// Where playback of the item begins, in seconds.
    var startTime = 0.0
    /// The time at which playback of the item ends, in seconds; `nil` for its own end.
    var endTime: Double?
    /// The time at which playback in reverse ends, in seconds; `nil` for the start.
    var reverseEndTime: Double?
  }

  /// A heard position.
  struct Position: Equatable {
    var id: Int
    /// Seconds of the item.
    var time: Double
  }

  private struct State {
    var entries: [Entry] = []
    /// The entry that is read next.
    var reading = 0
    /// Maps heard frames to seconds of an item; the index is the entry's ID.
    var map = TimeMap()
    /// The player's frame that is read next.
    var nextFrame = 0.0
    /// Whether the last read found no frames, but more come.
    var isPending = false
    var hasEnded = false
    /// Whether the next entry follows at the end of an entry.
    var advances = true
    /// Whether the next read starts a run.
    var startsRun = true
    /// Whether the next ``begin(at:)`` continues with the frames that have been read, but not
    /// heard.
    var goesBack = false
    /// Whether the frames that have been read, but not heard, have been lost.
    var hasLostFrames = false
    /// Player frames at which the time of an item jumps, and which have not been heard.
    var jumps: [Double] = []
    var signal: @Sendable () -> Void = {}

    /// Seconds between a time and the expected time of the next frame.
    func distance(to time: Double) -> Double {
      map.run(at: nextFrame).map { abs(time - $0.time(at: nextFrame)) } ?? 0
    }
  }

  /// Frames in one read.
  private static let pieceFrames = 4096

  let sampleRate: Double
  let channelCount: Int
  private let mixing: ItemMixing
  private let state = Mutex(State())

  /// Makes an empty list of items.
  ///
  /// - Parameters:
  ///   - sampleRate: The rate of all frames, and of the player's time.
  ///   - channelCount: Channels for a single-channel item, which is spread. Other items keep their
  ///     channels.
  init(sampleRate: Double, channelCount: Int) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    mixing = ItemMixing(sampleRate: sampleRate)
  }

  // MARK: Any thread

  func setSignal(_ signal: @escaping @Sendable () -> Void) {
    state.withLock { $0.signal = signal }
  }

  /// Tells the player that frames may have arrived.
  func signal() {
    let signal = state.withLock { $0.signal }
    signal()
  }

  /// Sets the entries; those that are heard or read must stay at the start.
  func setEntries(_ entries: [Entry], advances: Bool) {
    state.withLock { state in
      let read =
        state.entries.indices.contains(state.reading)
        ? state.entries[state.reading].id : nil
      state.entries = entries
      state.reading = entries.firstIndex { $0.id == read } ?? 0
      state.advances = advances
    }
  }

  /// The heard item and its time; `nil` before the first frame has been read.
  func position(heardAt playerFrame: Double) -> Position? {
    state.withLock { state in
      guard let run = state.map.run(at: playerFrame) else { return nil }
      let frame = min(max(playerFrame, run.frame), state.nextFrame)
      return Position(id: run.index, time: run.time(at: frame))
    }
  }

  /// The time after the last frame that has been read.
  var lastTime: Double {
    state.withLock { state in
      state.map.run(at: state.nextFrame)?.time(at: state.nextFrame) ?? 0
    }
  }

  /// Frames that have been read, but not heard.
  func unheardFrames(heardAt playerFrame: Double) -> Double {
    state.withLock { $0.nextFrame - playerFrame }
  }

  /// Frames until the next item is heard, if it has been read.
  func framesToNextItem(heardAt playerFrame: Double) -> Double? {
    state.withLock { state in
      state.map.runs.first { $0.frame > playerFrame }.map { $0.frame - playerFrame }
    }
  }

  /// Whether a jump of the time has been heard since the last call.
  func takeJump(heardAt playerFrame: Double) -> Bool {
    state.withLock { state in
      let count = state.jumps.count
      state.jumps.removeAll { $0 <= playerFrame }
      return state.jumps.count < count
    }
  }

  /// Whether frames are missing, because they have not arrived yet.
  var isPending: Bool { state.withLock { $0.isPending } }

  /// The entries up to the one that is read next.
  var readEntries: [Entry] {
    state.withLock { Array($0.entries.prefix($0.reading + 1)) }
  }

  // MARK: The feeding thread

  /// Makes the next ``begin(at:)`` continue with the frames that have been read, but not heard.
  func goBackAtBegin() { state.withLock { $0.goesBack = true } }

  /// Whether the last ``begin(at:)`` could not continue with these frames; resets the answer.
  func takeLoss() -> Bool {
    state.withLock { state in
      defer { (state.hasLostFrames, state.goesBack) = (false, false) }
      return state.hasLostFrames || state.goesBack
    }
  }

  func begin(at playerFrame: Double) {
    mixing.begin()
    let reading = goBack(to: playerFrame)
    state.withLock { state in
      // A stopped player counts from 0 again.
      state.map.removeRuns(from: playerFrame)
      state.jumps = []
      state.nextFrame = playerFrame.rounded()
      state.reading = reading
      state.hasEnded = false
      state.isPending = false
      state.startsRun = true
    }
  }

  /// Moves the items back to the frame that is heard next, if this has been requested.
  ///
  /// - Returns: The index of the item that is read next.
  private func goBack(to playerFrame: Double) -> Int {
    let (run, entries, last) = state.withLock { state -> (TimeMap.Run?, [Entry], Int) in
      guard state.goesBack else { return (nil, [], 0) }
      state.goesBack = false
      state.hasLostFrames = true
      return (state.map.run(at: playerFrame), state.entries, state.reading)
    }
    guard let run, let first = entries.firstIndex(where: { $0.id == run.index }) else { return 0 }
    guard entries[first].item.goBack(to: run.time(at: playerFrame)) else { return 0 }
    for entry in entries.prefix(last + 1).dropFirst(first + 1) {
      let start = entry.startTime > 0 ? entry.startTime : entry.item.ownStartTime
      guard entry.item.goBack(to: start) else { return 0 }
    }
    state.withLock { $0.hasLostFrames = false }
    return first
  }

  func discard() { state.withLock { $0.hasEnded = true } }

  func release() { mixing.release() }

  func read(into block: inout FrameBlock) throws(CodecError) -> SourceReading {
    block.sampleRate = sampleRate
    while block.frameCount < Self.pieceFrames {
      guard let entry = currentEntry else { return block.samples.isEmpty ? .end : .frames }
      let format = entry.item.info?.format
      let channels = max(1, format?.channelCount ?? 1)
      let blockChannels = channels == 1 && channelCount == 2 ? 2 : channels
      if block.samples.isEmpty {
        block.channelCount = blockChannels
      } else if block.channelCount != blockChannels {
        return .frames
      }
      switch take(Self.pieceFrames - block.frameCount, of: entry, into: &block) {
      case .frames: continue
      case .pending:
        state.withLock { $0.isPending = block.samples.isEmpty }
        return block.samples.isEmpty ? .pending : .frames
      case .end: if !goOn() { return block.samples.isEmpty ? .end : .frames }
      }
    }
    return .frames
  }

  private var currentEntry: Entry? {
    state.withLock { state in
      guard !state.hasEnded || state.reading + 1 < state.entries.count && state.advances,
        state.entries.indices.contains(state.reading)
      else { return nil }
      return state.entries[state.reading]
    }
  }

  private func take(
    _ count: Int, of entry: Entry, into block: inout FrameBlock
  ) -> SourceReading {
    let before = block.samples.count
    let taking = mixing.take(
      count, of: entry, channelCount: block.channelCount, into: &block.samples)
    guard case .frames(let time) = taking else { return taking == .pending ? .pending : .end }
    let frames = (block.samples.count - before) / block.channelCount
    let rate = (entry.item.isReversed ? -1 : 1) / sampleRate
    state.withLock { state in
      let distance = state.startsRun ? 0 : state.distance(to: time)
      if state.startsRun || distance > 0.001 {
        // Smaller differences come from rounded durations of segments.
        if distance > 0.5 { state.jumps.append(state.nextFrame) }
        state.startsRun = false
        state.map.append(
          .init(frame: state.nextFrame, time: time, rate: rate, index: entry.id))
      }
      state.nextFrame += Double(frames)
      state.isPending = false
      state.hasEnded = false
    }
    return .frames
  }

  /// Continues with the next entry; returns false at the end of the last one.
  private func goOn() -> Bool {
    state.withLock { state in
      guard state.advances, state.reading + 1 < state.entries.count,
        !state.entries[state.reading].item.isReversed
      else {
        state.hasEnded = true
        return false
      }
      state.reading += 1
      state.startsRun = true
      state.hasEnded = false
      return true
    }
  }
}
