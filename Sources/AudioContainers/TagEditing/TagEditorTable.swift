internal import AudioModel

/// Which types of file have a tag editor.
package enum TagEditorTable {
  /// Bytes in front of the audio that are kept in memory.
  static let mostBytes: UInt64 = 256 << 20

  /// The types whose texts can be changed where the file is there already.
  package static func canEdit(_ info: ContainerInfo) -> Bool {
    editor(TagChange(), of: info, byteCount: 0) != nil
  }

  /// An editor for a file.
  ///
  /// - Parameters:
  ///   - change: What is to change.
  ///   - info: What the file says by now.
  ///   - byteCount: Bytes of the file.
  /// - Returns: `nil` where there is none for its type.
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
