import AudioPlayback
import TestSupport
import Testing

@Suite(.virtualTime) struct RecordingDriftTests {
  /// A device whose rate differs from the host clock by at most one thousandth, in frames per
  /// second.
  @Test(arguments: [999, 1000, 1001])
  func hostTimesFollowTheDeviceAndNoFrameIsLost(milliseconds: Int) throws {
    let test = try RecordingTest()
    let (blocks, buffersOfEach) = (20, 10)
    for _ in 0..<blocks * buffersOfEach { test.enqueue(400) }
    try test.engine.start()
    for block in 0..<blocks {
      test.devices.give(marks(block * 1000..<block * 1000 + 1000), at: block * milliseconds)
      try test.waitForBuffers((block + 1) * buffersOfEach)
    }
    let returned = test.returned
    #expect(test.samples == marks(0..<blocks * 1000))
    #expect(test.failures.isEmpty)
    // Times count frames without a jump; host times are the device's capture times.
    #expect(returned.map(\.part.startFrame) == returned.indices.map { Double($0 * 100) })
    let moments = returned.indices.map { index in
      index / buffersOfEach * milliseconds + index % buffersOfEach * 100
    }
    #expect(returned.map(\.part.nanoseconds) == moments.map { $0 * 1_000_000 })
    test.engine.stop()
  }
}
