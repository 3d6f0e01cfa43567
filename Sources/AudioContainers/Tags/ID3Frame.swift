internal import AudioSyntax

/// A frame of an ID3v2 tag in memory, such as the timed metadata of a stream.
///
/// Source: ID3v2.4.0 main structure, section 4; ID3v2.4.0 native frames, sections 4.2, 4.3 and
/// 4.27.
package struct ID3Frame: Equatable, Sendable {
  /// The four characters of the frame.
  package var identifier: String
  /// The bytes of the frame, without those that unsynchronisation inserted.
  package var body: [UInt8]

  package init(identifier: String, body: [UInt8]) {
    self.identifier = identifier
    self.body = body
  }

  /// The owner of private data, or the description of a text or a link of the user.
  package var info: String? {
    switch identifier {
    case "PRIV", "UFID": TagText.latinOrUTF8(body.prefix { $0 != 0 })
    case "TXXX", "WXXX":
      body.first.map { TagText.split(body.dropFirst(), encoding: $0).first }
    default: nil
    }
  }

  /// The value of a text or a link; `nil` for other frames.
  package var text: String? {
    guard let encoding = body.first else { return nil }
    switch identifier {
    case "TXXX":
      let rest = TagText.split(body.dropFirst(), encoding: encoding).rest
      return TagText.values(rest, encoding: encoding).joined(separator: "/")
    case "WXXX":
      return TagText.latinOrUTF8(TagText.split(body.dropFirst(), encoding: encoding).rest)
    case let name where name.hasPrefix("T"):
      return TagText.values(body[...]).joined(separator: "/")
    case let name where name.hasPrefix("W"): return TagText.latinOrUTF8(body[...])
    default: return nil
    }
  }

  /// The bytes after the owner of private data; the whole body of other frames.
  package var data: [UInt8] {
    identifier == "PRIV" || identifier == "UFID"
      ? Array(body.drop { $0 != 0 }.dropFirst()) : body
  }

  /// The frames of one or several tags, one after the other.
  ///
  /// Frames of version 2.2 have other names and are left out.
  package static func frames(of tags: Span<UInt8>) -> [ID3Frame] {
    var frames: [ID3Frame] = []
    var offset = 0
    while tags.count - offset >= ID3v2Header.byteCount,
      let header = ID3v2Header(tags, at: offset)
    {
      let end = min(offset + header.tagByteCount, tags.count)
      let start = offset + ID3v2Header.byteCount
      if start < end { frames += Self.frames(tags.extracting(start..<end), header) }
      offset = end
    }
    return frames
  }

  private static func frames(_ bytes: Span<UInt8>, _ header: ID3v2Header) -> [ID3Frame] {
    guard header.isReadable, header.version > 2 else { return [] }
    var all: [UInt8] = []
    all.append(bytes, bytes.indices)
    if header.isUnsynchronised, header.version < 4 { all = ID3v2Header.resynchronised(all[...]) }
    var rest = all[...]
    if header.hasExtendedHeader {
      rest = rest.dropFirst(header.extendedHeaderByteCount(Array(rest.prefix(10))) ?? 0)
    }
    var frames: [ID3Frame] = []
    while rest.count > 10,
      let frame = ID3v2FrameHeader(Array(rest.prefix(10)), version: header.version)
    {
      let identifier = String(decoding: rest.prefix(4), as: UTF8.self)
      rest = rest.dropFirst(10)
      var body = rest.prefix(frame.byteCount)
      if frame.isUnsynchronised { body = ID3v2Header.resynchronised(body)[...] }
      frames.append(
        ID3Frame(identifier: identifier, body: Array(body.dropFirst(frame.prefixByteCount))))
      rest = rest.dropFirst(frame.byteCount)
    }
    return frames
  }
}
