/// What is done to the speed and the pitch of frames.
package struct TimePitchSettings: Hashable, Sendable {
  /// How the speed changes.
  package enum Algorithm: Hashable, Sendable {
    /// The pitch stays, and can be changed by itself.
    case keepingPitch
    /// As a tape would: the pitch goes with the speed.
    case varispeed
  }

  /// Whether frames pass through at all; does not change while they do.
  package var isEnabled = false
  /// Whether they pass as they are.
  package var isBypassed = false
  package var algorithm = Algorithm.keepingPitch
  /// Frames that go in for each that comes out.
  package var rate: Float = 1
  /// How much higher, in cents; not as a tape would.
  package var cents: Float = 0

  /// As it is where nobody has asked for anything.
  package init() {}

  /// Frames that go in for each that comes out, all told.
  package var effectiveRate: Double { isEnabled && !isBypassed ? Double(rate) : 1 }

  /// Whether frames come out as they go in.
  package var isIdentity: Bool {
    !isEnabled || isBypassed || rate == 1 && (cents == 0 || algorithm == .varispeed)
  }
}
