/// Changes texts and pictures of a file that is there, and leaves its audio and all else as it is.
///
/// Does no I/O: it says where it wants to read, and how much, and is given that. The changes make a new file.
package protocol TagEditor: Sendable {
  /// What is to be read next, or what came of it.
  var step: TagEditorStep { get }

  /// Takes what was asked for.
  mutating func take(_ bytes: [UInt8])
}

/// An answer of a tag editor.
package enum TagEditorStep: Sendable {
  case read(offset: UInt64, byteCount: Int)
  /// How to make the new file from the old one.
  case done(FileEdits)
  /// The file is not one that can be changed without loss.
  case impossible
}
