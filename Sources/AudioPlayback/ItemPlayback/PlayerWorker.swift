internal import AudioDevices
internal import AudioFiles
internal import AudioModel
internal import AudioProcessing
internal import AudioRealtime
internal import Synchronization

/// Performs the requests of an ``ItemPlayer``, on its thread.
struct PlayerWorker {
  /// Seconds before the end of an item at which the next one is opened, at the latest.
  static let nextSeconds = 15.0

  /// The player, which exists during each step.
  unowned let player: ItemPlayer
  /// The entry whose frames the engine plays.
  var playingID: Int?
  /// Seeks, starts and stops.
  var transport: PlayerTransport
  /// The last report about each item.
  var reported: [Int: ItemReport] = [:]
  var reportedFailures: Set<Int> = []
  var reportedControl = ItemPlayer.Control.paused

  /// A report about an item to the observer.
  struct ItemReport: Equatable {
    var seconds: Double?
    var isEmpty = true
    var hasEnded = false
    var troubleCount = 0
  }

  init(_ player: ItemPlayer) {
    self.player = player
    transport = PlayerTransport(player)
  }

  var state: ItemPlayer.State { player.state.withLock { $0 } }
  var output: PlayerOutput? { player.output.withLock { $0 } }
  var observer: (any ItemPlayerObserver)? { player.state.withLock { $0.observer } }

  /// Carries out the work that is possible now.
  ///
  /// - Returns: The time of the next step by the monotonic clock; `nil` after the end.
  mutating func step() -> Int? {
    guard !state.isShutDown else {
      player.output.withLock { $0.take() }?.engine.shutDown()
      return nil
    }
    followItems()
    noteJump()
    noteEnd()
    takeCurrent()
    transport.takeChoice()
    openItems()
    reportItems()
    transport.advanceSeek()
    transport.applyRate()
    advancePrerolls()
    transport.applyVolume()
    visitObservers()
    reportMetadata()
    let control = state.control
    if control != reportedControl {
      reportedControl = control
      observer?.playerChanged()
    }
    return deadline
  }

  // MARK: The list

  /// Drops the items before the heard one.
  private mutating func followItems() {
    guard let playingID, let position = output?.position, position.id != playingID else { return }
    let ended = player.state.withLock { state -> [PlayedItems.Entry] in
      guard let index = state.entries.firstIndex(where: { $0.id == position.id }),
        state.entries.first?.id == playingID
      else { return [] }
      defer {
        state.entries.removeFirst(index)
        state.resetTime()
      }
      return Array(state.entries[..<index])
    }
    guard !ended.isEmpty else { return }
    self.playingID = position.id
    transport.finishSeek(false)
    updateSource()
    for entry in ended { report(endOf: entry) }
    transport.hasJumped = true
    observer?.playerChanged()
  }

  /// Reports a jump within an item, such as that of a live stream that fell behind.
  private mutating func noteJump() {
    guard let playingID, let output, let time = output.engine.time,
      output.source.takeJump(heardAt: time.frames)
    else { return }
    transport.hasJumped = true
    observer?.itemJumped(playingID)
  }

  /// Takes note of an engine that has played everything.
  private mutating func noteEnd() {
    guard let output, output.takeEnd(), let entry = state.entries.first, entry.id == playingID
    else { return }
    if entry.item.isReversed { return noteStart(entry) }
    // Short items may also have ended since the last check.
    let read = Set(output.source.readEntries.map(\.id))
    let ended = player.state.withLock { state -> [PlayedItems.Entry] in
      switch state.endAction {
      case .advance:
        let ended = state.entries.prefix { $0.id == entry.id || read.contains($0.id) }
        state.entries.removeFirst(ended.count)
        state.resetTime()
        state.plan()
        return Array(ended)
      case .pause, .none:
        let isWhole = entry.item.ahead.failure == nil
        let length = entry.item.info?.length
        let end = length.flatMap { isWhole && $0.isExact ? $0.seconds : nil }
        state.time = (isWhole ? entry.endTime : nil) ?? end ?? output.source.lastTime
        state.isAtEnd = true
        if state.endAction == .pause { state.rate = 0 }
        state.plan()
        return []
      }
    }
    transport.finishSeek(false)
    transport.needsSeek = true
    if !ended.isEmpty { playingID = nil }
    transport.hasJumped = true
    for entry in ended.isEmpty ? [entry] : ended { report(endOf: entry) }
    observer?.playerChanged()
  }

  /// Takes note of an engine that has played back to the start, and pauses.
  private mutating func noteStart(_ entry: PlayedItems.Entry) {
    player.state.withLock { state in
      state.time = entry.reverseEndTime ?? 0
      state.rate = 0
      state.plan()
    }
    transport.finishSeek(false)
    transport.needsSeek = true
    transport.hasJumped = true
    observer?.itemReachedStart(entry.id)
    observer?.playerChanged()
  }

  private mutating func report(endOf entry: PlayedItems.Entry) {
    if let failure = entry.item.ahead.failure {
      observer?.itemFailed(entry.id, failure)
    } else {
      observer?.itemEnded(entry.id)
    }
    reported[entry.id] = nil
    let isKept = state.entries.contains { $0.id == entry.id }
    if !isKept { entry.item.close() }
  }

  /// Stops the engine if the current item has changed.
  private mutating func takeCurrent() {
    let current = state.entries.first
    guard current?.id != playingID else { return updateSource() }
    output?.engine.stop()
    _ = output?.takeEnd()
    transport.rewindReadItems(except: playingID)
    playingID = current?.id
    transport.needsSeek = false
    transport.hasJumped = true
    updateSource()
    observer?.playerChanged()
  }

  func updateSource() {
    let state = state
    output?.source.setEntries(state.entries, advances: state.endAction == .advance)
  }

  /// Opens the current item, and the next one shortly before it is needed.
  private mutating func openItems() {
    let entries = state.entries
    guard let current = entries.first else { return }
    current.item.open()
    if let info = current.item.info { prepare(current.item, info) }
    guard entries.count > 1, state.endAction == .advance, let output,
      let length = current.item.info?.length?.seconds,
      current.item.ahead.hasEnded || length - player.time < Self.nextSeconds
    else { return }
    // A short next item may have been read already.
    let next = output.source.readEntries.last.flatMap { $0.id == current.id ? nil : $0 }
    for item in Set([1, entries.firstIndex { $0.id == next?.id } ?? 1]).map({ entries[$0].item }) {
      item.open()
      if item.info != nil { item.decode(sampleRate: output.source.sampleRate) }
    }
  }

  /// Makes an engine for the current item, unless the present one fits.
  private mutating func prepare(_ item: MediaItem, _ info: MediaItem.Info) {
    let rate = item.sampleRate ?? info.format.sampleRate
    let channelCount = max(2, info.format.channelCount)
    let isStopped = output.map { $0.engine.phase == .stopped } ?? true
    let fits = output.map {
      $0.source.sampleRate == rate && $0.source.channelCount == channelCount
    }
    if isStopped, fits != true {
      guard PlaybackEngine.canPlay(sampleRate: rate, channelCount: channelCount) else { return }
      let format = StreamFormat(
        sampleRate: rate, formatID: .linearPCM, channelCount: channelCount)
      let new = PlayerOutput(format, choice: state.choice, wake: player.wake)
      let old = player.output.withLock { output in
        defer { output = new }
        return output
      }
      old?.engine.shutDown()
      transport.takeOutput()
      updateSource()
    }
    item.decode(sampleRate: rate)
  }

  /// Reports the changes since the last report.
  private mutating func reportItems() {
    for entry in state.entries.prefix(2) {
      switch entry.item.status {
      case .idle, .opening: continue
      case .failed(let failure):
        guard reportedFailures.insert(entry.id).inserted else { continue }
        fail(entry, failure)
      case .ready(let info):
        let ahead = entry.item.ahead
        let report = ItemReport(
          seconds: info.length?.seconds, isEmpty: ahead.seconds == 0,
          hasEnded: ahead.hasEnded,
          troubleCount: entry.item.troubleCount)
        guard reported[entry.id] != report else { continue }
        reported[entry.id] = report
        observer?.itemChanged(entry.id)
      }
    }
  }

  private mutating func fail(_ entry: PlayedItems.Entry, _ failure: MediaFailure) {
    let isCurrent = state.entries.first?.id == entry.id
    if isCurrent { transport.finishSeek(false) }
    observer?.itemFailed(entry.id, failure)
    player.state.withLock { state in
      guard state.endAction == .advance else {
        if isCurrent, state.rate != 0 { state.control = .waiting(.noItem) }
        return
      }
      state.entries.removeAll { $0.id == entry.id }
      if isCurrent { state.resetTime() }
      state.plan()
    }
    observer?.playerChanged()
    player.wake.post()
  }
}
