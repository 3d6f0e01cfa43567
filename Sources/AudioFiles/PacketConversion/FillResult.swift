package import AudioCodecs

/// The result of one call of ``PacketConverter/fill(_:from:into:)``.
package struct FillResult: Equatable, Sendable {
  /// Why a call made fewer frames than requested.
  package enum Stop: Equatable, Sendable {
    /// The stream has ended.
    case end
    /// The input stopped with this status.
    case input(PullStop)
    /// A packet could not be decoded.
    case codec(CodecError)
  }

  /// Frames written, from the first frame of the output on.
  package var frameCount: Int
  /// Why the call made fewer frames than requested, or `nil` if it made them all.
  package var stop: Stop?
}
