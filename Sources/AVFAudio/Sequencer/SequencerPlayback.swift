internal import AudioGraph
internal import AudioRealtime
internal import AudioToolbox
internal import Foundation
internal import MIDISequencing
internal import MIDISynthesis
internal import Synchronization

/// The playback of a sequencer through the instruments of an engine.
final class SequencerPlayback: Sendable {
  private struct State {
    weak var engine: AVAudioEngine?
    var isPlaying = false
    /// The number of starts.
    var starts = 0
    /// The version of the sequence that plays.
    var version = -1
    var callback: Callback?
  }

  /// A client's closure, which the client passes to be called on another thread.
  private struct Callback: @unchecked Sendable {
    let body: AVAudioSequencerUserCallback
  }

  private struct Target {
    weak var unit: AVAudioUnit?
  }

  /// Nanoseconds between two checks of the sequence.
  private static let interval = 10_000_000

  let pump = SequencePump()
  /// The endpoints of tracks.
  private let endpoints = EndpointDestinations()
  private let driver: PumpDriver
  private let state = Mutex(State())
  /// The instruments that clients chose, by the numbers of tracks.
  private let targets = Mutex<[Int: Target]>([:])
  private let turns = WaitingLock()
  /// The calls of the client's closure.
  private let calls = ClientCalls()
  private let signal = Signal()

  init() { driver = PumpDriver(pump) }

  func set(_ engine: AVAudioEngine) { state.withLock { $0.engine = engine } }

  func setCallback(_ callback: AVAudioSequencerUserCallback?) {
    let callback = callback.map { Callback(body: $0) }
    // The release of a closure can run code of the client, which must not happen under the lock.
    let former = state.withLock { state in
      defer { state.callback = callback }
      return state.callback
    }
    withExtendedLifetime(former) {}
  }

  subscript(track: Int) -> AVAudioUnit? {
    get { targets.withLock { $0[track]?.unit } }
    set {
      targets.withLock { $0[track] = newValue.map { Target(unit: $0) } }
      // The next check assigns the new instruments to the events.
      state.withLock { $0.version = -1 }
    }
  }

  var isPlaying: Bool { state.withLock { $0.isPlaying } }

  // MARK: Playing

  /// Makes the events ready, unless nothing has changed.
  func prepare(_ owner: SequenceOwner) throws {
    guard let (sequence, version) = unsafe SequenceAccess.copy(owner.sequence) else { return }
    guard state.withLock({ $0.version != version }) else { return }
    let schedule = try schedule(sequence)
    do throws(SynthesisError) {
      try pump.set(schedule)
    } catch {
      throw NSError.audio(error.status, "AVAudioSequencer.prepareToPlay")
    }
    state.withLock { $0.version = version }
  }

  private func schedule(_ sequence: EventSequence) throws -> SequenceSchedule {
    let standard = state.withLock { $0.engine }?.firstInstrument
    var destinations: [any MessageDestination] = []
    var indices: [ObjectIdentifier: Int] = [:]
    var numbers: [Int: Int] = [:]
    for track in sequence.tracks {
      if case .endpoint(let number) = track.destination, let endpoint = endpoints[number] {
        let identifier = ObjectIdentifier(endpoint)
        let index = indices[identifier] ?? destinations.count
        if index == destinations.count { destinations.append(endpoint) }
        (indices[identifier], numbers[track.number]) = (index, index)
        continue
      }
      guard let unit = self[track.number] ?? standard,
        let instrument = unit as? AVAudioUnitMIDIInstrument,
        let destination = instrument.instrument?.destination
      else {
        throw NSError.audio(
          kAudioToolboxError_NoTrackDestination,
          "AVAudioSequencer: a track has no AVAudioUnitMIDIInstrument")
      }
      let identifier = ObjectIdentifier(instrument)
      if indices[identifier] == nil {
        indices[identifier] = destinations.count
        destinations.append(destination)
      }
      numbers[track.number] = indices[identifier]
    }
    return SequenceSchedule(sequence, destinations) { numbers[$0.number] }
  }

  func start(_ sequencer: AVAudioSequencer) throws {
    turns.take()
    defer { turns.give() }
    guard !isPlaying else { return }
    guard let engine = state.withLock({ $0.engine }) else {
      throw NSError.audio(
        kAudioToolboxError_NoTrackDestination, "AVAudioSequencer.start: the sequencer has no engine"
      )
    }
    let owner = sequencer.owner
    try prepare(owner)
    engine.keeper.graph.add(driver)
    pump.start()
    unsafe SequenceAccess.setPlaying(true, owner.sequence)
    let number = state.withLock { state in
      state.isPlaying = true
      state.starts += 1
      return state.starts
    }
    _ = AudioThread(name: "oca-sequence") { [weak sequencer, signal] in
      var look = PumpLook()
      while sequencer?.follow(number, &look) == true {
        signal.wait(until: MonotonicClock.nanoseconds + Self.interval)
      }
    }
  }

  /// Stops, and waits for the call of the client's closure in progress, unless it calls this.
  func stop(_ owner: SequenceOwner) {
    defer { calls.wait() }
    turns.take()
    defer { turns.give() }
    let (wasPlaying, engine) = state.withLock { state in
      defer { state.isPlaying = false }
      return (state.isPlaying, state.engine)
    }
    guard wasPlaying else { return }
    pump.stop()
    unsafe SequenceAccess.setPlaying(false, owner.sequence)
    signal.post()
    engine?.keeper.graph.remove(driver)
    // No slice drives the pump any more, which ends the notes now.
    pump.advance(0, sampleRate: driver.sampleRate)
    endpoints.send()
  }

  /// Applies edits of the sequence, and calls the client's closure for its events.
  ///
  /// - Returns: Whether the start is still in effect.
  func follow(_ sequencer: AVAudioSequencer, _ number: Int, _ look: inout PumpLook) -> Bool {
    guard isCurrent(number) else { return false }
    let owner = sequencer.owner
    // A track without an instrument keeps the earlier events.
    try? prepare(owner)
    endpoints.send()
    guard let (start, end) = look.next(pump), let callback = state.withLock({ $0.callback }),
      let sequence = unsafe SequenceAccess.copy(owner.sequence)?.sequence
    else { return true }
    let events = sequence.userEvents(after: start, to: end)
    let tracks = events.isEmpty ? [:] : sequencer.numberedTracks
    for event in events {
      guard let track = tracks[event.track] else { continue }
      calls.run(if: { isCurrent(number) }) {
        callback.body(track, Data(event.bytes), event.beat)
      }
    }
    return true
  }

  /// Whether a start is still in effect.
  private func isCurrent(_ number: Int) -> Bool {
    state.withLock { $0.isPlaying && $0.starts == number }
  }

  // MARK: Position

  /// Moves to a position in beats.
  func move(to beat: Double, _ owner: SequenceOwner) {
    if beat.isFinite { pump.move(toBeat: beat, owner.tempo) }
  }
}

/// Drives a pump before each slice of an engine.
private final class PumpDriver: GraphDriver {
  private let pump: SequencePump
  private let rateBits = Atomic<UInt64>(44_100.0.bitPattern)

  init(_ pump: SequencePump) { self.pump = pump }

  /// The rate of the last slice, in hertz.
  var sampleRate: Double { Double(bitPattern: rateBits.load(ordering: .relaxed)) }

  func advance(_ slice: GraphSlice, sampleRate: Double) {
    rateBits.store(sampleRate.bitPattern, ordering: .relaxed)
    pump.advance(slice.count, sampleRate: sampleRate, at: slice.nanoseconds)
  }
}

extension AVAudioEngine {
  /// The first instrument with a connection, or any attached one.
  fileprivate var firstInstrument: AVAudioUnitMIDIInstrument? {
    state.withLock { state in
      let connected = state.links.lazy.compactMap { $0.source as? AVAudioUnitMIDIInstrument }.first
      return connected ?? state.attached.lazy.compactMap { $0 as? AVAudioUnitMIDIInstrument }.first
    }
  }
}
