package import AudioModel

/// Which writer makes which type of file.
package enum WriterTable {
  /// The types that can be written.
  package static let fileTypes: [FourCC] = [.wave, .rf64, .bw64]

  /// A writer of a new file.
  ///
  /// - Throws: ``ContainerWriteError``, where there is none for the type, or it cannot carry the format.
  package static func writer(
    of content: ContainerContent
  ) throws(ContainerWriteError) -> any ContainerWriter {
    switch content.fileType {
    case .wave, .rf64, .bw64: try WAVWriter(content)
    default: throw .unsupportedFileType
    }
  }
}
