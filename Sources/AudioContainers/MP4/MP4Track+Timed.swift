import AudioModel

extension MP4Track {
  /// The track as one of texts or metadata.
  ///
  /// - Parameter movieTimescale: Units per second of the movie's clock.
  /// - Returns: `nil` without a clock.
  func timedTrack(movieTimescale: UInt32) -> TimedTrack? {
    guard timescale > 0, let handler else { return nil }
    var track = TimedTrack(
      identifier: identifier, handler: handler, isEnabled: isEnabled, language: language,
      timescale: timescale)
    track.entry = entry
    track.references = references
    let (delay, start) = offsets(UInt64(movieTimescale))
    track.samples = samples.timedSamples().compactMap { sample in
      let end = sample.start.clampedAdding(sample.duration)
      guard end > start || sample.duration == 0 && end == start else { return nil }
      var shifted = sample
      let first = max(sample.start, start)
      shifted.start = delay.clampedAdding(first - start)
      shifted.duration = end - first
      return shifted
    }
    return track
  }

  /// The empty time before the media plays, and the position in the media at which playback begins.
  ///
  /// Source: ISO/IEC 14496-12, 8.6.6 Edit List Box.
  private func offsets(_ movieTimescale: UInt64) -> (delay: UInt64, start: UInt64) {
    var delay: UInt64 = 0
    for edit in edits {
      guard edit.mediaTime < 0 else { return (delay, UInt64(edit.mediaTime)) }
      let units = MP4Clock.scale(edit.duration, by: UInt64(timescale), over: movieTimescale)
      delay = delay.clampedAdding(units)
    }
    return (0, 0)
  }
}
