/// The names of the file types that can be read.
package enum ReadableFileTypes {
  /// The uniform type identifiers, without repetitions.
  package static var uniformTypeIdentifiers: [String] {
    unique(FileTypeDescription.readable.flatMap(\.uniformTypeIdentifiers))
  }

  /// The MIME types, without repetitions.
  package static var mimeTypes: [String] {
    unique(FileTypeDescription.readable.flatMap(\.mimeTypes))
  }

  private static func unique(_ names: [String]) -> [String] {
    var known: Set<String> = []
    return names.filter { known.insert($0).inserted }
  }
}
