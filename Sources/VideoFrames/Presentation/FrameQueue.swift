#if LibAV && Video
  internal import AudioRealtime
  internal import Synchronization

  /// Decodes frames on a thread, a little ahead of the clock of a player.
  ///
  /// The clock leads: a frame whose time is over is dropped, and the sound never waits. The queue
  /// follows jumps of the clock. Its memory is bounded.
  package final class FrameQueue: Sendable {
    private let state: Mutex<FrameQueueState>
    private let signal = Signal()
    private let drops: FrameDrops

    /// Starts decoding.
    ///
    /// The owner must call ``close()``.
    ///
    /// - Parameters:
    ///   - reader: The reader, which only the queue's thread uses from now on.
    ///   - seconds: The first time.
    ///   - drops: Counts the frames that are not shown.
    package convenience init(
      _ reader: VideoReader, atSeconds seconds: Double = 0, drops: FrameDrops = FrameDrops()
    ) {
      self.init(atSeconds: seconds, drops: drops) { reader }
    }

    /// Opens a film on the queue's thread, and starts decoding.
    ///
    /// The owner must call ``close()``.
    ///
    /// - Parameters:
    ///   - seconds: The first time.
    ///   - drops: Counts the frames that are not shown.
    ///   - open: Opens the film.
    package init(
      atSeconds seconds: Double, drops: FrameDrops = FrameDrops(),
      open: @escaping @Sendable () throws(VideoError) -> VideoReader
    ) {
      self.drops = drops
      state = Mutex(FrameQueueState(startSeconds: seconds))
      _ = AudioThread(name: "video frames") { [self] in
        var reader: VideoReader?
        perform { () throws(VideoError) in
          let opened = try open()
          state.withLock { $0.track = opened.track }
          reader = opened
        }
        if let reader { run(reader) }
      }
    }

    /// Ends decoding, after the current frame; any thread may call it.
    package func close() {
      state.withLock { $0.isClosed = true }
      signal.post()
    }

    /// Returns the frame that is shown at a time, and forgets earlier ones.
    ///
    /// - Parameter seconds: Seconds of the presentation. After a jump, the queue decodes from the
    ///   new time.
    /// - Returns: The frame, if it has been decoded.
    package func frame(atSeconds seconds: Double) -> FrameQueueAnswer {
      let answer = change { $0.frame(atSeconds: seconds) }
      signal.post()
      return answer
    }

    /// The properties of the track, or `nil` before the film is open.
    package var track: VideoTrack? { state.withLock { $0.track } }

    /// Calls a function once, when a frame is available or the film has failed; on any thread.
    package func notify(_ handler: @escaping @Sendable () -> Void) {
      let isReady = state.withLock { $0.wait(handler) }
      if isReady { handler() }
    }

    /// Frames that were never shown, because they came too late.
    package var droppedCount: Int { state.withLock { $0.droppedCount } }

    /// Why decoding ended before the end of the film, if it did.
    package var failure: VideoError? { state.withLock { $0.failure } }

    /// Changes the state, and counts the frames that it has dropped.
    private func change<Result: Sendable>(
      _ body: @Sendable (inout FrameQueueState) -> Result
    ) -> Result {
      let (result, count) = state.withLock { state in
        let old = state.droppedCount
        return (body(&state), state.droppedCount - old)
      }
      drops.add(count)
      return result
    }

    // MARK: The thread

    private func run(_ reader: VideoReader) {
      while true {
        switch state.withLock({ $0.nextStep() }) {
        case .end: return
        case .wait: signal.wait()
        case .seek(let seconds):
          perform { () throws(VideoError) in
            try reader.seek(toSeconds: seconds)
          }
        case .decode(let skips):
          reader.skipsFrames = skips
          perform { () throws(VideoError) in
            let frame = try reader.next()
            change { $0.store(frame) }
            callWaiting()
          }
        }
      }
    }

    private func perform(_ body: () throws(VideoError) -> Void) {
      do throws(VideoError) {
        try body()
      } catch {
        state.withLock { $0.fail(error) }
        callWaiting()
      }
    }

    private func callWaiting() {
      for handler in state.withLock({ $0.takeWaiting() }) { handler() }
    }
  }
#endif
