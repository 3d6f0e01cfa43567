import Foundation

/// Waits until `condition` holds.
///
/// - Returns: Whether it came to hold before `seconds` had passed; a failed test is all that takes so long.
package func waitUntil(
  seconds: Double = 30, _ condition: () throws -> Bool
) rethrows -> Bool {
  let deadline = ContinuousClock.now + .seconds(seconds)
  while ContinuousClock.now < deadline {
    if try condition() { return true }
    Thread.sleep(forTimeInterval: 0.002)
  }
  return try condition()
}
