import AudioDevices
import AudioRealtime
import TestSupport
import Testing

@testable import AudioPlayback

@Suite struct DeviceReturnTests {
  /// A server that is gone for good.
  private struct Absent: ProbedDevice {
    var isReachable: Bool { false }
  }

  /// What is back is heard within a second, however long it was away.
  @Test func looksAreNeverRare() throws {
    var device = DeviceReturn<Absent>(signal: Signal())
    device.noteLoss()
    device.wait(for: [Absent()])
    for look in 0..<4 {
      let due = try #require(device.nextLook)
      #expect(due - MonotonicClock.nanoseconds <= 750_000_000, "look \(look)")
      let hasLooked = waitUntil { device.take() == nil && (device.nextLook ?? 0) > due }
      #expect(hasLooked, "look \(look)")
    }
  }
}
