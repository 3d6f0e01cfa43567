import MIDISequencing
import ToolSupport

/// The report of afinfo about a file.
protocol Report {
  var path: String { get }
  var json: JSON { get }
  var text: String { get }
  /// A warning about faults that do not prevent reading.
  var warning: String? { get }
  /// A description of the missing part of the file; `nil` for a complete file.
  var cutOff: ToolFailure? { get }

  /// Draws the sound of the file, or a picture of the film.
  func draw(_ picture: Picture) throws(ToolFailure)
}

extension FileReport: Report {
  func draw(_ picture: Picture) throws(ToolFailure) { try picture.draw(self) }
}

/// Opens a file of any kind.
func openReport(_ path: String) throws(ToolFailure) -> any Report {
  let start = LocalFile.firstBytes(of: path, count: SMFReader.signatureByteCount)
  if SMFReader.isSignature(start.span) { return try MIDIReport(path: path) }
  let film = Film(path: path)
  do throws(ToolFailure) {
    return try FileReport(path: path, film: film)
  } catch {
    guard let film else { throw error }
    return SilentFilmReport(film: film)
  }
}
