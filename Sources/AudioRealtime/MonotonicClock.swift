internal import CAudioRealtime

/// The clock of devices and players: nanoseconds that never go back.
package enum MonotonicClock {
  /// The current time, in nanoseconds since a fixed moment of the machine.
  ///
  /// On a thread of a ``VirtualClock``, returns the time of that clock.
  package static var nanoseconds: Int {
    VirtualClock.current?.nanoseconds ?? Int(OCAMonotonicNanoseconds())
  }

  /// Returns the duration of `frames` at `sampleRate` hertz, in nanoseconds.
  package static func duration(ofFrames frames: Int, sampleRate: Double) -> Int {
    Int((Double(frames) * 1e9 / sampleRate).rounded())
  }

  /// Returns the number of frames in `nanoseconds` at `sampleRate` hertz.
  package static func frames(inNanoseconds nanoseconds: Int, sampleRate: Double) -> Int {
    Int((Double(nanoseconds) * sampleRate / 1e9).rounded(.down))
  }
}
