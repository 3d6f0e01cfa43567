import AudioModel

/// Finds which frames of a track are the recording.
///
/// What iTunes wrote counts in frames and wins; else the edit list, which counts in units of the movie's
/// clock; else a last sample that lasts less than its packet. Each tells all: they are never added.
///
/// Sources: ISO/IEC 14496-12, 8.6.6 Edit List Box; *QuickTime File Format*, appendix "Audio Priming".
struct MP4Trim {
  /// Frames in all packets; 0 where fragments follow.
  var frameCount: UInt64
  /// The track's duration by its samples, in frames; 0 where fragments follow.
  var mediaFrameCount: UInt64
  var clock: MP4Clock
  /// Units per second of the movie's clock.
  var movieTimescale: UInt64
  /// Whether more packets follow in fragments.
  var isOpen: Bool
  /// Whether the rate may be doubled by spectral band replication, at which iTunes then counts.
  var isReplicated = false

  /// The frames of the recording, or `nil` where nothing is told.
  func make(
    gapless: GaplessInfo?, edits: [MP4Track.Edit], primingFrames: Int
  ) -> FrameTrim? {
    if let gapless, let trim = trim(gapless) { return trim }
    if let trim = trim(edits) { return trim }
    if let gapless, let trim = trimOfShorterFile(gapless) { return trim }
    guard primingFrames > 0 || mediaFrameCount < frameCount else { return nil }
    return trim(priming: UInt64(primingFrames), end: mediaFrameCount)
  }

  /// What iTunes wrote, where it fits the packets: counted in their frames, or in those of the doubled
  /// rate of spectral band replication.
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

  /// What iTunes wrote where the file has fewer packets than that counts, since it was cut: the
  /// priming stands, and all else is valid.
  private func trimOfShorterFile(_ gapless: GaplessInfo) -> FrameTrim? {
    let priming = isReplicated ? gapless.priming / 2 : gapless.priming
    guard priming > 0, priming < frameCount else { return nil }
    return Self.trim(priming, frameCount - priming, 0)
  }

  /// The one stretch of an edit list; `nil` where there are none or several that do not follow each other.
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
      return Self.trim(start, duration, 0)
    }
    guard start < frameCount else { return nil }
    // A duration of 0 means all of it.
    var end = duration == 0 ? mediaFrameCount : start.clampedAdding(duration)
    // The movie's clock is coarse: an end within one tick of the media's is the media's.
    if max(end, mediaFrameCount) - min(end, mediaFrameCount) <= tick { end = mediaFrameCount }
    return trim(priming: start, end: end)
  }

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
