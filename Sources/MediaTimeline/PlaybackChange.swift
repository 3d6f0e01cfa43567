/// A parameter that changes where a buffer starts.
package struct PlaybackChange: Hashable, Sendable {
  /// What changes.
  package enum Parameter: Hashable, Sendable {
    /// 1 for unchanged.
    case gain
    /// -1 for left alone, 1 for right alone.
    case balance
    /// Seconds that a later gain takes.
    case rampSeconds
    /// The player's frames for each that is heard.
    case rate
    /// How much higher.
    case cents
  }

  package var parameter: Parameter
  package var value: Float

  package init(_ parameter: Parameter, _ value: Float) {
    self.parameter = parameter
    self.value = value
  }
}
