internal import AudioRealtime
internal import Synchronization

extension DeviceMixer {
  /// For how long a device that has begun to play is asked where it is, in nanoseconds: the answer that took least time is the best.
  private static let measuringTime = 50_000_000
  /// How much better than another an answer is to be, in nanoseconds: each has what waits rendered again.
  private static let gain = 200_000
  /// How long a device that does not begin to play is waited for, in nanoseconds.
  private static let correctionPatience = 10_000_000_000

  /// Waits until the device plays, and places what has not begun by what it says then.
  ///
  /// Until a stream plays its server may take silence back that is before it, some with each time that it gets other frames in
  /// the place of those that it holds. So it plays earlier than it has said.
  func correct() {
    let pause = Signal()
    var end = MonotonicClock.nanoseconds + Self.correctionPatience
    var earliest: Int?
    while MonotonicClock.nanoseconds < end, isInUse {
      device.refreshPosition()
      pause.wait(until: MonotonicClock.nanoseconds + 2_000_000)
      guard let schedule = device.schedule, schedule.isPlaying else { continue }
      let position = schedule.position
      // When the first frame was heard; an answer that was long on its way says later.
      let start =
        position.nanoseconds
        - MonotonicClock.duration(ofFrames: position.frames, sampleRate: format.sampleRate)
      if let earliest {
        guard start < earliest - Self.gain else { continue }
      } else {
        end = MonotonicClock.nanoseconds + Self.measuringTime
      }
      earliest = start
      place(by: position)
    }
  }
}
