/// Reads the lines of a playlist, whose tags show its kind.
///
/// Source: RFC 8216, 4.1 and 4.3.
struct HLSParser {
  private var variables: HLSVariables
  private var header = HLSHeader()
  private var media = HLSMediaBuilder()
  private var multivariant = HLSMultivariantBuilder()

  /// Whether the first tag of every playlist was found.
  private var hasFirstTag = false
  /// Whether a tag of HTTP Live Streaming was found.
  private var hasStreamingTag = false
  private var lineCount = 0

  init(source: HLSSource, byteCount: Int) {
    variables = HLSVariables(source: source, byteCount: byteCount)
  }

  mutating func take(_ line: HLSLines.Line) throws(HLSError) {
    lineCount += 1
    guard lineCount <= HLSPlaylist.greatestLineCount else {
      throw HLSError(.tooManyLines, line: line.number)
    }
    if let tag = HLSTag(line) {
      try take(tag)
    } else if line.text.utf8.first != UInt8(ascii: "#") {
      try takeURI(line)
    }
  }

  private mutating func take(_ tag: HLSTag) throws(HLSError) {
    switch tag.name {
    case "EXTM3U": hasFirstTag = true
    case "EXT-X-VERSION": header.version = HLSText.integer(tag.value)
    case "EXT-X-INDEPENDENT-SEGMENTS": header.hasIndependentSegments = true
    case "EXT-X-START": header.start = HLSStart(try HLSAttributes(tag, &variables))
    case "EXT-X-DEFINE": try variables.define(tag)
    default:
      try media.take(tag, &variables)
      try multivariant.take(tag, &variables)
    }
    if tag.name.utf8.starts(with: "EXT-X-".utf8) { hasStreamingTag = true }
    guard !(media.hasSegmentTags && multivariant.hasTags) else {
      throw HLSError(.mixedKinds, line: tag.line)
    }
  }

  private mutating func takeURI(_ line: HLSLines.Line) throws(HLSError) {
    guard hasFirstTag || hasStreamingTag else { throw HLSError(.notPlaylist, line: line.number) }
    let uri = try variables.expand(line.text[...], line: line.number)
    if multivariant.hasTags {
      multivariant.take(uri: uri)
    } else {
      try media.take(uri: uri)
    }
  }

  /// Returns the playlist after its last line.
  func finish(atLine line: Int) throws(HLSError) -> HLSPlaylist {
    guard hasFirstTag || hasStreamingTag else { throw HLSError(.notPlaylist, line: line) }
    if multivariant.hasTags {
      guard let playlist = multivariant.playlist(header, variables: variables.values) else {
        throw HLSError(.empty, line: line)
      }
      return .multivariant(playlist)
    }
    guard hasStreamingTag else { throw HLSError(media.isEmpty ? .empty : .plainList, line: line) }
    guard let playlist = media.playlist(header) else { throw HLSError(.empty, line: line) }
    return .media(playlist)
  }
}
