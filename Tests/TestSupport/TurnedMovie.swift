package import Foundation

/// Changes how the first track of a movie is shown.
package enum TurnedMovie {
  /// Makes a copy of an MP4 or QuickTime file whose first track is turned clockwise by 90 degrees.
  ///
  /// Source: ISO/IEC 14496-12, 8.3.2: the matrix starts 40 bytes after the type of the box.
  package static func make(of movie: URL, at copy: URL) throws {
    var bytes = try Tool.read(movie)
    let type = Array("tkhd".utf8)
    let found = bytes.indices.dropLast(80).first { Array(bytes[$0..<$0 + 4]) == type }
    guard let found else { throw Tool.Failure(description: "\(movie) has no track") }
    let matrix: [Int32] = [0, 0x1_0000, 0, -0x1_0000, 0, 0, 0, 0, 0x4000_0000]
    let stored = matrix.flatMap { number in
      (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
    bytes.replaceSubrange(found + 44..<found + 80, with: stored)
    try Tool.write(bytes, to: copy)
  }
}
