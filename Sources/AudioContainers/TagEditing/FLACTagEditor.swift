import AudioSyntax

/// Changes the comment and the picture in a FLAC file's metadata blocks.
///
/// Source: RFC 9639, 8.
struct FLACTagEditor: TagEditor {
  private let change: TagChange
  private let dataOffset: UInt64
  private let byteCount: UInt64
  private var head: [UInt8]?

  private static let commentType: UInt8 = 4
  private static let pictureType: UInt8 = 6
  private static let mostBlockBytes = 1 << 24

  init(_ change: TagChange, dataOffset: UInt64, byteCount: UInt64) {
    self.change = change
    self.dataOffset = dataOffset
    self.byteCount = byteCount
  }

  var step: TagEditorStep {
    guard let head else {
      guard dataOffset <= TagEditorTable.mostBytes, change.id3Tag == nil else { return .impossible }
      return .read(offset: 0, byteCount: Int(dataOffset))
    }
    guard let new = edited(head) else { return .impossible }
    var edits = FileEdits()
    edits.write(new, at: 0)
    edits.copy(dataOffset..<max(dataOffset, byteCount), to: UInt64(new.count))
    edits.end = UInt64(new.count) &+ (byteCount - min(dataOffset, byteCount))
    return .done(edits)
  }

  mutating func take(_ bytes: [UInt8]) {
    head = bytes
  }

  /// Applies the change to all bytes before the first frame.
  private func edited(_ head: [UInt8]) -> [UInt8]? {
    let span = head.span
    var place = 0
    // Tags may precede the marker.
    while span.count - place >= ID3v2Header.byteCount,
      let tag = ID3v2Header(span.extracting(place...), at: 0)
    {
      place += min(tag.tagByteCount, span.count - place)
    }
    guard span.count - place >= 4, span.has("fLaC", at: place) else { return nil }
    var new = Array(head[..<(place + 4)])
    guard var blocks = FLACBlock.blocks(head, from: place + 4) else { return nil }
    if let tags = change.tags {
      let old = blocks.first { $0.type == Self.commentType }?.body
      blocks.removeAll { $0.type == Self.commentType }
      let body = VorbisCommentWriter.body(tags, over: old)
      blocks.insert(FLACBlock(type: Self.commentType, body: body), at: min(1, blocks.count))
    }
    if let picture = change.picture {
      blocks.removeAll { $0.type == Self.pictureType && $0.isCover }
      if !picture.isEmpty {
        let body = FLACPicture.block(picture)
        let index = blocks.firstIndex { $0.type == Self.pictureType } ?? blocks.count
        blocks.insert(FLACBlock(type: Self.pictureType, body: body), at: index)
      }
    }
    for (index, block) in blocks.enumerated() {
      guard block.body.count < Self.mostBlockBytes else { return nil }
      new += block.bytes(isLast: index == blocks.count - 1)
    }
    return new
  }
}
