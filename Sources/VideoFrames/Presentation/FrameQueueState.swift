#if LibAV && Video
  /// The frame of a time.
  package struct FrameQueueAnswer: Sendable {
    /// The frame; `nil` if it has not been decoded yet.
    package var frame: VideoFrame?
    /// The start of the following frame, if it has been decoded.
    package var nextSeconds: Double?
    /// Whether the frame is the last one of the film.
    package var isLast = false
  }

  /// The decoded frames around the time of a player, and what to decode next.
  struct FrameQueueState {
    /// What the decoding thread does next.
    enum Step: Equatable {
      case end
      case wait
      case seek(Double)
      /// Decodes a frame; a decoder that is late skips frames that no other frame needs.
      case decode(skips: Bool)
    }

    /// The limits of decoded frames: the current one and those after it.
    static let leastFrames = 3
    static let mostFrames = 12
    static let mostBytes = 64 << 20
    /// The least distance of queue and clock, in seconds, at which a jump is faster than decoding.
    private static let jumpSeconds = 3.0
    /// The least delay behind the clock, in seconds, at which the decoder skips frames.
    private static let skipSeconds = 0.2

    private(set) var frames: [VideoFrame] = []
    /// The earliest time whose frame is in the queue or is still being decoded.
    private var base: Double
    /// The latest time of the clock.
    private var clock: Double
    /// The time that the reader must move to.
    private var target: Double?
    /// The time of the frame that was returned last.
    private var shown: Double?
    private var hasEnded = false
    private var isSkipping = false
    /// Frames that were never shown, because they came too late, or the decoder skipped them.
    private(set) var droppedCount = 0
    /// The time of the last decoded frame.
    private var decoded: Double?
    private(set) var failure: VideoError?
    /// The functions to call when a frame is available.
    private var waiting: [@Sendable () -> Void] = []
    var track: VideoTrack?
    var isClosed = false

    init(startSeconds: Double) {
      (base, clock) = (startSeconds, startSeconds)
      target = startSeconds > 0 ? startSeconds : nil
    }

    // MARK: The player

    mutating func frame(atSeconds seconds: Double) -> FrameQueueAnswer {
      clock = seconds
      if failure == nil, seconds < base || isFarAhead(seconds) { move(to: seconds) }
      guard target == nil else { return FrameQueueAnswer() }
      removeFrames(before: seconds)
      guard let frame = frames.first else { return FrameQueueAnswer() }
      shown = frame.seconds
      let next = frames.count > 1 ? frames[1].seconds : nil
      return FrameQueueAnswer(
        frame: frame, nextSeconds: next, isLast: hasEnded && frames.count == 1)
    }

    private func isFarAhead(_ seconds: Double) -> Bool {
      guard let last = frames.last, !hasEnded else { return false }
      return last.seconds + Self.jumpSeconds < seconds
    }

    private mutating func move(to seconds: Double) {
      (target, base) = (seconds, seconds)
      frames = []
      (shown, decoded) = (nil, nil)
      (hasEnded, isSkipping) = (false, false)
    }

    /// Removes the frames whose successors have begun.
    private mutating func removeFrames(before seconds: Double) {
      while frames.count > 1, frames[1].seconds <= seconds {
        let removed = frames.removeFirst()
        if shown.map({ $0 < removed.seconds }) ?? true { droppedCount += 1 }
        base = max(base, frames[0].seconds)
      }
    }

    /// Adds a function to call later; returns whether it can be called now.
    mutating func wait(_ handler: @escaping @Sendable () -> Void) -> Bool {
      if failure != nil || target == nil && !frames.isEmpty { return true }
      waiting.append(handler)
      return false
    }

    // MARK: The thread

    mutating func takeWaiting() -> [@Sendable () -> Void] {
      guard failure != nil || !frames.isEmpty else { return [] }
      defer { waiting = [] }
      return waiting
    }

    mutating func nextStep() -> Step {
      if isClosed { return .end }
      if let target {
        self.target = nil
        return .seek(target)
      }
      if hasEnded || failure != nil || isFull { return .wait }
      return .decode(skips: isSkipping)
    }

    private var isFull: Bool {
      guard frames.count >= Self.leastFrames else { return false }
      return frames.count >= Self.mostFrames
        || frames.reduce(0) { $0 + $1.byteCount } >= Self.mostBytes
    }

    /// Takes a decoded frame; `nil` for the end.
    mutating func store(_ frame: VideoFrame?) {
      // The frame is from before a jump.
      guard target == nil else { return }
      guard let frame else {
        hasEnded = true
        return
      }
      countSkipped(before: frame)
      frames.append(frame)
      removeFrames(before: clock)
      if frame.seconds >= clock { isSkipping = false }
      if frame.seconds < clock - Self.skipSeconds { isSkipping = true }
    }

    /// Counts the frames that the decoder has skipped, by the usual distance of frames.
    private mutating func countSkipped(before frame: VideoFrame) {
      defer { decoded = frame.seconds }
      guard isSkipping, let decoded, let rate = track?.frameRate?.value else { return }
      let count = ((frame.seconds - decoded) * rate).rounded() - 1
      if count > 0, count < 1e6 { droppedCount += Int(count) }
    }

    mutating func fail(_ error: VideoError) {
      failure = error
    }
  }
#endif
