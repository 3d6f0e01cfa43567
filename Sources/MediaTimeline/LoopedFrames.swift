package import AudioCodecs
internal import Synchronization

/// A recording that plays from any frame and repeats as often as requested.
///
/// The passes follow each other without a gap. Any thread may ask which frame of the recording is
/// playing at a frame of the player's time.
package final class LoopedFrames: PlaybackSource {
  /// The position at which the next start begins.
  private struct Start {
    var frame = 0
    /// How often the recording had been played to its end before this start.
    var pass = 0
  }

  private struct State {
    var start = Start()
    /// The passes that may still play: player's frames to frames of the recording.
    var map = TimeMap()
    /// Passes after the first; negative for no end.
    var loopCount = 0
    /// The frame of the player's time that is read next.
    var nextFrame = 0.0
    var hasEnded = true
  }

  /// Frames in one read.
  private static let pieceFrames = 4096
  /// Seconds of the player's time that may be between reading and hearing.
  private static let unplayedSeconds = 10.0

  private let recording: any FrameReading
  private let sampleRate: Double
  private let channelCount: Int
  private let state = Mutex(State())

  /// Makes a source that starts with the first frame.
  package init(_ recording: any FrameReading, sampleRate: Double, channelCount: Int) {
    self.recording = recording
    self.sampleRate = sampleRate
    self.channelCount = channelCount
  }

  // MARK: Any thread

  package func setSignal(_ signal: @escaping @Sendable () -> Void) { recording.setSignal(signal) }

  /// How often the recording is repeated; negative for no end.
  package var loopCount: Int { state.withLock { $0.loopCount } }

  /// The effect of a changed number of passes on the frames that have been read.
  package enum LoopChange: Equatable {
    case none
    /// Too much has been read: playback should end before a frame of the player's time.
    case earlierEnd(Int)
    /// Reading has ended, and more should play.
    case laterEnd
  }

  /// Sets how often the recording is repeated.
  ///
  /// - Parameters:
  ///   - count: How often; negative for no end.
  ///   - playerFrame: The frame of the player's time that plays.
  /// - Returns: The effect on the frames that have been read.
  package func setLoopCount(_ count: Int, playedAt playerFrame: Double) -> LoopChange {
    state.withLock { state in
      guard state.loopCount != count else { return .none }
      state.loopCount = count
      guard let current = state.map.run(at: playerFrame), let last = state.map.runs.last else {
        return .none
      }
      let lastWanted = count < 0 ? Int.max : max(count, current.index)
      if let first = state.map.runs.first(where: { $0.index > lastWanted }) {
        return .earlierEnd(Int(first.frame.rounded()))
      }
      return state.hasEnded && last.index < lastWanted ? .laterEnd : .none
    }
  }

  /// Ends the sound at a frame of the player's time; reading ends.
  package func end(at playerFrame: Int) {
    state.withLock { state in
      state.map.removeRuns(from: Double(playerFrame))
      state.nextFrame = Double(playerFrame)
      state.hasEnded = true
    }
  }

  /// Sets the frame of the recording that the next start begins with.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - pass: How often the recording has been played to its end before.
  package func restart(at frame: Int, pass: Int = 0) {
    state.withLock { $0.start = Start(frame: frame, pass: pass) }
  }

  /// Sets the frame that the next start begins with, in the pass that plays at `playerFrame`.
  package func move(to frame: Int, playedAt playerFrame: Double) {
    state.withLock { state in
      state.start = Start(frame: frame, pass: state.map.run(at: playerFrame)?.index ?? 0)
    }
  }

  /// How often the recording has been played to its end before a frame of the player's time.
  package func pass(playedAt playerFrame: Double) -> Int {
    state.withLock { $0.map.run(at: playerFrame)?.index ?? 0 }
  }

  /// The frame of the recording that plays at a frame of the player's time.
  package func frame(playedAt playerFrame: Double) -> Double {
    state.withLock { state in
      guard let run = state.map.run(at: playerFrame) else { return Double(state.start.frame) }
      return run.time(at: max(playerFrame, run.frame))
    }
  }

  // MARK: The feeding thread

  package func begin(at playerFrame: Double) {
    let frame = state.withLock { state -> Int in
      let start = state.start
      let first = playerFrame.rounded()
      state.map = TimeMap([.init(frame: first, time: Double(start.frame), index: start.pass)])
      state.nextFrame = first
      state.hasEnded = false
      return start.frame
    }
    recording.seek(to: frame)
  }

  package func read(into block: inout FrameBlock) throws(CodecError) -> SourceReading {
    block.sampleRate = sampleRate
    block.channelCount = channelCount
    guard !state.withLock({ $0.hasEnded }) else { return .end }
    while block.frameCount < Self.pieceFrames {
      switch try readPiece(into: &block) {
      case .frames: continue
      case .pending: return block.samples.isEmpty ? .pending : .frames
      case .end:
        guard beginPass() else { return block.samples.isEmpty ? .end : .frames }
        recording.seek(to: 0)
      }
    }
    return .frames
  }

  package func discard() { state.withLock { $0.hasEnded = true } }

  private func readPiece(into block: inout FrameBlock) throws(CodecError) -> SourceReading {
    let before = block.frameCount
    do throws(CodecError) {
      let reading = try recording.read(Self.pieceFrames - before, into: &block.samples)
      let count = block.frameCount - before
      state.withLock { $0.nextFrame += Double(count) }
      return reading
    } catch {
      state.withLock { $0.hasEnded = true }
      throw error
    }
  }

  /// Starts another pass at the first frame, if the loop count allows it and the recording has
  /// frames.
  ///
  /// - Returns: Whether a pass has started; otherwise, reading ends.
  private func beginPass() -> Bool {
    state.withLock { state in
      guard let last = state.map.runs.last else { return false }
      let isEmpty = state.nextFrame == last.frame && last.time == 0
      guard !isEmpty, state.loopCount < 0 || last.index < state.loopCount else {
        state.hasEnded = true
        return false
      }
      // If playback started at the very end, the pass is empty, and this run replaces it.
      state.map.append(.init(frame: state.nextFrame, time: 0, index: last.index + 1))
      let unplayed = state.nextFrame - sampleRate * Self.unplayedSeconds
      state.map.forget(before: unplayed, slack: max(31, state.map.runs.count / 2))
      return true
    }
  }
}
