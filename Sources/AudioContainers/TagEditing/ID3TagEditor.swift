/// Changes the ID3v2 tag in front of a stream of frames.
struct ID3TagEditor: TagEditor {
  private let change: TagChange
  /// Bytes of the tag that is there.
  private let oldByteCount: UInt64
  private let byteCount: UInt64
  private var old: [UInt8]?

  /// - Parameters:
  ///   - change: What is to change.
  ///   - tag: Where a tag is, which is changed where it stands at the start.
  ///   - byteCount: Bytes of the file.
  init(_ change: TagChange, old tag: FileExtent?, byteCount: UInt64) {
    self.change = change
    self.byteCount = byteCount
    oldByteCount = tag?.offset == 0 ? tag?.byteCount ?? 0 : 0
    if oldByteCount == 0 { old = [] }
  }

  var step: TagEditorStep {
    guard let old else {
      guard oldByteCount <= TagEditorTable.mostBytes else { return .impossible }
      return .read(offset: 0, byteCount: Int(oldByteCount))
    }
    let new = change.id3Tag ?? ID3v2Editor.edited(old, tags: change.tags, picture: change.picture)
    // What stands at the start may also be an ID3v1 tag of a file with nothing else.
    guard let new, UInt64(old.count) == oldByteCount, oldByteCount <= byteCount else {
      return .impossible
    }
    var edits = FileEdits()
    edits.write(new, at: 0)
    edits.copy(oldByteCount..<byteCount, to: UInt64(new.count))
    edits.end = UInt64(new.count) &+ (byteCount - oldByteCount)
    return .done(edits)
  }

  mutating func take(_ bytes: [UInt8]) {
    old = bytes
  }
}
