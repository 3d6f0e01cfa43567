import AVFoundation
import Foundation

/// A file of `Tests/Fixtures`; its `README.md` states the origin.
func fixture(_ path: String) -> URL {
  URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fixtures/" + path)
}
