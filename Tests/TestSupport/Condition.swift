internal import AudioRealtime
import Foundation

/// Waits until `condition` holds.
///
/// On a thread of a virtual clock, the clock's time passes meanwhile.
///
/// - Returns: Whether it holds before `seconds` have passed. Only a failed test takes that long.
package func waitUntil(
  seconds: Double = 30, _ condition: () throws -> Bool
) rethrows -> Bool {
  let deadline = ContinuousClock.now + .seconds(seconds)
  while ContinuousClock.now < deadline {
    if try condition() { return true }
    if VirtualClock.identity != 0 {
      VirtualClock.sleep(nanoseconds: 2_000_000)
    } else {
      Thread.sleep(forTimeInterval: 0.002)
    }
  }
  return try condition()
}

/// Waits for a condition, with a generous deadline, as ``waitUntil(seconds:_:)`` does.
package func waitUntil(
  _ what: String, seconds: Double = 30, _ condition: () throws -> Bool
) throws {
  guard try waitUntil(seconds: seconds, condition) else {
    throw TestFailure(description: "waited \(seconds) s in vain until \(what)")
  }
}
