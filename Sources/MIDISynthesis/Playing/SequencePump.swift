internal import AudioRealtime
internal import MIDISequencing
internal import Synchronization

/// Sends the events of a sequence to their destinations, each with its exact frame.
///
/// A control thread starts, stops, and moves it. The render thread calls
/// ``advance(_:sampleRate:at:)`` before the destinations render a slice.
@safe package final class SequencePump: @unchecked Sendable {
  // Unchecked: atomic, or only used by the render thread during its turn.

  private let control = Mutex(PumpControl())
  private let published = PublishedObject()
  /// The position of the next frame, in seconds.
  private let positionBits = Atomic<UInt64>(0)
  /// The number of moves to another position, and those that the render thread has seen.
  private let moves = Atomic<Int>(0)
  private let seenMoves = Atomic<Int>(0)
  private let hasEnded = Atomic<Bool>(false)
  /// The time of second 0 on the monotonic clock, in nanoseconds.
  private let origin = Atomic<Int>(0)

  /// The run of the render thread, which has left all earlier ones.
  private let seenNumber = Atomic<Int>(0)

  // The render thread. The control thread keeps the run.
  private var current: Unmanaged<PumpRun>?
  private var anchor = 0.0
  private var rate = 1.0
  private var sampleRate = 0.0
  /// The next frame, counted from the anchor.
  private var frame = 0
  private var notes = SoundingNotes()

  package init() {}

  // MARK: The control thread

  /// Sets the events, which replace the present ones at the next slice.
  ///
  /// - Throws: ``SynthesisError`` if a preset cannot be loaded.
  package func set(_ schedule: SequenceSchedule?) throws(SynthesisError) {
    try schedule?.prepare()
    control.withLock { control in
      control.schedule = schedule
      publish(&control, start: nil)
    }
  }

  package var isStarted: Bool { control.withLock { $0.isPlaying } }

  /// Starts from the present position.
  package func start() {
    control.withLock { control in
      guard !control.isPlaying else { return }
      control.isPlaying = true
      publish(&control, start: control.position)
    }
  }

  /// Stops; all notes end.
  package func stop() {
    control.withLock { control in
      guard control.isPlaying else { return }
      control.position = current(control)
      control.isPlaying = false
      publish(&control, start: nil)
    }
  }

  /// The factor of the tempo.
  package var tempoRate: Double {
    get { control.withLock { $0.rate } }
    set {
      control.withLock { control in
        guard newValue > 0, newValue.isFinite, control.rate != newValue else { return }
        control.rate = newValue
        publish(&control, start: nil)
      }
    }
  }

  /// The position, in seconds at rate 1.
  package var position: Double {
    get { control.withLock { current($0) } }
    set {
      control.withLock { control in
        control.position = newValue
        if control.isPlaying { publish(&control, start: newValue) }
      }
    }
  }

  private func current(_ control: PumpControl) -> Double {
    guard control.isPlaying, seenMoves.load(ordering: .acquiring) == moves.load(ordering: .relaxed)
    else { return control.position }
    return Double(bitPattern: positionBits.load(ordering: .relaxed))
  }

  /// Whether all events have been sent.
  package var isAtEnd: Bool {
    seenMoves.load(ordering: .acquiring) == moves.load(ordering: .relaxed)
      && hasEnded.load(ordering: .relaxed)
  }

  /// The time of a position on the monotonic clock, in nanoseconds; `nil` before the first slice.
  package func nanoseconds(at position: Double) -> Int? {
    let (isPlaying, rate) = control.withLock { ($0.isPlaying, $0.rate) }
    guard isPlaying, seenMoves.load(ordering: .acquiring) == moves.load(ordering: .relaxed) else {
      return nil
    }
    return origin.load(ordering: .relaxed) + Int((position / rate * 1e9).rounded())
  }

  /// The position at a time of the monotonic clock; `nil` before the first slice.
  package func position(atNanoseconds time: Int) -> Double? {
    guard let start = nanoseconds(at: 0) else { return nil }
    return Double(time - start) / 1e9 * tempoRate
  }

  private func publish(_ control: inout PumpControl, start: Double?) {
    if start != nil { moves.wrappingAdd(1, ordering: .relaxed) }
    control.number += 1
    let run = PumpRun(control, start: start)
    let seen = seenNumber.load(ordering: .acquiring)
    control.runs.removeAll { $0.number < seen }
    control.runs.append(run)
    published.publish(run)
  }

  // MARK: The render thread

  /// Sends the events of the next frames.
  ///
  /// - Parameters:
  ///   - count: The frames.
  ///   - sampleRate: Their rate in hertz.
  ///   - nanoseconds: The time of the first frame on the monotonic clock.
  package func advance(_ count: Int, sampleRate: Double, at nanoseconds: Int? = nil) {
    guard published.begin() else { return }
    defer { published.end() }
    guard let found = published.object else { return }
    // Safe: only such objects are published.
    let run = unsafe unsafeDowncast(found, to: PumpRun.self)
    let isNew = run.number != seenNumber.load(ordering: .relaxed)
    if isNew || sampleRate != self.sampleRate {
      take(run, isNew: isNew, sampleRate, nanoseconds ?? MonotonicClock.nanoseconds)
    }
    guard run.isPlaying, let schedule = run.schedule else { return }
    while sendNext(run, schedule, before: frame + count) {}
    frame += count
    positionBits.store(second(at: frame).bitPattern, ordering: .relaxed)
    hasEnded.store(nextBeat(run, schedule) == nil, ordering: .relaxed)
    seenMoves.store(moves.load(ordering: .acquiring), ordering: .releasing)
  }

  private func second(at frame: Int) -> Double {
    sampleRate > 0 ? anchor + Double(frame) * rate / sampleRate : anchor
  }

  /// Begins with a run at the next frame.
  private func take(_ run: PumpRun, isNew: Bool, _ newRate: Double, _ nanoseconds: Int) {
    let start = isNew ? run.start : nil
    let place = start ?? second(at: frame)
    if isNew { endNotes(before: run) }
    // Safe: the control thread keeps the run until the number of a later one is seen.
    unsafe current = Unmanaged.passUnretained(run)
    seenNumber.store(run.number, ordering: .releasing)
    (rate, sampleRate, anchor, frame) = (run.rate, newRate, place, 0)
    origin.store(nanoseconds - Int((place / rate * 1e9).rounded()), ordering: .relaxed)
    guard run.isPlaying, let schedule = run.schedule else { return }
    if start != nil {
      var index = 0
      while index < run.messages.count {
        let (destination, message) = run.messages[index]
        schedule.destinations[destination].deliver(message)
        index += 1
      }
    }
    seek(run, schedule, to: schedule.tempo.beat(atSeconds: place))
  }

  private func seek(_ run: PumpRun, _ schedule: SequenceSchedule, to beat: Double) {
    var index = 0
    while index < schedule.tracks.count {
      run.cursors[index].seek(schedule.tracks[index], to: beat)
      index += 1
    }
  }

  /// Ends all notes, unless a run continues with the same events.
  private func endNotes(before run: PumpRun) {
    guard let earlier = unsafe current?.takeUnretainedValue(), let schedule = earlier.schedule,
      earlier.isPlaying
    else { return }
    if run.start == nil, run.isPlaying, run.schedule === schedule { return }
    while notes.nextBeat != nil {
      let note = notes.takeFirst()
      schedule.destinations[note.destination].deliver(note.end)
    }
    // A pedal would hold the notes.
    var index = 0
    while index < schedule.destinations.count {
      var channel: UInt8 = 0
      while channel < 16 {
        schedule.destinations[index].deliver(SynthesizerMessage(0xB0 | channel, 64, 0))
        channel += 1
      }
      index += 1
    }
  }

  // MARK: Events

  private func nextBeat(_ run: PumpRun, _ schedule: SequenceSchedule) -> Double? {
    let track = nextTrack(run, schedule)
    guard let end = notes.nextBeat else { return track?.beat }
    return min(end, track?.beat ?? end)
  }

  /// The track with the earliest event, and its beat.
  private func nextTrack(
    _ run: PumpRun, _ schedule: SequenceSchedule
  ) -> (index: Int, beat: Double)? {
    var earliest: (index: Int, beat: Double)?
    var index = 0
    while index < schedule.tracks.count {
      if let beat = run.cursors[index].nextBeat(schedule.tracks[index]),
        beat < earliest?.beat ?? .infinity
      {
        earliest = (index, beat)
      }
      index += 1
    }
    return earliest
  }

  /// Sends the next event if it is before a frame.
  private func sendNext(
    _ run: PumpRun, _ schedule: SequenceSchedule, before end: Int
  ) -> Bool {
    let track = nextTrack(run, schedule)
    // A key that starts where it ended must end first.
    if let beat = notes.nextBeat, beat <= track?.beat ?? .infinity || notes.isFull {
      let offset = offset(schedule, beat)
      guard offset < end || notes.isFull else { return false }
      var note = notes.takeFirst()
      note.end.offset = max(0, min(offset, end - 1) - frame)
      schedule.destinations[note.destination].deliver(note.end)
      return true
    }
    guard let track, case let place = offset(schedule, track.beat), place < end else {
      return false
    }
    let event = schedule.tracks[track.index].events[run.cursors[track.index].index]
    send(event.content, schedule, track, at: max(0, place - frame))
    run.cursors[track.index].advance()
    return true
  }

  /// The frame of a beat, counted from the anchor.
  private func offset(_ schedule: SequenceSchedule, _ beat: Double) -> Int {
    let exact = (schedule.tempo.seconds(atBeat: beat) - anchor) / rate * sampleRate
    return Int(max(-1e15, min(exact.rounded(), 1e15)))
  }

  private func send(
    _ content: SequenceSchedule.Event.Content, _ schedule: SequenceSchedule,
    _ track: (index: Int, beat: Double), at offset: Int
  ) {
    let place = schedule.tracks[track.index].destination
    let destination = schedule.destinations[place]
    switch content {
    case .note(var message, let velocity, let duration):
      message.offset = offset
      destination.deliver(message)
      notes.add(
        SoundingNotes.Note(
          beat: track.beat + duration, destination: place,
          end: SynthesizerMessage(0x80 | message.status & 0x0F, message.data1, velocity)))
    case .message(var message):
      message.offset = offset
      destination.deliver(message)
    case .systemExclusive(let range):
      let bytes = schedule.bytes
      destination.deliver(systemExclusive: bytes.span.extracting(range), at: offset)
    }
  }
}
