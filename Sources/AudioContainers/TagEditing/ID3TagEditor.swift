/// Changes the ID3v2 tag before a stream of frames.
struct ID3TagEditor: TagEditor {
  private let change: TagChange
  /// Bytes of the existing tag.
  private let oldByteCount: UInt64
  private let byteCount: UInt64
  private var old: [UInt8]?

  /// Creates an editor.
  ///
  /// - Parameters:
  ///   - change: The change to make.
  ///   - tag: The location of a tag, which is changed if it is at the start of the file.
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
    // The start of the file may also be an ID3v1 tag without other content.
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
