import Foundation

/// The files of `Tests/Fixtures/audio`; their `README.md` states their origin.
enum Fixture {
  static func bytes(_ name: String) throws -> [UInt8] {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return Array(try Data(contentsOf: tests.appendingPathComponent("Fixtures/audio/" + name)))
  }
}
