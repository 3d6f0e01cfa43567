package import AudioModel

/// Maps file types to writers.
package enum WriterTable {
  /// The file types that can be written.
  package static let fileTypes: [FourCC] = [
    .wave, .rf64, .bw64, .caff, FourCC("A", "I", "F", "F"), FourCC("A", "I", "F", "C"),
    FourCC("N", "e", "X", "T"), FourCC("M", "P", "G", "1"), FourCC("M", "P", "G", "2"),
    FourCC("M", "P", "G", "3"), FourCC("a", "d", "t", "s"),
    FourCC("a", "m", "r", "f"), FourCC("f", "l", "a", "c"), FourCC("m", "4", "a", "f"),
    FourCC("m", "4", "b", "f"), FourCC("m", "p", "4", "f"), FourCC("3", "g", "p", "p"),
    FourCC("3", "g", "p", "2"), FourCC("a", "c", "-", "3"), .wave64, .ogg,
  ]

  /// Creates a writer for a new file.
  ///
  /// - Throws: ``ContainerWriteError`` if the type has no writer, or if the writer cannot carry the
  ///   format.
  package static func writer(
    of content: ContainerContent
  ) throws(ContainerWriteError) -> any ContainerWriter {
    switch content.fileType.description {
    case "WAVE", "RF64", "BW64": try WAVWriter(content)
    case "caff": try CAFWriter(content)
    case "AIFF", "AIFC": try AIFFWriter(content)
    case "NeXT": try AUWriter(content)
    case "MPG1", "MPG2", "amrf", "ac-3": try RawFrameWriter(content)
    case "MPG3": try MP3Writer(content)
    case "adts": try ADTSWriter(content)
    case "flac": try FLACWriter(content)
    case "W64f": try W64Writer(content)
    case "Oggf": try OggWriter(content)
    case "m4af", "m4bf", "mp4f", "MooV", "3gpp", "3gp2": try MP4Writer(content)
    default: throw .unsupportedFileType
    }
  }
}
