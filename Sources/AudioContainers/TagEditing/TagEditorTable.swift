internal import AudioModel

/// Maps file types to tag editors.
package enum TagEditorTable {
  /// Maximum number of bytes before the audio to keep in memory.
  static let mostBytes: UInt64 = 256 << 20

  /// Whether the texts of an existing file of this type can be changed.
  package static func canEdit(_ info: ContainerInfo) -> Bool {
    editor(TagChange(), of: info, byteCount: 0) != nil
  }

  /// Returns an editor for a file.
  ///
  /// - Parameters:
  ///   - change: The change to make.
  ///   - info: The current description of the file.
  ///   - byteCount: Bytes of the file.
  /// - Returns: `nil` if its type has no editor.
  package static func editor(
    _ change: TagChange, of info: ContainerInfo, byteCount: UInt64
  ) -> (any TagEditor)? {
    switch info.fileType.description {
    case "MPG1", "MPG2", "MPG3", "adts":
      ID3TagEditor(change, old: info.tags.id3Tag, byteCount: byteCount)
    case "flac": FLACTagEditor(change, dataOffset: info.dataOffset, byteCount: byteCount)
    case "m4af", "m4bf", "mp4f", "3gpp", "3gp2": MP4TagEditor(change, byteCount: byteCount)
    default: nil
    }
  }
}
