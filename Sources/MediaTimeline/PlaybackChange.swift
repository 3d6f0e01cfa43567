/// A change of a parameter at the start of a buffer.
package struct PlaybackChange: Hashable, Sendable {
  /// The parameter that changes.
  package enum Parameter: Hashable, Sendable {
    /// 1 for unchanged.
    case gain
    /// From -1 for left only to 1 for right only.
    case balance
    /// The duration of the ramp to a later gain, in seconds.
    case rampSeconds
    /// The player's frames for each played frame.
    case rate
    /// The change of pitch in cents.
    case cents
  }

  package var parameter: Parameter
  package var value: Float

  package init(_ parameter: Parameter, _ value: Float) {
    self.parameter = parameter
    self.value = value
  }
}
