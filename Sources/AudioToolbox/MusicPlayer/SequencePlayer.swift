internal import AudioRealtime
internal import CoreAudioTypes
internal import MIDISequencing
internal import MIDISynthesis
internal import Synchronization

/// The player behind a client's reference.
final class SequencePlayer: Sendable {
  static let all = HandleTable<SequencePlayer>()

  private struct State {
    var sequence: SequenceObject?
    var isPlaying = false
    /// The graph, once the player is prerolled.
    var graph: PlayerGraph?
    /// The graph that the player has made itself.
    var ownGraph: PlayerGraph?
    /// The number of starts.
    var starts = 0
    /// The version of the sequence that plays.
    var version = -1
  }

  let pump = SequencePump()
  private let state = Mutex(State())
  /// Held while the player is prerolled, started, or stopped.
  private let turns = WaitingLock()
  /// The calls of the client's function.
  private let calls = ClientCalls()
  /// Wakes the thread that follows the sequence.
  private let signal = Signal()

  init() {}

  static func find(_ reference: MusicPlayer) throws(StatusError) -> SequencePlayer {
    guard let player = unsafe all.object(reference) else { throw StatusError(kAudio_ParamError) }
    return player
  }

  private func inTurn<Result>(
    _ body: () throws(StatusError) -> Result
  ) throws(StatusError) -> Result {
    turns.take()
    defer { turns.give() }
    return try body()
  }

  // MARK: The sequence

  func sequence() throws(StatusError) -> SequenceObject {
    guard let sequence = state.withLock({ $0.sequence }) else {
      throw StatusError(kAudioToolboxErr_NoSequence)
    }
    return sequence
  }

  func set(_ sequence: SequenceObject?) throws(StatusError) {
    try inTurn { () throws(StatusError) in
      guard !isPlaying else { throw StatusError(kAudioToolboxErr_InvalidPlayerState) }
      // A sequence can release objects of the client, which must not happen under the lock.
      let former = state.withLock { state in
        let former = (state.sequence, state.graph)
        (state.sequence, state.version, state.graph) = (sequence, -1, nil)
        return former
      }
      defer { withExtendedLifetime(former) {} }
      try set(nil as SequenceSchedule?)
      pump.position = 0
    }
  }

  private func set(_ schedule: SequenceSchedule?) throws(StatusError) {
    do throws(SynthesisError) {
      try pump.set(schedule)
    } catch {
      throw StatusError(error.status)
    }
  }

  // MARK: Time

  func seconds(atBeat beat: Double) throws(StatusError) -> Double {
    try sequence().read { $0.tempoMap().seconds(atBeat: beat) }
  }

  func beat(atSeconds seconds: Double) throws(StatusError) -> Double {
    try sequence().read { $0.tempoMap().beat(atSeconds: seconds) }
  }

  func time() throws(StatusError) -> Double {
    _ = try sequence()
    return pump.beat
  }

  func move(to beat: Double) throws(StatusError) {
    guard beat.isFinite else { throw StatusError(kAudio_ParamError) }
    pump.move(toBeat: beat, try sequence().read { $0.tempoMap() })
  }

  // MARK: Playing

  var isPlaying: Bool { state.withLock { $0.isPlaying } }

  func preroll() throws(StatusError) {
    try inTurn { () throws(StatusError) in _ = try prepare() }
  }

  /// Opens the graph and loads the instruments, if anything has changed.
  private func prepare() throws(StatusError) -> PlayerGraph {
    let sequence = try sequence()
    let (copy, version, reference) = sequence.state.withLock { state in
      (state.sequence, state.version, state.graph)
    }
    let graph = try graph(reference)
    try graph.prepare()
    let isCurrent = state.withLock { $0.version == version && $0.graph === graph }
    if isCurrent { return graph }
    try set(graph.schedule(copy))
    state.withLock { ($0.version, $0.graph) = (version, graph) }
    return graph
  }

  /// The graph of the sequence, or the player's own.
  private func graph(_ reference: UInt) throws(StatusError) -> PlayerGraph {
    // Safe: the pointer is never dereferenced and only holds a number.
    if let reference = unsafe AUGraph(bitPattern: reference) {
      let graph = try unsafe UnitGraph.find(reference)
      if let known = state.withLock({ $0.graph }), known.graph === graph { return known }
      return PlayerGraph(graph)
    }
    if let own = state.withLock({ $0.ownGraph }) { return own }
    let own = try PlayerGraph.standard()
    state.withLock { $0.ownGraph = own }
    return own
  }

  func start() throws(StatusError) {
    try inTurn { () throws(StatusError) in
      guard !isPlaying else { return }
      let graph = try prepare()
      let sequence = try sequence()
      pump.start()
      do throws(StatusError) {
        try graph.start(pump)
      } catch {
        pump.stop()
        throw error
      }
      sequence.state.withLock { $0.playerCount += 1 }
      let number = state.withLock { state in
        state.isPlaying = true
        state.starts += 1
        return state.starts
      }
      _ = AudioThread(name: "oca-sequence") { [weak self, signal] in
        var look = PumpLook()
        while self?.follow(number, &look) == true {
          signal.wait(until: MonotonicClock.nanoseconds + Self.interval)
        }
      }
    }
  }

  /// Stops, and waits until the client's function has returned, unless that function makes the
  /// call.
  func stop() throws(StatusError) {
    defer { calls.wait() }
    try inTurn { () throws(StatusError) in
      let (wasPlaying, graph, sequence) = state.withLock { state in
        defer { state.isPlaying = false }
        return (state.isPlaying, state.graph, state.sequence)
      }
      guard wasPlaying else { return }
      pump.stop()
      sequence?.state.withLock { $0.playerCount -= 1 }
      signal.post()
      defer { graph?.endpoints.send() }
      try graph?.stop()
    }
  }

  /// Stops, and closes the player's own graph.
  func end() {
    try? stop()
    let (own, graph) = state.withLock { state in
      defer { (state.ownGraph, state.graph) = (nil, nil) }
      return (state.ownGraph, state.graph)
    }
    try? own?.graph.close()
    withExtendedLifetime(graph) {}
  }

  // MARK: The thread that follows the sequence

  /// Nanoseconds between two looks at the sequence.
  private static let interval = 10_000_000

  /// Takes edits, and calls the client for its events.
  ///
  /// - Returns: Whether the start is still in effect.
  fileprivate func follow(_ number: Int, _ look: inout PumpLook) -> Bool {
    guard isCurrent(number) else { return false }
    takeEdits()
    state.withLock { $0.graph }?.endpoints.send()
    guard let sequence = try? sequence(), let (start, end) = look.next(pump),
      let events = UserEvents(sequence)
    else { return true }
    events.call(from: start, to: end, in: calls) { isCurrent(number) }
    return true
  }

  /// Whether a start is still in effect.
  private func isCurrent(_ number: Int) -> Bool {
    state.withLock { $0.isPlaying && $0.starts == number }
  }

  /// Plays the events of an edited sequence.
  private func takeEdits() {
    guard let sequence = try? sequence() else { return }
    let version = sequence.state.withLock { $0.version }
    guard state.withLock({ $0.version != version }) else { return }
    // A concurrent stop waits for this call. If the call fails, the next look tries again.
    try? preroll()
  }
}
