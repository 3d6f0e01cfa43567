internal import AudioRealtime
package import MIDISequencing
internal import Synchronization

/// Sends the events of a sequence to their destinations, each with its exact frame.
///
/// A control thread starts, stops, and moves it. The render thread calls
/// ``advance(_:sampleRate:at:)`` before the destinations render a slice.
package final class SequencePump: Sendable {
  private let control = Mutex(PumpControl())
  private let published = PublishedObject()
  private let progress = PumpProgress()
  private let renderer: PumpRenderer

  /// The farthest position from 0, in seconds.
  private static let mostSeconds = 1e12

  package init() { renderer = PumpRenderer(progress) }

  // MARK: The control thread

  /// Sets the events, which replace the present ones at the next slice.
  ///
  /// The position in beats stays, even if the tempo differs.
  ///
  /// - Throws: ``SynthesisError`` if a preset cannot be loaded.
  package func set(_ schedule: SequenceSchedule?) throws(SynthesisError) {
    try schedule?.prepare()
    let former = control.withLock { control in
      let former = control.schedule
      control.schedule = schedule
      if let schedule { control.change(schedule.tempo) }
      publish(&control)
      return former
    }
    withExtendedLifetime(former) {}
  }

  package var isStarted: Bool { control.withLock { $0.isPlaying } }

  /// Starts from the present position.
  package func start() {
    control.withLock { control in
      guard !control.isPlaying else { return }
      control.isPlaying = true
      control.since = MonotonicClock.nanoseconds
      publish(&control, isMove: true)
    }
  }

  /// Stops; all notes end.
  package func stop() {
    control.withLock { control in
      guard control.isPlaying else { return }
      control.position = seconds(control)
      control.isPlaying = false
      publish(&control)
    }
  }

  /// The factor of the tempo.
  package var tempoRate: Double {
    get { control.withLock { $0.rate } }
    set {
      control.withLock { control in
        guard newValue > 0, newValue.isFinite, control.rate != newValue else { return }
        control.rate = newValue
        publish(&control)
      }
    }
  }

  private func publish(_ control: inout PumpControl, isMove: Bool = false) {
    if isMove {
      control.move += 1
      progress.moves.store(control.move, ordering: .relaxed)
    }
    control.number += 1
    let isMoving = progress.renderedMove.load(ordering: .acquiring) != control.move
    let run = PumpRun(control, isMoving: isMoving)
    let taken = progress.takenRun.load(ordering: .acquiring)
    control.runs.removeAll { $0.number < taken }
    control.runs.append(run)
    published.publish(run)
  }

  // MARK: Position

  /// The position, in seconds at rate 1; at most 10¹² from 0.
  package var position: Double {
    get { control.withLock { seconds($0) } }
    set { control.withLock { move(&$0, to: newValue) } }
  }

  /// The position in beats.
  package var beat: Double { control.withLock { beat($0) } }

  /// Moves to a beat.
  ///
  /// - Parameters:
  ///   - beat: The beat.
  ///   - tempo: The relation of beats to seconds. While the pump plays, the relation in its events
  ///     applies instead.
  package func move(toBeat beat: Double, _ tempo: TempoMap) {
    control.withLock { control in
      if !control.isPlaying { control.tempo = tempo }
      move(&control, to: control.tempo.seconds(atBeat: beat))
    }
  }

  private func move(_ control: inout PumpControl, to seconds: Double) {
    let bounded = max(-Self.mostSeconds, min(seconds, Self.mostSeconds))
    control.position = bounded.isNaN ? 0 : bounded
    if control.isPlaying {
      control.since = MonotonicClock.nanoseconds
      publish(&control, isMove: true)
    } else {
      progress.hasEnded.store(false, ordering: .relaxed)
    }
  }

  /// The moves so far, the beat of the newest one, and the present beat.
  package var progressSinceMove: (move: Int, start: Double, beat: Double) {
    control.withLock { control in
      (control.move, control.tempo.beat(atSeconds: control.position), beat(control))
    }
  }

  private func seconds(_ control: PumpControl) -> Double {
    guard control.isPlaying, progress.isCurrent else { return control.position }
    // The events with the new tempo have not been rendered yet.
    guard progress.renderedRun.load(ordering: .acquiring) == control.number else {
      return control.tempo.seconds(atBeat: progress.beat)
    }
    return progress.seconds
  }

  private func beat(_ control: PumpControl) -> Double {
    guard control.isPlaying, progress.isCurrent else {
      return control.tempo.beat(atSeconds: control.position)
    }
    return progress.beat
  }

  // MARK: Any thread, without a lock

  /// Whether all events have been sent.
  package var isAtEnd: Bool { progress.isCurrent && progress.hasEnded.load(ordering: .relaxed) }

  /// The position of the next frame in seconds; `nil` before the first slice after a move.
  package var renderedPosition: Double? { progress.isCurrent ? progress.seconds : nil }

  // MARK: Clock

  /// The time of a position on the monotonic clock, in nanoseconds; `nil` while stopped.
  ///
  /// Until the first slice after a start or a move, the slice counts as rendered at that moment.
  package func nanoseconds(at position: Double) -> Int? {
    control.withLock { control in
      guard control.isPlaying else { return nil }
      guard progress.isCurrent else {
        return control.since + Int(nearest: (position - control.position) / control.rate * 1e9)
      }
      return progress.origin.load(ordering: .relaxed) + Int(nearest: position / control.rate * 1e9)
    }
  }

  /// The position at a time of the monotonic clock; `nil` while stopped.
  package func position(atNanoseconds time: Int) -> Double? {
    guard let start = nanoseconds(at: 0) else { return nil }
    return (Double(time) - Double(start)) / 1e9 * tempoRate
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
    renderer.render(run, count, sampleRate: sampleRate, at: nanoseconds)
  }
}

extension PumpControl {
  /// Takes another relation of beats and seconds, and keeps the beat of the position.
  fileprivate mutating func change(_ new: TempoMap) {
    guard new != tempo else { return }
    position = new.seconds(atBeat: tempo.beat(atSeconds: position))
    tempo = new
  }
}
