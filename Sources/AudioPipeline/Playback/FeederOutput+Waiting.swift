extension FeederOutput {
  /// How much may wait to be heard.
  enum Waiting {
    /// As much as lets everybody sleep.
    case long
    /// As little as lets a change of the rate be heard soon.
    case short

    var aheadSeconds: Double { self == .long ? Feeder.aheadSeconds : 0.15 }
    var deviceSeconds: Double { self == .long ? Feeder.deviceSeconds : 0.15 }
  }
}
