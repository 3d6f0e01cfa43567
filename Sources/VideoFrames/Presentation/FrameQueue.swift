#if LibAV && Video
  internal import AudioRealtime
  internal import Synchronization

  /// Decodes frames on a thread, a little ahead of the clock of a player.
  ///
  /// The clock leads: a frame whose time is over is dropped, and the sound never waits. The queue
  /// follows jumps of the clock. Its memory is bounded.
  package final class FrameQueue: Sendable {
    /// The properties of the track.
    package let track: VideoTrack
    private let state: Mutex<FrameQueueState>
    private let signal = Signal()
    private let thread = Mutex<AudioThread?>(nil)

    /// Starts decoding.
    ///
    /// The owner must call ``close()``.
    ///
    /// - Parameters:
    ///   - reader: The reader, which only the queue's thread uses from now on.
    ///   - seconds: The first time.
    package init(_ reader: VideoReader, atSeconds seconds: Double = 0) {
      track = reader.track
      state = Mutex(FrameQueueState(startSeconds: seconds))
      let thread = AudioThread(name: "video frames") { [self] in run(reader) }
      self.thread.withLock { $0 = thread }
    }

    /// Ends decoding, and waits until the reader is no longer used.
    package func close() {
      state.withLock { $0.isClosed = true }
      signal.post()
      thread.withLock { $0 }?.join()
    }

    /// Returns the frame that is shown at a time, and forgets earlier ones.
    ///
    /// - Parameter seconds: Seconds of the presentation. A jump makes the queue move.
    /// - Returns: The frame, if it has been decoded.
    package func frame(atSeconds seconds: Double) -> FrameQueueAnswer {
      let answer = state.withLock { $0.frame(atSeconds: seconds) }
      signal.post()
      return answer
    }

    /// Frames that were never shown, because they came too late.
    package var droppedCount: Int { state.withLock { $0.droppedCount } }

    /// Why decoding ended before the end of the film, if it did.
    package var failure: VideoError? { state.withLock { $0.failure } }

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
            state.withLock { $0.store(frame) }
          }
        }
      }
    }

    private func perform(_ body: () throws(VideoError) -> Void) {
      do throws(VideoError) {
        try body()
      } catch {
        state.withLock { $0.fail(error) }
      }
    }
  }
#endif
