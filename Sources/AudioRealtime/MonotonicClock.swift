internal import CAudioRealtime

/// The clock by which devices and players count: nanoseconds that never go back.
package enum MonotonicClock {
  /// Now, in nanoseconds since some fixed moment of this machine, or of the thread's ``VirtualClock``.
  package static var nanoseconds: Int {
    VirtualClock.current?.nanoseconds ?? Int(OCAMonotonicNanoseconds())
  }

  /// The nanoseconds that `frames` last at `sampleRate` hertz.
  package static func duration(ofFrames frames: Int, sampleRate: Double) -> Int {
    Int((Double(frames) * 1e9 / sampleRate).rounded())
  }

  /// The frames that go by in `nanoseconds` at `sampleRate` hertz.
  package static func frames(inNanoseconds nanoseconds: Int, sampleRate: Double) -> Int {
    Int((Double(nanoseconds) * sampleRate / 1e9).rounded(.down))
  }
}
