import Foundation
import Testing

@testable import AudioContainers
@testable import AudioSyntax

/// Compares tags with FFmpeg's.
@Suite(.enabled(if: Corpus.path != nil)) struct CorpusTagTests {
  /// Our keys and FFmpeg's corresponding keys.
  static let keys = [
    ("title", "title"), ("artist", "artist"), ("album", "album"), ("track number", "track"),
    ("genre", "genre"), ("composer", "composer"), ("copyright", "copyright"),
    ("album artist", "album_artist"), ("disc number", "disc"),
  ]

  @Test(arguments: Corpus.files(["mp1", "mp2", "mp3", "adts", "wav"]).filter { !$0.isHostile })
  func findsTheSameText(file: CorpusFile) throws {
    let result = try readAll(file.bytes(), with: DetectingReader())
    guard !CorpusExceptions.tags.contains(file.path), var tags = result.info?.tags else { return }
    tags.fill(from: result.laterTags)
    let reference = try file.reference()
    let theirs = (reference.format?.tags ?? [:]).reduce(into: [String: String]()) {
      $0[$1.key.lowercased()] = $1.value
    }
    for (ours, other) in Self.keys {
      guard let expected = theirs[other] else { continue }
      let value = tags.values[ours]
      // FFmpeg returns only the first of several values.
      let isFirst = value?.hasPrefix(expected + "/") == true
      #expect(value == expected || isFirst, "\(ours): \(value ?? "none")")
    }
  }
}
