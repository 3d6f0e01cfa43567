internal import AudioRealtime
internal import MIDISequencing
internal import Synchronization

/// The part of a pump that belongs to the render thread.
@safe
final class PumpRenderer: @unchecked Sendable {
  // Unchecked: only the render thread uses it, in turns of its owner.

  /// The maximum number of messages of a slice, or one for each frame if that is more.
  ///
  /// Later messages wait for the next slice. A synthesizer has room for this many messages. The
  /// limit bounds the time that a tiny endless loop takes.
  private static let mostMessages = MessageQueue.capacity

  private let progress: PumpProgress
  /// The run in use, which the control thread keeps.
  private var current: Unmanaged<PumpRun>?
  private var former: PumpRun? { unsafe current?.takeUnretainedValue() }
  /// The newest move that has taken effect.
  private var move = 0
  /// The position of frame 0, in seconds.
  private var anchor = 0.0
  private var rate = 1.0
  private var sampleRate = 0.0
  /// The next frame, counted from the anchor.
  private var frame = 0
  /// The frame of the slice at which ``frame`` plays, because messages are sent ahead.
  private var ahead = 0
  /// The frames by which the present run sends messages ahead.
  private var lookahead = 0
  private var notes = SoundingNotes()

  init(_ progress: PumpProgress) { self.progress = progress }

  /// Sends the events of the next frames of a run, and of the frames that its destinations must
  /// know ahead.
  func render(_ run: PumpRun, _ count: Int, sampleRate: Double, at nanoseconds: Int?) {
    let isNew = run.number != progress.takenRun.load(ordering: .relaxed)
    let time = nanoseconds ?? MonotonicClock.nanoseconds
    begin(run.schedule, sampleRate, time)
    if let schedule = run.schedule { lookahead = schedule.lookahead }
    if isNew || sampleRate != self.sampleRate {
      if former?.schedule !== run.schedule { begin(former?.schedule, sampleRate, time) }
      take(run, isNew: isNew, sampleRate, time)
    }
    guard run.isPlaying, let schedule = run.schedule else { return }
    let newFrames = max(0, count + lookahead - ahead)
    var left = max(Self.mostMessages, count)
    while left > 0, sendNext(run, schedule, before: frame + newFrames) { left -= 1 }
    frame += newFrames
    ahead += newFrames - count
    let second = second(at: frame - ahead)
    progress.seconds = second
    progress.beat = schedule.tempo.beat(atSeconds: second)
    progress.hasEnded.store(
      notes.nextBeat == nil && run.queue.first == nil, ordering: .relaxed)
    progress.renderedRun.store(run.number, ordering: .releasing)
    progress.renderedMove.store(run.move, ordering: .releasing)
  }

  /// Gives the time of a slice to the destinations.
  private func begin(_ schedule: SequenceSchedule?, _ sampleRate: Double, _ time: Int) {
    guard let schedule else { return }
    var index = 0
    while index < schedule.destinations.count {
      schedule.destinations[index].begin(sampleRate: sampleRate, nanoseconds: time)
      index += 1
    }
  }

  private func second(at frame: Int) -> Double {
    guard sampleRate > 0 else { return anchor }
    return anchor + min(Double(frame) * rate / sampleRate, 1e15)
  }

  // MARK: Runs

  /// Begins with a run, or another rate of the frames, at the next frame.
  private func take(_ run: PumpRun, isNew: Bool, _ newRate: Double, _ nanoseconds: Int) {
    let isMoved = run.move != move
    let place = isMoved ? run.position : second(at: frame, run)
    if isMoved || !run.isPlaying || run.schedule == nil { withdraw() }
    if isNew {
      endNotes(before: run, isMoved)
      continueQueue(run, isMoved, place, newRate)
      // Safe: the control thread keeps the run until the number of a later one is seen.
      unsafe current = Unmanaged.passUnretained(run)
      progress.takenRun.store(run.number, ordering: .releasing)
    }
    (move, rate, sampleRate, anchor, frame) = (run.move, run.rate, newRate, place, 0)
    // A change that is no move takes effect after the messages that were sent ahead.
    let delay = ahead > 0 && newRate > 0 ? Double(ahead) / newRate : 0
    progress.origin.store(
      min(nanoseconds, 1 << 62) - Int(nearest: (place / rate - delay) * 1e9), ordering: .relaxed)
    guard isMoved, run.isPlaying, let schedule = run.schedule else { return }
    var index = 0
    while index < run.messages.count {
      let (destination, message) = run.messages[index]
      deliver(message, to: schedule.destinations[destination], at: ahead)
      index += 1
    }
  }

  /// Withdraws the notes that were sent ahead.
  private func withdraw() {
    guard ahead > 0, let schedule = former?.schedule else { return }
    var index = 0
    while index < schedule.destinations.count {
      schedule.destinations[index].withdraw()
      index += 1
    }
    ahead = 0
  }

  /// The position of a frame in seconds of a run, which keeps the beat if the tempo differs.
  private func second(at frame: Int, _ run: PumpRun) -> Double {
    let second = second(at: frame)
    guard let former = former?.schedule, let new = run.schedule, former !== new
    else { return second }
    let kept = new.tempo.seconds(atBeat: former.tempo.beat(atSeconds: second))
    // The same tempo must not move the position by the error of a rounding.
    return abs(kept - second) < 1e-9 ? second : kept
  }

  /// Sets the next events of a run.
  private func continueQueue(_ run: PumpRun, _ isMoved: Bool, _ place: Double, _ rate: Double) {
    guard let schedule = run.schedule else { return }
    if isMoved { return run.queue.seek(schedule, to: schedule.tempo.beat(atSeconds: place)) }
    if let former, former.schedule === schedule {
      return run.queue.take(former.queue)
    }
    // The events before this time were rounded to earlier frames.
    let halfFrame = rate > 0 ? (0.5 + 1e-6) / rate * run.rate : 0
    run.queue.seek(schedule, to: schedule.tempo.beat(atSeconds: place - halfFrame))
  }

  /// Ends all notes, unless a run continues with the same events.
  private func endNotes(before run: PumpRun, _ isMoved: Bool) {
    guard let former, let schedule = former.schedule, former.isPlaying else { return }
    if !isMoved, run.isPlaying, run.schedule === schedule { return }
    while notes.nextBeat != nil {
      let note = notes.takeFirst()
      deliver(note.end, to: schedule.destinations[note.destination], at: ahead)
    }
    // A pedal would hold the notes.
    var index = 0
    while index < schedule.destinations.count {
      var channel: UInt8 = 0
      while channel < 16 {
        let release = SynthesizerMessage(0xB0 | channel, 64, 0)
        deliver(release, to: schedule.destinations[index], at: ahead)
        channel += 1
      }
      index += 1
    }
  }

  // MARK: Events

  /// Sends the next event if it is before a frame.
  private func sendNext(_ run: PumpRun, _ schedule: SequenceSchedule, before end: Int) -> Bool {
    let next = run.queue.first
    // A key that starts where it ended must end first.
    if let beat = notes.nextBeat, beat <= next?.beat ?? .infinity || notes.isFull {
      let offset = offset(schedule, beat)
      guard offset < end || notes.isFull else { return false }
      let note = notes.takeFirst()
      deliver(
        note.end, to: schedule.destinations[note.destination],
        at: max(0, min(offset, end - 1) - frame) + ahead)
      return true
    }
    guard let next, case let place = offset(schedule, next.beat), place < end else { return false }
    let event = schedule.tracks[next.track].events[run.queue.event(of: next.track)]
    send(event.content, schedule, next, at: max(0, place - frame) + ahead)
    run.queue.advance(schedule)
    return true
  }

  /// The frame of a beat, counted from the anchor.
  private func offset(_ schedule: SequenceSchedule, _ beat: Double) -> Int {
    Int(nearest: (schedule.tempo.seconds(atBeat: beat) - anchor) / rate * sampleRate)
  }

  private func send(
    _ content: SequenceSchedule.Event.Content, _ schedule: SequenceSchedule,
    _ next: (track: Int, beat: Double), at offset: Int
  ) {
    let place = schedule.tracks[next.track].destination
    let destination = schedule.destinations[place]
    switch content {
    case .note(let message, let velocity, let duration):
      deliver(message, to: destination, at: offset)
      notes.add(
        SoundingNotes.Note(
          beat: next.beat + duration, destination: place,
          end: SynthesizerMessage(0x80 | message.status & 0x0F, message.data1, velocity)))
    case .message(let message):
      deliver(message, to: destination, at: offset)
    case .systemExclusive(let range):
      let bytes = schedule.bytes
      destination.deliver(
        systemExclusive: bytes.span.extracting(range), at: offset, isAhead: lookahead > 0)
    }
  }

  private func deliver(
    _ message: SynthesizerMessage, to destination: any MessageDestination, at offset: Int
  ) {
    var message = message
    message.offset = offset
    message.timing = lookahead > 0 ? .ahead : .exact
    destination.deliver(message)
  }
}
