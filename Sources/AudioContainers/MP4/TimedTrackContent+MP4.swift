import AudioModel

extension TimedTrackContent {
  /// The sample for times without text or metadata.
  var filler: [UInt8] { handler == .metadataHandler ? BoxedMetadata.null : [0, 0] }

  /// The chapters of a recording; `nil` if none begins before its end.
  ///
  /// - Parameters:
  ///   - chapters: The chapters.
  ///   - timescale: Units of the recording's clock in a second.
  ///   - duration: The length of the recording in these units.
  init?(_ chapters: [Chapter], timescale: UInt32, duration: UInt64) {
    var samples: [Sample] = []
    for chapter in chapters.sorted(by: { $0.start < $1.start }).prefix(ChapterText.most) {
      let tick = (max(0, chapter.start) * Double(timescale)).rounded()
      guard tick < Double(duration) else { break }
      samples.append(
        Sample(start: UInt64(tick), duration: nil, bytes: ChapterText.sample(chapter.title)))
    }
    guard !samples.isEmpty else { return nil }
    self.init(
      handler: .textHandler, entry: ChapterText.entry, timescale: timescale, samples: samples)
    properties.isEnabled = false
  }
}
