package import Foundation

/// Adds the part that is shown to the video track of a movie.
package enum ClippedMovie {
  /// Makes a copy of an MP4 or QuickTime file whose movie is its last box and starts with a video
  /// track.
  ///
  /// Source: ISO/IEC 14496-12, 12.1.4: eight numbers are the fractions of width, height, and the
  /// offsets of the center.
  package static func make(of movie: URL, numbers: [Int32], at copy: URL) throws {
    var bytes = try Tool.read(movie)
    func number(_ value: Int32) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }
    let box = number(40) + Array("clap".utf8) + numbers.flatMap { number($0) }
    // The first boxes of these types contain each other, and the sample entry ends the last one.
    var starts: [Int] = []
    for type in ["moov", "trak", "mdia", "minf", "stbl", "stsd"] {
      let type = Array(type.utf8)
      let from = starts.last ?? 0
      let found = bytes.indices.dropFirst(from + 4).first { index in
        bytes[index...].starts(with: type)
      }
      guard let found else { throw Tool.Failure(description: "\(movie) has no sample entry") }
      starts.append(found - 4)
    }
    guard let descriptions = starts.last else { return }
    starts.append(descriptions + 16)
    func size(_ start: Int) -> Int { bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    let end = descriptions + 16 + size(descriptions + 16)
    bytes.insert(contentsOf: box, at: end)
    for start in starts {
      bytes.replaceSubrange(start..<start + 4, with: number(Int32(size(start) + box.count)))
    }
    try Tool.write(bytes, to: copy)
  }
}
