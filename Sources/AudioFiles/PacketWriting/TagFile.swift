package import AudioContainers
package import AudioTransport

/// A metadata edit to an existing file.
package enum TagFile {
  /// Creates a new file from an old one.
  ///
  /// - Parameters:
  ///   - file: The file for reading.
  ///   - sink: The bytes of the file.
  ///   - change: The new metadata.
  /// - Returns: The new file, which replaces the old one when it succeeds.
  /// - Throws: ``PacketWriteError``. The file is unchanged in that case.
  package static func edit(
    _ file: PacketFile, in sink: any ByteSink, _ change: TagChange
  ) throws(PacketWriteError) -> any ByteSink {
    guard var editor = TagEditorTable.editor(change, of: file.info, byteCount: sink.size) else {
      throw .cannotReplace
    }
    while true {
      switch editor.step {
      case .read(let offset, let byteCount):
        let extent = FileExtent(offset: offset, byteCount: UInt64(byteCount))
        do {
          editor.take(try file.bytes(of: extent))
        } catch {
          throw .reading(error)
        }
      case .done(let edits):
        let new = try PacketFileWriter.successor(of: sink)
        do {
          try SinkEditor(sink: new).apply(edits, lent: Span(), old: sink)
        } catch {
          throw .transport(error)
        }
        return new
      case .impossible: throw .cannotReplace
      }
    }
  }
}
