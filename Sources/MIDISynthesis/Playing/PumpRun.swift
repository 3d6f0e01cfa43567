internal import MIDISequencing

/// What plays from a moment on.
final class PumpRun: @unchecked Sendable {
  // Unchecked: only the render thread uses the cursors.

  let number: Int
  let schedule: SequenceSchedule?
  /// The position at which it starts, in seconds; `nil` to continue.
  let start: Double?
  let rate: Double
  let isPlaying: Bool
  let messages: [(destination: Int, message: SynthesizerMessage)]
  var cursors: [TrackCursor]

  init(_ control: PumpControl, start: Double?) {
    number = control.number
    schedule = control.schedule
    self.start = start
    rate = control.rate
    isPlaying = control.isPlaying
    let beat = start.flatMap { start in control.schedule?.tempo.beat(atSeconds: start) }
    messages = beat.flatMap { control.schedule?.messages(before: $0) } ?? []
    cursors = Array(repeating: TrackCursor(), count: control.schedule?.tracks.count ?? 0)
  }
}

/// What the control thread of a pump knows.
struct PumpControl {
  var schedule: SequenceSchedule?
  var rate = 1.0
  var isPlaying = false
  /// The number of the newest run.
  var number = 0
  /// The runs that the render thread may use.
  var runs: [PumpRun] = []
  /// The position while it is stopped, in seconds.
  var position = 0.0
}
