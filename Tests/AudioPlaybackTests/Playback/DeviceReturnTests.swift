import AudioDevices
import AudioRealtime
import TestSupport
import Testing

@testable import AudioPlayback

@Suite struct DeviceReturnTests {
  /// A server that never returns.
  private struct Absent: ProbedDevice {
    var isReachable: Bool { false }
  }

  @Test("a lost device is searched for at least every 0.75 seconds")
  func looksAreNeverRare() throws {
    try VirtualClock().run {
      var device = DeviceReturn<Absent>(signal: Signal())
      device.noteLoss()
      device.wait(for: [Absent()])
      // Twenty minutes of looks.
      for look in 0..<1600 {
        let due = try #require(device.nextLook)
        #expect(due - MonotonicClock.nanoseconds <= 750_000_000, "look \(look)")
        let hasLooked = waitUntil { device.take() == nil && (device.nextLook ?? 0) > due }
        #expect(hasLooked, "look \(look)")
      }
    }
  }
}
