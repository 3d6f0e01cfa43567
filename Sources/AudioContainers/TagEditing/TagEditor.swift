/// Changes the texts and pictures of an existing file, and leaves the audio and all other data
/// unchanged.
///
/// An editor does no I/O. It requests ranges of the file, and the caller supplies them. The changes
/// create a new file.
package protocol TagEditor: Sendable {
  /// The next range to read, or the result.
  var step: TagEditorStep { get }

  /// Takes the requested bytes.
  mutating func take(_ bytes: [UInt8])
}

/// A result of a tag editor.
package enum TagEditorStep: Sendable {
  case read(offset: UInt64, byteCount: Int)
  /// The edits that create the new file from the old one.
  case done(FileEdits)
  /// The file cannot be changed without loss.
  case impossible
}
