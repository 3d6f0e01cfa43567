import AudioSyntax

/// The line of text at the start of an AMR file.
///
/// Source: RFC 4867, 5.1 and 5.2.
enum AMRMagic: Sendable {
  /// One channel.
  case single(AMRBand, byteCount: Int)
  /// Interleaved frames of several channels.
  case multichannel

  /// Bytes of the longest line.
  static let longest = 15

  /// Reads the line at `index`.
  static func detect(_ bytes: Span<UInt8>, at index: Int, isEnd: Bool) -> Verdict<AMRMagic> {
    if bytes.has("#!AMR\n", at: index) { return .confirmed(.single(.narrow, byteCount: 6)) }
    if bytes.has("#!AMR-WB\n", at: index) { return .confirmed(.single(.wide, byteCount: 9)) }
    guard isEnd || bytes.count - index >= longest else { return .needs(longest) }
    let isMultichannel =
      bytes.has("#!AMR_MC1.0\n", at: index) || bytes.has("#!AMR-WB_MC1.0\n", at: index)
    return isMultichannel ? .confirmed(.multichannel) : .refuted
  }
}
