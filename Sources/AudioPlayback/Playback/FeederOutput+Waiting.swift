extension FeederOutput {
  /// How much may wait to be heard.
  struct Waiting: Equatable {
    /// Seconds that are decoded ahead where nobody has said how much.
    var aheadSeconds: Double
    /// Seconds that a device may hold.
    var deviceSeconds: Double
    /// Whether no more is decoded ahead even where the ring has room.
    var isBounded: Bool

    /// As much as lets everybody sleep.
    static let long = Waiting(
      aheadSeconds: Feeder.aheadSeconds, deviceSeconds: Feeder.deviceSeconds, isBounded: false)
    /// As little as lets a change of the rate be heard soon.
    static let short = Waiting(aheadSeconds: 0.15, deviceSeconds: 0.15, isBounded: true)

    /// No more than all buffers hold of a client who makes sound as it is asked for, and hears it as late as they are long.
    ///
    /// - Parameters:
    ///   - seconds: What they hold; much less than a tenth would not outlast what else the machine has to do.
    ///   - deviceSeconds: What the session has asked a device to hold, `nil` where it leaves that to us; less can wait then, too.
    /// - Returns: As much as that, or what others have where it is half a second or more.
    static func buffers(of seconds: Double, deviceSeconds: Double?) -> Waiting {
      guard seconds < long.aheadSeconds else { return .long }
      let least = min(0.1, 4 * (deviceSeconds ?? 1))
      let seconds = max(seconds, least)
      return Waiting(aheadSeconds: seconds, deviceSeconds: seconds, isBounded: true)
    }
  }
}
