import AudioModel

/// The contents of iTunes's `iTunSMPB` text, in MP4 files and in ID3v2 tags.
///
/// The text consists of hexadecimal words. The second to fourth are the priming, the remainder, and
/// the valid frames.
struct GaplessInfo: Equatable, Sendable {
  /// iTunes's name for the text.
  static let tagName = "iTunSMPB"

  var priming: UInt64
  var remainder: UInt64
  var valid: UInt64

  init?(_ text: String) {
    let words = text.split(separator: " ").prefix(4).map { UInt64($0, radix: 16) }
    guard words.count == 4, let priming = words[1], let remainder = words[2],
      let valid = words[3], valid > 0
    else { return nil }
    self.priming = priming
    self.remainder = remainder
    self.valid = valid
  }
}

extension GaplessInfo {
  /// The same values as a trim.
  ///
  /// - Returns: `nil` if the numbers are too large.
  var trim: FrameTrim? {
    guard let priming = Int32(exactly: priming), let remainder = Int32(exactly: remainder),
      valid <= UInt64(Int64.max)
    else { return nil }
    return FrameTrim(
      primingFrames: Int(priming), validFrames: valid, remainderFrames: Int(remainder))
  }
}
