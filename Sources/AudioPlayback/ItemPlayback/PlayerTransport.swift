internal import AudioFiles
internal import AudioModel
internal import AudioProcessing
internal import AudioRealtime
internal import Synchronization

/// Seeks in the current item of an ``ItemPlayer``, and starts and stops its engine.
struct PlayerTransport {
  /// Decoded seconds with which playback starts.
  static let startSeconds = 0.15
  /// Decoded seconds with which playback continues after it ran out of frames.
  private static let restartSeconds = 1.5
  /// Seconds of sound that wait for the device if the item has a mix.
  private static let mixedSeconds = 0.15
  /// The largest unheard duration that counts as 0, in seconds.
  private static let emptySeconds = 0.03

  /// The player, which exists during each step.
  unowned let player: ItemPlayer
  /// Whether the frames of the current item do not continue at the stored time.
  var needsSeek = false
  /// Whether time has jumped, started or stopped since the last check.
  var hasJumped = false
  private var appliedGain: Float = 1

  init(_ player: ItemPlayer) { self.player = player }

  private var state: ItemPlayer.State { player.state.withLock { $0 } }
  private var output: PlayerOutput? { player.output.withLock { $0 } }
  private var observer: (any ItemPlayerObserver)? { player.state.withLock { $0.observer } }

  // MARK: Seeks

  mutating func advanceSeek() {
    guard let current = state.entries.first, let seek = state.seek, let info = current.item.info
    else { return }
    guard info.isSeekable else { return finishSeek(false) }
    let range = current.item.seekableRange ?? 0...seek.seconds
    let target = min(max(seek.seconds, range.lowerBound), range.upperBound)
    if !seek.isStarted { beginSeek(current, to: target) }
    // Watch before the check, so that no block is missed.
    current.item.watch(true)
    let ahead = current.item.ahead
    guard ahead.seconds > 0 || ahead.hasEnded else { return }
    player.state.withLock { ($0.time, $0.hasSought) = (target, true) }
    finishSeek(true)
    hasJumped = true
    observer?.itemJumped(current.id)
  }

  private mutating func beginSeek(_ current: PlayedItems.Entry, to target: Double) {
    player.state.withLock { state in
      state.seek?.isStarted = true
      state.isAtEnd = false
      state.hasStalled = false
    }
    reposition(current, to: target)
    needsSeek = false
  }

  /// Continues at a time of the current item, and from the start of the items after it.
  private func reposition(_ current: PlayedItems.Entry, to target: Double) {
    rewindReadItems(except: current.id)
    current.item.seek(to: target, isReversed: state.rate < 0)
    guard let output, output.engine.phase == .running || output.engine.phase == .paused else {
      return
    }
    output.engine.reset()
  }

  /// Rewinds the items that were read ahead, because the frames read so far will not be heard.
  func rewindReadItems(except id: Int?) {
    for entry in output?.source.readEntries ?? [] where entry.id != id {
      entry.item.seek(to: entry.startTime > 0 ? entry.startTime : entry.item.ownStartTime)
    }
  }

  /// Ends the pending seek.
  func finishSeek(_ isDone: Bool) {
    player.state.withLock { $0.seek.take() }?.completion(isDone)
  }

  // MARK: Rate

  mutating func applyRate() {
    let state = state
    guard let current = state.entries.first, let output, current.item.info != nil else { return }
    guard state.rate != 0, !state.isAtEnd || state.rate < 0 else {
      pause(output, current)
      if state.rate != 0, state.endAction == .pause { refuseRate() }
      return
    }
    if state.rate < 0, current.item.info?.canReverse != true {
      pause(output, current)
      return refuseRate()
    }
    if output.engine.phase == .running, state.startNanoseconds == nil {
      adjust(output, current, state)
    } else if state.seek == nil {
      // Pause and start again, because the engine must continue at the requested time.
      if output.engine.phase == .running { output.engine.pause() }
      startIfPossible(output, current, state)
    }
  }

  private mutating func pause(_ output: PlayerOutput, _ current: PlayedItems.Entry) {
    if state.seek == nil { current.item.watch(false) }
    guard output.engine.phase == .running else { return }
    output.engine.pause()
    hasJumped = true
  }

  /// Pauses again, because the item has ended: only a seek gives new frames.
  private func refuseRate() {
    player.state.withLock { state in
      state.rate = 0
      state.plan()
    }
    observer?.playerChanged()
  }

  private mutating func adjust(
    _ output: PlayerOutput, _ current: PlayedItems.Entry, _ state: ItemPlayer.State
  ) {
    if state.seek == nil { follow(state, output, current) }
    guard output.source.isPending, output.secondsLeft < Self.emptySeconds else {
      return set(.playing)
    }
    output.engine.pause()
    hasJumped = true
    player.state.withLock { state in
      state.hasStalled = true
      if !state.waitsForBytes { state.rate = 0 }
    }
    set(state.waitsForBytes ? .waiting(.stalled) : .paused)
    current.item.watch(state.waitsForBytes)
    // Enough may have arrived meanwhile.
    player.wake.post()
    observer?.itemStalled(current.id)
    observer?.playerChanged()
  }

  /// Applies a new rate to an engine that plays or is paused, from the heard frame on.
  private mutating func follow(
    _ state: ItemPlayer.State, _ output: PlayerOutput, _ current: PlayedItems.Entry
  ) {
    if current.item.isReversed != (state.rate < 0) {
      // The other direction.
      reposition(current, to: player.time)
      player.state.withLock { $0.isAtEnd = false }
      hasJumped = true
    }
    current.item.keepPast(atRate: state.rate)
    let old = output.engine.timePitch
    output.engine.setTimePitch {
      $0.rate = abs(state.rate)
      $0.algorithm = state.algorithm
    }
    guard old.isEnabled, output.engine.timePitch != old else { return }
    let time = player.time
    output.source.goBackAtBegin()
    output.engine.reset()
    if output.source.takeLoss(), current.item.info?.isSeekable == true {
      reposition(current, to: time)
    }
  }

  /// Stops an engine, whose next start continues at the heard time.
  private mutating func stopAtHeardTime(_ output: PlayerOutput) {
    let time = player.time
    output.engine.stop()
    _ = output.takeEnd()
    player.state.withLock { $0.time = time }
    needsSeek = true
  }

  /// Stops the engine if other devices have been chosen, so that it starts again on the new one.
  mutating func takeChoice() {
    let choice = state.choice
    guard let output, output.engine.choice != choice else { return }
    if output.engine.phase == .running || output.engine.phase == .paused {
      stopAtHeardTime(output)
    }
    output.engine.setChoice(choice)
  }

  private mutating func startIfPossible(
    _ output: PlayerOutput, _ current: PlayedItems.Entry, _ state: ItemPlayer.State
  ) {
    if state.rate > 0, let time = liveReturn(of: current) {
      needsSeek = false
      player.state.withLock { ($0.time, $0.hasSought) = (time, true) }
      reposition(current, to: time)
      observer?.itemJumped(current.id)
    } else if output.engine.phase == .paused, !needsSeek {
      follow(state, output, current)
    } else if needsSeek || current.item.isReversed != (state.rate < 0) {
      needsSeek = false
      player.state.withLock { $0.isAtEnd = false }
      reposition(current, to: state.time)
    }
    // Watch before the check, so that no block is missed.
    current.item.watch(true)
    let ahead = current.item.ahead
    guard ahead.hasEnded || ahead.seconds >= secondsToStart(state, current) else {
      return set(.waiting(state.hasStalled ? .stalled : .evaluating))
    }
    current.item.watch(false)
    configure(output, current, state)
    do {
      try output.engine.start(nanoseconds: state.startNanoseconds)
      output.engine.stopWhenPlayed()
    } catch {
      return refuseStart(output, current, error)
    }
    hasJumped = true
    player.state.withLock { state in
      state.hasStalled = false
      state.startsAtOnce = false
      state.startNanoseconds = nil
    }
    set(.playing)
  }

  /// Decoded seconds that a start needs.
  private func secondsToStart(
    _ state: ItemPlayer.State, _ current: PlayedItems.Entry
  ) -> Double {
    if state.startsAtOnce || !state.waitsForBytes { return 0.001 }
    return state.hasStalled
      ? min(Self.restartSeconds, current.item.aheadSeconds) : Self.startSeconds
  }

  /// Prepares the engine for a start.
  private func configure(
    _ output: PlayerOutput, _ current: PlayedItems.Entry, _ state: ItemPlayer.State
  ) {
    let isNew = output.engine.phase == .stopped
    current.item.keepPast(atRate: state.rate)
    output.engine.setTimePitch {
      // Takes effect with a start after a stop.
      if isNew { $0.isEnabled = ItemPlayer.canChangeSpeed }
      $0.rate = abs(state.rate)
      $0.algorithm = state.algorithm
    }
    // With a mix, only short sound waits for the device, so that a change of the mix is heard soon.
    output.engine.setBufferedSeconds(current.item.hasMix ? Self.mixedSeconds : nil)
  }

  /// Pauses, because no device can be started, or the frames cannot be decoded.
  private func refuseStart(
    _ output: PlayerOutput, _ current: PlayedItems.Entry, _ error: PlaybackError
  ) {
    output.engine.stop()
    player.state.withLock { $0.rate = 0 }
    set(.paused)
    let failure: MediaFailure =
      if case .codec(let error) = error { .codec(error) } else { .device }
    observer?.itemFailed(current.id, failure)
    observer?.playerChanged()
  }

  /// Sets the state, unless the client has requested a pause meanwhile.
  private func set(_ control: ItemPlayer.Control) {
    player.state.withLock { state in
      state.control = state.rate == 0 ? .paused : control
      if state.control == .playing { state.hasSought = false }
    }
  }

  /// Takes note of a new engine, whose gain is 1.
  mutating func takeOutput() { appliedGain = 1 }

  mutating func applyVolume() {
    let state = state
    let gain = state.isMuted ? 0 : state.volume
    guard let output, gain != appliedGain else { return }
    appliedGain = gain
    output.engine.set(gain: gain, rampSeconds: 0)
  }
}
