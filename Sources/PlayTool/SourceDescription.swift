import AudioToolbox
import ToolSupport

/// The description of a recording for other programs.
struct SourceDescription {
  /// The tags, by the keys of Core Audio's info dictionary.
  var tags: [String: String] = [:]
  /// Reads the picture, if there is one.
  var picture: (@Sendable () -> [UInt8]?)?
  /// Whether the recording has no end.
  var isLive = false

  init() {}

  /// Describes a file, and opens it again, because the file that plays must not wait.
  init(path: String) {
    guard let file = try? LocalFile(path: path) else { return }
    tags = file.tags
    picture = { (try? LocalFile(path: path))?.picture.map { Array($0) } }
  }
}
