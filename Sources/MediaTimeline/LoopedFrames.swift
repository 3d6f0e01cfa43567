package import AudioCodecs
internal import Synchronization

/// A recording that is played from some frame on, and over again as often as is asked.
///
/// The passes follow each other without a gap. Which frame of the recording is heard at a moment of the player's
/// time, any thread may ask.
package final class LoopedFrames: PlaybackSource {
  /// Frames of the recording that follow each other in the player's time.
  private struct Run {
    var playerFrame: Int
    var frame: Int
    /// How often the recording had been played to its end before.
    var pass: Int
  }

  private struct State {
    /// Where the next start begins.
    var start = Run(playerFrame: 0, frame: 0, pass: 0)
    /// The runs that may still be heard, in their order.
    var runs: [Run] = []
    /// Passes beside the first; negative for without end.
    var loopCount = 0
    /// The frame of the player's time that is read next.
    var nextFrame = 0
    var hasEnded = false

    /// The run that is heard at a frame of the player's time.
    func run(at playerFrame: Double) -> Run? {
      runs.isEmpty ? nil : runs[index(at: playerFrame)]
    }

    /// The index of the last run that starts at a frame or before it, or else 0.
    ///
    /// Found by halves: a recording of a few frames, played over again, has tens of thousands of runs.
    func index(at playerFrame: Double) -> Int {
      var (low, high) = (0, runs.count)
      while high - low > 1 {
        let middle = (low + high) / 2
        if Double(runs[middle].playerFrame) <= playerFrame { low = middle } else { high = middle }
      }
      return low
    }
  }

  /// Frames that are read at once.
  private static let pieceFrames = 4096
  /// Seconds of the player's time that may be between reading and hearing.
  private static let unheardSeconds = 10.0

  private let recording: any FrameReading
  private let channelCount: Int
  private let unheardFrames: Int
  private let state = Mutex(State())

  /// Makes a source that starts with the first frame.
  package init(_ recording: any FrameReading, sampleRate: Double, channelCount: Int) {
    self.recording = recording
    self.channelCount = channelCount
    unheardFrames = Int(sampleRate * Self.unheardSeconds)
  }

  // MARK: Any thread

  /// How often the recording is played again after the first time; negative for without end.
  package var loopCount: Int { state.withLock { $0.loopCount } }

  /// What another number of passes means for what has been read.
  package enum LoopChange: Equatable {
    case none
    /// More has been read than should be heard: it should end in front of a frame of the player's time.
    case earlierEnd(Int)
    /// Reading has ended, and more should be heard.
    case laterEnd
  }

  /// Sets how often the recording is played again.
  ///
  /// - Parameters:
  ///   - count: How often; negative for without end.
  ///   - playerFrame: The frame of the player's time that is heard.
  /// - Returns: What that means for what has been read.
  package func setLoopCount(_ count: Int, heardAt playerFrame: Double) -> LoopChange {
    state.withLock { state in
      guard state.loopCount != count else { return .none }
      state.loopCount = count
      guard let heard = state.run(at: playerFrame), let last = state.runs.last else { return .none }
      let lastWanted = count < 0 ? Int.max : max(count, heard.pass)
      if let first = state.runs.first(where: { $0.pass > lastWanted }) {
        return .earlierEnd(first.playerFrame)
      }
      return state.hasEnded && last.pass < lastWanted ? .laterEnd : .none
    }
  }

  /// Takes note that nothing is heard from a frame of the player's time on, and nothing is read any more.
  package func end(at playerFrame: Int) {
    state.withLock { state in
      state.runs.removeAll { $0.playerFrame >= playerFrame }
      state.nextFrame = playerFrame
      state.hasEnded = true
    }
  }

  /// Starts next with a frame of the recording, which has been played to its end so often before.
  package func restart(at frame: Int, pass: Int = 0) {
    state.withLock { $0.start = Run(playerFrame: 0, frame: frame, pass: pass) }
  }

  /// Starts next with a frame of the recording, in the pass that is heard at `playerFrame`.
  package func move(to frame: Int, heardAt playerFrame: Double) {
    state.withLock { state in
      let pass = state.run(at: playerFrame)?.pass ?? 0
      state.start = Run(playerFrame: 0, frame: frame, pass: pass)
    }
  }

  /// How often the recording has been played to its end before a frame of the player's time.
  package func pass(heardAt playerFrame: Double) -> Int {
    state.withLock { $0.run(at: playerFrame)?.pass ?? 0 }
  }

  /// The frame of the recording that is heard at a frame of the player's time.
  package func frame(heardAt playerFrame: Double) -> Double {
    state.withLock { state in
      guard let run = state.run(at: playerFrame) else { return Double(state.start.frame) }
      return Double(run.frame) + max(0, playerFrame - Double(run.playerFrame))
    }
  }

  // MARK: The feeding thread

  package func begin(at playerFrame: Int) {
    let frame = state.withLock { state -> Int in
      state.start.playerFrame = playerFrame
      state.runs = [state.start]
      state.nextFrame = playerFrame
      state.hasEnded = false
      return state.start.frame
    }
    recording.seek(to: frame)
  }

  package func read(into samples: inout [Float]) throws(CodecError) {
    let wanted = Self.pieceFrames * channelCount
    while samples.count < wanted {
      let before = samples.count
      try recording.read(Self.pieceFrames - before / channelCount, into: &samples)
      let count = (samples.count - before) / channelCount
      guard count == 0 else {
        state.withLock { $0.nextFrame += count }
        continue
      }
      guard beginPass() else { return }
      recording.seek(to: 0)
    }
  }

  /// Goes on with the first frame, where that is asked for and there is one.
  private func beginPass() -> Bool {
    state.withLock { state in
      guard let last = state.runs.last else { return false }
      let isEmpty = state.nextFrame == last.playerFrame && last.frame == 0
      guard !isEmpty, state.loopCount < 0 || last.pass < state.loopCount else {
        state.hasEnded = true
        return false
      }
      state.runs.append(Run(playerFrame: state.nextFrame, frame: 0, pass: last.pass + 1))
      // What has been heard long since is of no more use. Half of the runs at a time, since the others are moved.
      let kept = state.index(at: Double(state.nextFrame - unheardFrames))
      if kept >= max(32, state.runs.count / 2) { state.runs.removeFirst(kept) }
      return true
    }
  }
}
