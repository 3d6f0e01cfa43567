/// The amount of sound that may wait for playback.
struct WaitingSound: Equatable {
  /// Seconds that are decoded ahead by default.
  var aheadSeconds: Double
  /// Seconds that a device may hold.
  var deviceSeconds: Double
  /// Whether the limit holds even if the ring has more room.
  var isBounded: Bool

  /// Long buffers, which let all threads sleep.
  static let long = WaitingSound(
    aheadSeconds: Feeder.aheadSeconds, deviceSeconds: Feeder.deviceSeconds, isBounded: false)
  /// Short buffers, so that a new rate applies soon.
  static let short = WaitingSound(aheadSeconds: 0.15, deviceSeconds: 0.15, isBounded: true)

  /// The buffers of a client that generates sound on demand, and wants to hear it soon.
  ///
  /// - Parameters:
  ///   - seconds: The duration of all client buffers. The result is at least a tenth of a second,
  ///     or four device buffers if those are shorter.
  ///   - deviceSeconds: The buffer that the session requests from a device; `nil` for the
  ///     default.
  /// - Returns: Buffers of this duration, but ``long`` for half a second or more.
  static func buffers(of seconds: Double, deviceSeconds: Double?) -> WaitingSound {
    guard seconds < long.aheadSeconds else { return .long }
    let least = min(0.1, 4 * (deviceSeconds ?? 1))
    let seconds = max(seconds, least)
    return WaitingSound(aheadSeconds: seconds, deviceSeconds: seconds, isBounded: true)
  }
}
