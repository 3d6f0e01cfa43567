import AudioPlayback
import Testing

/// The device of a render graph.
@Suite struct PulledPlaybackTests {
  @Test(
    "a buffer has 5 milliseconds to a second, whatever a client wants",
    arguments: [
      (0, 0.02), (-1, 0.02), (.nan, 0.02), (-.infinity, 0.02), (1e-300, 0.005), (0.005, 0.005),
      (0.1, 0.1), (1, 1), (1e300, 1), (.infinity, 1),
    ] as [(Double, Double)])
  func buffers(preference: Double, seconds: Double) {
    #expect(PulledPlayback.bufferSeconds(preferring: preference) == seconds)
  }
}
