import AudioModel

/// Changes the texts or the picture of an ID3v2 tag, and keeps all other frames.
///
/// Source: *ID3 tag version 2.4.0 - Main Structure*, 3 and 4; *ID3 tag version 2.3.0*, 3.
package enum ID3v2Editor {
  /// A frame with its original fields.
  private struct Frame {
    var header: ID3v2FrameHeader
    var identifier: [UInt8]
    var flags: [UInt8]
    var body: [UInt8]
  }

  /// Creates a tag with new texts or a new picture.
  ///
  /// - Parameters:
  ///   - old: The whole existing tag, or empty.
  ///   - tags: The new texts, or `nil` to keep the existing ones.
  ///   - picture: The front cover, empty to remove it, or `nil` to keep pictures.
  /// - Returns: A tag of the same version, or empty if no frames remain. `nil` if the old tag is
  ///   invalid, or has another version than 2.3 or 2.4, or if the new tag would be too large.
  package static func edited(
    _ old: [UInt8], tags: Tags?, picture: [UInt8]?
  ) -> [UInt8]? {
    guard !old.isEmpty else { return ID3v2Writer.tag(tags ?? Tags(), picture: picture ?? []) }
    guard old.count >= ID3v2Header.byteCount, let header = ID3v2Header(old.span, at: 0),
      header.version == 3 || header.version == 4, var frames = frames(of: old, header)
    else { return nil }
    if tags != nil { frames.removeAll { $0.header.isText || isOwnComment($0) } }
    if picture != nil { frames.removeAll { $0.header.isPicture } }
    let version = header.version
    var body = ID3v2Writer.frames(tags ?? Tags(), picture: picture ?? [], version: version)
    for frame in frames {
      body += frame.identifier
      body += ID3v2Writer.size(frame.body.count, version: version)
      body += frame.flags + frame.body
    }
    guard body.count < ID3v2Writer.mostBytes else { return nil }
    return ID3v2Writer.tag(version: version, body)
  }

  /// The frames of a tag, without the bytes that unsynchronisation inserted.
  private static func frames(of tag: [UInt8], _ header: ID3v2Header) -> [Frame]? {
    let end = min(tag.count, ID3v2Header.byteCount + header.bodyByteCount)
    var rest = tag[ID3v2Header.byteCount..<end]
    if header.isUnsynchronised, header.version == 3 { rest = ID3v2Header.resynchronised(rest)[...] }
    if header.hasExtendedHeader {
      rest = rest.dropFirst(header.extendedHeaderByteCount(Array(rest.prefix(10))) ?? 0)
    }
    var frames: [Frame] = []
    while rest.count > 10,
      let frame = ID3v2FrameHeader(Array(rest.prefix(10)), version: header.version)
    {
      let fields = Array(rest.prefix(10))
      rest = rest.dropFirst(10)
      guard frame.byteCount <= rest.count else { return nil }
      var new = Frame(
        header: frame, identifier: Array(fields[0..<4]), flags: Array(fields[8..<10]),
        body: Array(rest.prefix(frame.byteCount)))
      if header.version == 4, header.isUnsynchronised || frame.isUnsynchronised {
        new.body = ID3v2Header.resynchronised(new.body[...])
        new.flags[1] &= ~0x02
      }
      frames.append(new)
      rest = rest.dropFirst(frame.byteCount)
    }
    return frames
  }

  /// Whether a frame is the general comment, which has no description, or Sound Check's.
  private static func isOwnComment(_ frame: Frame) -> Bool {
    guard frame.identifier == Array("COMM".utf8), frame.body.count >= 4 else { return false }
    let body = frame.body.dropFirst(frame.header.prefixByteCount)
    guard body.count >= 4, let encoding = body.first else { return false }
    let description = TagText.split(body.dropFirst(4), encoding: encoding).0
    return description.isEmpty || description == SoundCheck.tagName
  }
}
