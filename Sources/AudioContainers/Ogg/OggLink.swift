import AudioModel

/// One stream of a chain while its audio is read.
///
/// A page whose granule leaves out frames should be the stream's last, but writers may fail to mark it as such. It is
/// held back until the next page, or the end, tells whether those frames count.
struct OggLink: Sendable {
  let stream: OggStream
  private(set) var clock: OggClock
  private var lengths: OggPacketLengths
  /// The packets of the page that may be the last.
  private var held = OggAudio()

  /// Starts with the first packet of audio.
  init(_ stream: OggStream) {
    self.stream = stream
    clock = OggClock(preSkip: stream.preSkip)
    lengths = OggPacketLengths(stream.codec)
  }

  /// Goes on somewhere else in the stream.
  mutating func lose() {
    clock = clock.lost
    lengths = OggPacketLengths(stream.codec)
    held = OggAudio()
  }

  /// Takes note that the stream is another one than before the seek.
  mutating func forgetStart() {
    clock.forgetStart()
  }

  /// Frames of the next packet, which are counted; `nil` where it is no audio.
  mutating func count(_ packet: Span<UInt8>) -> Int? {
    guard let frames = lengths.next(packet) else { return nil }
    clock.add(frames)
    return frames
  }

  /// Takes the packets of a page.
  ///
  /// - Returns: The packets to give now.
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

  /// Takes what was held back, now that the stream ends or goes on.
  mutating func takeHeld() -> [OggAudio] {
    defer { held = OggAudio() }
    return held.isEmpty ? [] : [held]
  }

  /// What is known at the start of which frames are the recording.
  var startingTrim: FrameTrim {
    FrameTrim(
      primingFrames: stream.preSkip + clock.skippedFrames,
      validFrames: stream.statedFrameCount ?? 0, remainderFrames: 0)
  }

  /// Which frames are the recording, at the end; `nil` where that is not known or a header states it.
  var endingTrim: FrameTrim? { stream.statedFrameCount == nil ? clock.trim() : nil }
}
