import AudioModel

/// Finds the frames of a track that belong to the recording.
///
/// iTunes's values count in frames and take precedence. The edit list comes second, and counts in
/// units of the movie's clock. A last sample that is shorter than its packet comes last. Each
/// source is complete, so they are never combined.
///
/// Sources: ISO/IEC 14496-12, 8.6.6 Edit List Box; *QuickTime File Format*, appendix "Audio
/// Priming".
struct MP4Trim {
  /// Frames in all packets; 0 if fragments follow.
  var frameCount: UInt64
  /// The track's duration according to its samples, in frames; 0 if fragments follow.
  var mediaFrameCount: UInt64
  var clock: MP4Clock
  /// Units per second of the movie's clock.
  var movieTimescale: UInt64
  /// Whether more packets follow in fragments.
  var isOpen: Bool
  /// The duration of the media according to the header, in frames; 0 if unknown.
  var statedFrameCount: UInt64 = 0
  /// Whether spectral band replication may double the rate, which iTunes's values then use.
  var isReplicated = false

  /// The frames of the recording, or `nil` if the file states no trim.
  func make(
    gapless: GaplessInfo?, edits: [MP4Track.Edit], primingFrames: Int
  ) -> FrameTrim? {
    if let gapless, let trim = trim(gapless) { return trim }
    if let trim = trim(edits) { return trim }
    if let gapless, let trim = trimOfShorterFile(gapless) { return trim }
    guard primingFrames > 0 || mediaFrameCount < frameCount else { return nil }
    return trim(priming: UInt64(primingFrames), end: mediaFrameCount)
  }

  /// The trim according to iTunes's values, if they match the packets.
  ///
  /// The values count frames of the packets, or of the doubled rate of spectral band replication.
  private func trim(_ gapless: GaplessInfo) -> FrameTrim? {
    let sum = gapless.priming.clampedAdding(gapless.valid).clampedAdding(gapless.remainder)
    if isOpen { return Self.trim(gapless.priming, gapless.valid, gapless.remainder) }
    if sum == frameCount { return Self.trim(gapless.priming, gapless.valid, gapless.remainder) }
    if sum / 2 == frameCount {
      let priming = gapless.priming / 2
      let valid = min(gapless.valid / 2, frameCount - min(priming, frameCount))
      return Self.trim(priming, valid, frameCount - priming - valid)
    }
    let end = gapless.priming.clampedAdding(gapless.valid)
    guard gapless.valid > 0, end <= frameCount else { return nil }
    return Self.trim(gapless.priming, gapless.valid, frameCount - end)
  }

  /// The trim according to iTunes's values for a file that was later shortened.
  ///
  /// The priming stays valid, and all other frames count as the recording.
  private func trimOfShorterFile(_ gapless: GaplessInfo) -> FrameTrim? {
    let priming = isReplicated ? gapless.priming / 2 : gapless.priming
    guard priming > 0, priming < frameCount else { return nil }
    return Self.trim(priming, frameCount - priming, 0)
  }

  /// The single stretch of an edit list; `nil` if the list is empty or has gaps.
  private func trim(_ edits: [MP4Track.Edit]) -> FrameTrim? {
    var start: UInt64?
    var duration: UInt64 = 0
    var next: UInt64 = 0
    for edit in edits where edit.mediaTime >= 0 {
      let frame = clock.frames(of: UInt64(edit.mediaTime))
      let length = MP4Clock.scale(edit.duration, by: clock.sampleRate, over: movieTimescale)
      if start == nil {
        start = frame
      } else if max(frame, next) - min(frame, next) > tick {
        return nil
      }
      duration = duration.clampedAdding(length)
      next = frame.clampedAdding(length)
    }
    guard let start else { return nil }
    if isOpen {
      guard start > 0 || duration > 0 else { return nil }
      return Self.trim(start, duration, openRemainder(behind: start.clampedAdding(duration)))
    }
    guard start < frameCount else { return nil }
    // A duration of 0 means the whole track.
    var end = duration == 0 ? mediaFrameCount : start.clampedAdding(duration)
    // The movie's clock is coarse. An end within one tick of the media's end means the media's end.
    if max(end, mediaFrameCount) - min(end, mediaFrameCount) <= tick { end = mediaFrameCount }
    return trim(priming: start, end: end)
  }

  /// Frames between the end of the edits and that of the media, if fragments follow.
  ///
  /// More frames than an encoder adds mean that one of the durations is wrong.
  private func openRemainder(behind end: UInt64) -> UInt64 {
    guard statedFrameCount > end, statedFrameCount - end <= Self.longestRemainder else { return 0 }
    return statedFrameCount - end
  }

  private static let longestRemainder: UInt64 = 8192

  private func trim(priming: UInt64, end: UInt64) -> FrameTrim? {
    if isOpen { return Self.trim(priming, 0, 0) }
    let start = min(priming, frameCount)
    let stop = max(start, min(end, frameCount))
    return Self.trim(start, stop - start, frameCount - stop)
  }

  /// Frames in one unit of the movie's clock, rounded up.
  private var tick: UInt64 {
    guard movieTimescale > 0 else { return 0 }
    return (clock.sampleRate.clampedAdding(movieTimescale - 1)) / movieTimescale
  }

  private static func trim(_ priming: UInt64, _ valid: UInt64, _ remainder: UInt64) -> FrameTrim? {
    guard let priming = Int(exactly: priming), let remainder = Int(exactly: remainder) else {
      return nil
    }
    return FrameTrim(primingFrames: priming, validFrames: valid, remainderFrames: remainder)
  }
}
