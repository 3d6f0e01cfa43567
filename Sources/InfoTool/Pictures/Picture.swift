import ToolSupport

/// A requested picture.
struct Picture {
  enum Kind {
    case waveform
    case spectrogram
    /// A picture of a film.
    case poster
  }

  var kind: Kind
  /// The path of the picture.
  var path: String
  /// The time of a poster in seconds, or `nil` for a suitable one.
  var seconds: Double?

  /// Draws the file of a report.
  func draw(_ report: FileReport) throws(ToolFailure) {
    if kind == .poster {
      guard let film = report.film else {
        throw ToolFailure("has no moving pictures that can be decoded")
      }
      return try Poster.write(film, atSeconds: seconds, to: path)
    }
    #if Pictures
      let file = try LocalFile(path: report.path)
      switch kind {
      case .waveform: try Waveform.draw(file, title: report.title, to: path)
      case .spectrogram: try Spectrogram.draw(file, title: report.title, to: path)
      case .poster: break
      }
    #else
      throw ToolFailure("afinfo was built without the trait Pictures, so it cannot draw pictures")
    #endif
  }
}

extension FileReport {
  /// The title of a picture.
  fileprivate var title: String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return FormatText.oneLine(name) + " \u{2013} " + FormatText.start(format)
  }
}
