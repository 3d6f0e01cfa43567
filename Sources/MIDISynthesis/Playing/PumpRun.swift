internal import MIDISequencing

/// The tracks, the position, and the rate of a pump from one change to the next.
final class PumpRun: @unchecked Sendable {
  // Unchecked: only the render thread uses the queue.

  let number: Int
  let schedule: SequenceSchedule?
  /// The number of the newest move, and its position in seconds.
  let move: Int
  let position: Double
  let rate: Double
  let isPlaying: Bool
  /// The messages that establish the state at the position of a move.
  let messages: [(destination: Int, message: SynthesizerMessage)]
  var queue: TrackQueue

  /// Makes a run.
  ///
  /// - Parameters:
  ///   - control: The state of the control thread.
  ///   - isMoving: Whether the newest move may not have taken effect yet.
  init(_ control: PumpControl, isMoving: Bool) {
    (number, schedule) = (control.number, control.schedule)
    (move, position) = (control.move, control.position)
    (rate, isPlaying) = (control.rate, control.isPlaying)
    let beat = isMoving ? control.schedule?.tempo.beat(atSeconds: control.position) : nil
    messages = beat.flatMap { control.schedule?.messages(before: $0) } ?? []
    queue = TrackQueue(trackCount: control.schedule?.tracks.count ?? 0)
  }
}

/// The state of a pump, on its control thread.
struct PumpControl {
  var schedule: SequenceSchedule?
  var rate = 1.0
  var isPlaying = false
  /// The number of the newest run.
  var number = 0
  /// The runs that the render thread may use.
  var runs: [PumpRun] = []
  /// The number of moves to another position.
  var move = 0
  /// The position in seconds: the present one while stopped, or else that of the newest move.
  var position = 0.0
  /// The time of the start or of the newest move on the monotonic clock, in nanoseconds.
  var since = 0
  /// The relation of the position to beats.
  var tempo = TempoMap([])
}
