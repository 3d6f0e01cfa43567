internal import AudioCodecs
internal import AudioContainers
internal import AudioFiles
internal import AudioModel
internal import AudioRealtime
internal import AudioTransport

/// The frames of a stream of HTTP Live Streaming: those of its runs, one after the other.
///
/// All runs are converted to the rate and channels of the first one.
struct HLSFrames: MediaFrames {
  private enum Part {
    /// The next part has not been opened.
    case unopened
    case run(HLSRunFrames)
    case silence(framesLeft: Int)
    case end
  }

  /// The largest difference between times that counts as rounding, in seconds.
  private static let tolerance = 0.000_5
  /// The longest silence that replaces the rest of a segment, in seconds.
  private static let longestCut = 60.0

  let info: MediaItem.Info
  private let session: HLSSession
  private var part = Part.unopened
  /// A run that has been opened, until it is played.
  private var opened: (run: HLSRun, reader: FrameFileReader)?
  private var sampleRate: Double
  /// The time of the next frame, if it does not follow the previous one.
  private var newTime: Double?
  /// A time, and the frames since then.
  private var origin = (time: 0.0, frames: 0)
  /// The time to which frames are dropped.
  private var target: Double?
  private var channelCount: Int { info.format.channelCount }

  /// Opens the first run.
  init(_ session: HLSSession) throws(MediaFailure) {
    self.session = session
    var first: HLSRun?
    var silence: Double?
    while first == nil {
      switch try Self.next(session) {
      case .run(let run): first = run
      case .silence(let start, _): silence = silence ?? start
      case .end: throw MediaFailure(session.loss ?? .notMedia)
      }
    }
    guard let first else { throw .list(.notMedia) }
    let reader = try Self.open(first)
    opened = (first, reader)
    sampleRate = reader.fileFormat.sampleRate
    origin.time = first.startTime
    newTime = first.startTime
    let length = session.duration.map { PacketFile.EarlyLength(seconds: $0, isExact: false) }
    info = MediaItem.Info(
      container: reader.file.info, format: reader.fileFormat, length: length, isSeekable: true,
      isLive: length == nil, packetByteCount: nil, renditions: session.renditions,
      captions: session.status.captions?.renditions ?? [], liveHoldBack: session.status.holdBack)
    if let silence {
      opened = nil
      target = session.seek(to: silence)
    } else if session.startTime > first.startTime + Self.tolerance {
      target = session.startTime
    }
  }

  private static func next(_ session: HLSSession) throws(MediaFailure) -> HLSPiece {
    do throws(HLSFailure) {
      return try session.nextPiece()
    } catch {
      throw MediaFailure(error)
    }
  }

  private static func open(_ run: HLSRun) throws(MediaFailure) -> FrameFileReader {
    do {
      let file = try PacketFile(run, reader: DetectingReader())
      let reader = try FrameFileReader(file)
      reader.leaveEndOpen()
      return reader
    } catch let error as PacketError {
      throw run.failure.map { MediaFailure($0) } ?? MediaFailure(error)
    } catch let error as FrameFileError {
      throw run.failure.map { MediaFailure($0) } ?? MediaFailure(error)
    } catch {
      throw .codec(.badPacket)
    }
  }

  mutating func prepare(sampleRate: Double) throws(MediaFailure) { self.sampleRate = sampleRate }

  mutating func seek(to seconds: Double, number: Int) {
    session.loader.resume(number)
    opened = nil
    target = session.seek(to: seconds)
    part = .unopened
  }

  mutating func read(
    _ count: Int, into samples: inout [Float]
  ) throws(MediaFailure) -> Double? {
    while true {
      if let target {
        try begin(at: target)
        self.target = nil
      }
      switch part {
      case .end: return nil
      case .unopened: try openNext()
      case .silence(let left):
        let frames = min(left, count)
        part = left > frames ? .silence(framesLeft: left - frames) : .unopened
        guard frames > 0 else { continue }
        samples += [Float](repeating: 0, count: frames * channelCount)
        return advance(by: frames)
      case .run(var frames):
        // `frames` must be the only reference to its memory; otherwise the read would copy it.
        part = .unopened
        let read: Int
        do throws(FrameFileError) {
          read = try frames.read(count, into: &samples)
        } catch {
          throw frames.run.failure.map { MediaFailure($0) } ?? MediaFailure(error)
        }
        guard read > 0 else { continue }
        part = .run(frames)
        return advance(by: read)
      }
    }
  }

  /// Counts frames, and returns their time if it does not follow the previous time.
  private mutating func advance(by frames: Int) -> Double? {
    defer { newTime = nil }
    origin.frames += frames
    return newTime
  }

  /// The time after the last frame.
  private var time: Double { origin.time + Double(origin.frames) / sampleRate }

  private mutating func openNext() throws(MediaFailure) {
    if let (run, reader) = opened.take() {
      part = .run(try makeFrames(run, reader))
      return
    }
    switch try Self.next(session) {
    case .end: part = .end
    case .silence(let start, let seconds):
      move(to: start)
      part = .silence(framesLeft: frameCount(seconds))
    case .run(let run):
      let reader = try Self.open(run)
      let missing = ((run.startTime - time) * sampleRate).rounded()
      if session.takeCut(), missing > 0, missing < Self.longestCut * sampleRate {
        opened = (run, reader)
        part = .silence(framesLeft: Int(missing))
        return
      }
      part = .run(try makeFrames(run, reader))
      move(to: run.startTime)
    }
  }

  private mutating func move(to start: Double) {
    guard abs(start - time) > Self.tolerance else { return }
    jump(to: start)
  }

  private func frameCount(_ seconds: Double) -> Int {
    Int(min(seconds * sampleRate, 1e15).rounded())
  }

  private mutating func jump(to start: Double) {
    origin = (start, 0)
    newTime = start
  }

  private func makeFrames(
    _ run: HLSRun, _ reader: FrameFileReader
  ) throws(MediaFailure) -> HLSRunFrames {
    do throws(FrameFileError) {
      return try HLSRunFrames(run, reader, sampleRate: sampleRate, channelCount: channelCount)
    } catch {
      throw MediaFailure(error)
    }
  }

  /// Opens the part that contains a time, and drops the frames before this time.
  private mutating func begin(at target: Double) throws(MediaFailure) {
    while true {
      part = .unopened
      try openNext()
      switch part {
      case .unopened: continue
      case .end: jump(to: target)
      case .silence(let left):
        let passed = frameCount(max(0, target - time))
        part = .silence(framesLeft: max(0, left - passed))
        jump(to: max(time, target))
      case .run(let frames):
        let rate = frames.reader.fileFormat.sampleRate
        let start = frames.run.startTime
        let frame = ((target - start) * rate).rounded()
        if frame < 0, session.stepBack(before: frames.run) { continue }
        // The next read reports the error of the stream.
        try? frames.reader.seek(to: Int64(max(0, min(frame, 1e15))))
        jump(to: max(start, target))
      }
      return
    }
  }

  func idle(_ wake: Signal) { session.idle() }

  func takeMetadata() -> [TimedMetadata] {
    session.tags.take().map { tag in
      TimedMetadata(seconds: tag.seconds, content: .tag(ID3Frame.frames(of: tag.bytes.span)))
    }
  }

  var foundSeconds: Double? {
    guard case .end = part, info.length != nil else { return nil }
    return time
  }
}

extension MediaFailure {
  init(_ failure: HLSFailure) {
    if case .transport(let error) = failure {
      self = .transport(error)
    } else {
      self = .list(failure)
    }
  }
}
