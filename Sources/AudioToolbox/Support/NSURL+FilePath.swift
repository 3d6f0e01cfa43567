internal import CoreAudioTypes
internal import Foundation

extension NSURL {
  /// The path of a file, or `nil` if the URL is that of something else.
  ///
  /// A URL without a scheme is a path: that is how programs get one by `URL(string:)` from a plain
  /// path.
  var filePath: String? {
    // `NSURL` would take five times as long for its path.
    let url = self as URL
    guard url.isFileURL || url.scheme == nil && (url.host ?? "").isEmpty else { return nil }
    let path = url.path
    return path.isEmpty ? nil : path
  }
}
