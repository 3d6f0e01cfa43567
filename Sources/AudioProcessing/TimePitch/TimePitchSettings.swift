/// Settings for the speed and pitch of frames.
package struct TimePitchSettings: Hashable, Sendable {
  /// How the speed changes.
  package enum Algorithm: Hashable, Sendable {
    /// The pitch stays constant, and can be changed separately.
    case keepingPitch
    /// The pitch changes with the speed, as on a tape.
    case varispeed
  }

  /// Whether frames pass through the effect.
  ///
  /// Must not change while frames pass through the effect.
  package var isEnabled = false
  /// Whether frames pass unchanged.
  package var isBypassed = false
  package var algorithm = Algorithm.keepingPitch
  /// Input frames per output frame.
  package var rate: Float = 1
  /// The pitch change in cents.
  ///
  /// Ignored for `varispeed`.
  package var cents: Float = 0

  /// Creates the default settings.
  package init() {}

  /// Input frames per output frame, considering all settings.
  package var effectiveRate: Double { isEnabled && !isBypassed ? Double(rate) : 1 }

  /// Whether frames pass unchanged.
  package var isIdentity: Bool {
    !isEnabled || isBypassed || rate == 1 && (cents == 0 || algorithm == .varispeed)
  }
}
