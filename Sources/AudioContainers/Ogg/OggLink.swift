import AudioModel

/// One stream of a chain while its audio is read.
///
/// A page whose granule trims frames should be the stream's last, but writers may fail to mark it.
/// The page is held back until the next page or the end decides whether those frames count.
struct OggLink: Sendable {
  let stream: OggStream
  private(set) var clock: OggClock
  private var lengths: OggPacketLengths
  /// The packets of a page that may be the last.
  private var held = OggAudio()

  /// Starts with the first packet of audio.
  init(_ stream: OggStream) {
    self.stream = stream
    clock = OggClock(preSkip: stream.preSkip)
    lengths = OggPacketLengths(stream.codec)
  }

  /// Continues at another position in the stream.
  mutating func lose() {
    clock = clock.lost
    lengths = OggPacketLengths(stream.codec)
    held = OggAudio()
  }

  /// Records that the stream differs from the one before the seek.
  mutating func forgetStart() {
    clock.forgetStart()
  }

  /// Counts and returns the frames of the next packet; `nil` if it is not audio.
  mutating func count(_ packet: Span<UInt8>) -> Int? {
    guard let frames = lengths.next(packet) else { return nil }
    clock.add(frames)
    return frames
  }

  /// Takes the packets of a page.
  ///
  /// - Returns: The packets to return now.
  mutating func take(_ audio: OggAudio, of page: OggPage) -> [OggAudio] {
    clock.endPage(
      granule: page.granule, isLast: page.isLast, maySkipAtStart: lengths.maySkipAtStart)
    var ready = takeHeld()
    if page.isLast || !clock.mayHaveEnded {
      ready.append(audio)
    } else {
      held = audio
    }
    return ready
  }

  /// Releases the held packets when the stream ends or continues.
  mutating func takeHeld() -> [OggAudio] {
    defer { held = OggAudio() }
    return held.isEmpty ? [] : [held]
  }

  /// The recording's range, as far as it is known at the start.
  var startingTrim: FrameTrim {
    FrameTrim(
      primingFrames: stream.preSkip + clock.skippedFrames,
      validFrames: stream.statedFrameCount ?? 0, remainderFrames: 0)
  }

  /// The recording's range at the end; `nil` if it is unknown or a header states it.
  var endingTrim: FrameTrim? { stream.statedFrameCount == nil ? clock.trim() : nil }
}
