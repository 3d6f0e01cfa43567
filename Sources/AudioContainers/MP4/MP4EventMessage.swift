internal import AudioSyntax

/// A message in a segment, for programs that play it.
///
/// Source: ISO/IEC 23009-1, 5.10.3.3 (`emsg`).
struct MP4EventMessage: Equatable, Sendable {
  /// When the message applies, in seconds.
  enum Time: Equatable, Sendable {
    case afterSegmentStart(Double)
    /// Seconds of the media's own timeline.
    case media(Double)
  }

  var time: Time
  /// Whether the data are an ID3 tag, by the scheme.
  var isTag: Bool
  var data: [UInt8]

  /// Reads the body of a box; fails if it is damaged or its version is unknown.
  init?(_ body: Span<UInt8>) {
    guard body.count >= 4 else { return nil }
    switch body[0] {
    case 0:
      guard let texts = Self.texts(in: body, at: 4), body.count - texts.end >= 16 else {
        return nil
      }
      let scale = body.bigEndian32(at: texts.end)
      guard scale > 0 else { return nil }
      let seconds = Double(body.bigEndian32(at: texts.end + 4)) / Double(scale)
      self.init(.afterSegmentStart(seconds), texts.isTag, body, from: texts.end + 16)
    case 1:
      guard body.count >= 24, let texts = Self.texts(in: body, at: 24) else { return nil }
      let scale = body.bigEndian32(at: 4)
      guard scale > 0 else { return nil }
      let seconds = Double(body.bigEndian64(at: 8)) / Double(scale)
      self.init(.media(seconds), texts.isTag, body, from: texts.end)
    default: return nil
    }
  }

  private init(_ time: Time, _ isTag: Bool, _ body: Span<UInt8>, from start: Int) {
    (self.time, self.isTag) = (time, isTag)
    data = []
    data.append(body, start..<body.count)
  }

  /// Reads the scheme and the value, two texts that end with a zero.
  private static func texts(
    in body: Span<UInt8>, at start: Int
  ) -> (isTag: Bool, end: Int)? {
    guard let scheme = (start..<body.count).first(where: { body[$0] == 0 }),
      let value = (scheme + 1..<body.count).first(where: { body[$0] == 0 })
    else { return nil }
    return (isTagScheme(body.extracting(start..<scheme)), value + 1)
  }

  /// Source: AOM, Carriage of ID3 Timed Metadata in the Common Media Application Format, 2.
  private static func isTagScheme(_ scheme: Span<UInt8>) -> Bool {
    let names: [StaticString] = [
      "https://aomedia.org/emsg/ID3", "https://developer.apple.com/streaming/emsg-id3",
    ]
    return names.contains { $0.utf8CodeUnitCount == scheme.count && scheme.has($0, at: 0) }
  }
}
