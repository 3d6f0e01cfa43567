import ToolSupport

/// The report of afinfo about a film without sound.
struct SilentFilmReport: Report {
  let film: Film

  var path: String { film.path }
  var warning: String? { nil }
  var cutOff: ToolFailure? { nil }

  var json: JSON {
    .object([
      ("file", .string(path)),
      ("tracks", .integer(0)),
      ("duration", film.seconds.map { .decimal($0) } ?? .null),
      ("videoTracks", film.json),
    ])
  }

  var text: String {
    let lines = ["File:           \(path)", "Num Tracks:     0", "----"] + film.lines
    return lines.joined(separator: "\n") + "\n----\n"
  }

  func draw(_ picture: Picture) throws(ToolFailure) {
    guard picture.kind == .poster else { throw ToolFailure("the film has no sound to draw") }
    try Poster.write(film, atSeconds: picture.seconds, to: picture.path)
  }
}
