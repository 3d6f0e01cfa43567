import AudioToolbox
import TestSupport
import Testing

/// A fixture and the text file that holds its dump.
struct GoldenFile: CustomTestStringConvertible, Sendable {
  let folder: String
  let name: String
  let detail: FileDump.Detail

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Fixtures")
  static let goldenFolder = root.appendingPathComponent("golden")

  /// Files that FFmpeg 5 and 7 split into different packets, or decode to different lengths.
  private static let changing: Set = ["g726.wav", "reservoir.wma", "speex.spx", "wma2.wav"]

  /// All fixtures, read by our own readers or by libavformat.
  static let all: [GoldenFile] =
    files("audio") { _ in .whole } + files("media") { _ in .whole }
    + files("library") { changing.contains($0) ? .content : .stable }

  /// The fixtures that this build can read.
  static var readable: [GoldenFile] {
    #if LibAV
      all
    #else
      all.filter { $0.folder != "library" }
    #endif
  }

  private static func files(
    _ folder: String, _ detail: (String) -> FileDump.Detail
  ) -> [GoldenFile] {
    let url = root.appendingPathComponent(folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return names.sorted().map { GoldenFile(folder: folder, name: $0, detail: detail($0)) }
  }

  var testDescription: String { "\(folder)/\(name)" }
  var url: URL { Self.root.appendingPathComponent(folder).appendingPathComponent(name) }

  /// The name of the text file, including the folder, because names repeat.
  var goldenName: String { "\(folder)-\(name).txt" }

  /// The lines in which two dumps differ, as in a diff.
  static func difference(of dump: String, from golden: String) -> String {
    let changes = dump.split(separator: "\n").difference(from: golden.split(separator: "\n"))
    return changes.map { change in
      switch change {
      case .remove(_, let line, _): "- \(line)"
      case .insert(_, let line, _): "+ \(line)"
      }
    }.joined(separator: "\n")
  }
}
