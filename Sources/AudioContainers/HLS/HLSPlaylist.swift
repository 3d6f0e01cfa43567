internal import AudioSyntax

/// A playlist of HTTP Live Streaming.
///
/// Sources: RFC 8216; draft-pantos-hls-rfc8216bis. The reader ignores unknown tags and attributes,
/// tags of low latency, and content steering. It accepts the usual faults of writers: a byte order
/// mark, a missing first tag, missing durations, and unusual white space.
package enum HLSPlaylist: Equatable, Sendable {
  case media(HLSMediaPlaylist)
  case multivariant(HLSMultivariantPlaylist)

  /// Maximum size of a playlist in bytes.
  package static let greatestByteCount = 1 << 24
  /// Maximum number of lines with text.
  package static let greatestLineCount = 1 << 19
  /// Maximum length of a line in bytes; keys and session data may be in a line.
  package static let longestLine = 1 << 16

  /// Whether bytes can be the start of a playlist, which may have no segments.
  package static func mayStart(_ bytes: Span<UInt8>) -> Bool {
    let start = bytes.has("\u{FEFF}", at: 0) ? 3 : 0
    return bytes.has("#EXTM3U", at: start) || bytes.has("#EXT-X-", at: start)
  }

  /// Whether bytes are the start of a playlist of streaming, not of a list of files or stations.
  ///
  /// Both kinds start with the same tag, but only streaming uses tags with the prefix `EXT-X-`.
  package static func isCertain(_ bytes: Span<UInt8>) -> Bool {
    guard mayStart(bytes) else { return false }
    return bytes.indices.contains { index in
      bytes[index] == 0x23 && bytes.has("#EXT-X-", at: index)
        && (index == 0 || bytes[index - 1] == 0x0A || bytes[index - 1] == 0x0D)
    }
  }

  /// Whether a media type is that of playlists.
  ///
  /// Source: RFC 8216, 4.
  package static func isMediaType(_ name: String?) -> Bool {
    let type = name?.prefix { $0 != ";" && $0 != " " }.lowercased()
    return type.map(mediaTypes.contains) ?? false
  }

  /// The media types of playlists.
  package static let mediaTypes = ["application/vnd.apple.mpegurl", "audio/mpegurl"]

  /// Reads a whole playlist.
  ///
  /// - Parameters:
  ///   - bytes: All bytes of the playlist, without any content coding.
  ///   - source: The location and the inherited variables.
  /// - Throws: ``HLSError``.
  package init(_ bytes: Span<UInt8>, from source: HLSSource) throws(HLSError) {
    guard bytes.count <= Self.greatestByteCount else { throw HLSError(.tooManyBytes, line: 1) }
    var parser = HLSParser(source: source, byteCount: bytes.count)
    var lines = HLSLines(bytes)
    while let line = try lines.next() { try parser.take(line) }
    self = try parser.finish(atLine: max(lines.number, 1))
  }
}
