import AudioContainers

/// Bytes that libFuzzer made, as texts of a stream or of a movie.
enum FuzzedCaptions {
  /// Bytes of the input that are a sample entry.
  private static let entryByteCount = 46

  /// Reads the bytes as a file of WebVTT, and as a sample entry with a sample.
  static func check(_ bytes: [UInt8]) {
    for cue in WebVTTFile(bytes)?.cues ?? [] {
      precondition(cue.start >= 0 && cue.start < cue.end, "a cue has no time")
      let sample = CaptionSample.sample(cue)
      let texts = CaptionSample.texts(sample, .webVTT, entry: CaptionSample.webVTTEntry)
      precondition(texts.count <= 1, "a cue becomes several texts")
      _ = cue.text
    }
    let (entry, sample) = (
      Array(bytes.prefix(entryByteCount)), Array(bytes.dropFirst(entryByteCount))
    )
    for layout in [CaptionSample.Layout.timedText, .quickTime, .webVTT] {
      for text in CaptionSample.texts(sample, layout, entry: entry) {
        precondition(!text.text.isEmpty, "a text is empty")
      }
    }
  }
}
