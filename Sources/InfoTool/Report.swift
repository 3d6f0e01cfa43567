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

  /// Draws the sound of the file.
  func draw(_ picture: Picture) throws(ToolFailure)
}

extension FileReport: Report {
  func draw(_ picture: Picture) throws(ToolFailure) { try picture.draw(self) }
}

/// Opens a file of any kind.
func openReport(_ path: String) throws(ToolFailure) -> any Report {
  let start = LocalFile.firstBytes(of: path, count: SMFReader.signatureByteCount)
  return SMFReader.isSignature(start.span)
    ? try MIDIReport(path: path) : try FileReport(path: path)
}
