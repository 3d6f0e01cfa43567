package import AudioCodecs

/// What one call of ``PacketConverter/fill(_:from:into:)`` came to.
package struct FillResult: Equatable, Sendable {
  /// Why fewer frames than asked for were made.
  package enum Stop: Equatable, Sendable {
    /// The stream has ended.
    case end
    /// The input said so.
    case input(PullStop)
    /// A packet could not be decoded.
    case codec(CodecError)
  }

  /// Frames that were written, from the first frame of the output on.
  package var frameCount: Int
  /// Why they are fewer than asked for, or `nil` where they are not.
  package var stop: Stop?
}
