internal import MediaTimeline
internal import AudioDevices
internal import AudioRealtime
internal import Synchronization

/// The time of a player, for any thread.
struct PlaybackTime: Equatable, Sendable {
  /// Frames played since the start, at the rate of the player's format.
  var frames: Double
  /// The monotonic clock at that frame, in nanoseconds.
  var nanoseconds: Int
}

/// Counts the frames of a renderer that have played: across devices, and never backwards.
final class PlaybackClock: Sendable {
  private struct State {
    var renderer: Renderer?
    var device: (any OutputDevice)?
    /// The frame in the ring that is the device's frame 0.
    var deviceOrigin = 0
    /// The latest frame in the ring that has played.
    var playedFrame = 0
    /// The player's time of the ring's frames.
    var map = TimeMap()
    /// The time that was reported last, which never decreases.
    var reportedTime = 0.0
    var isRunning = false
    var isFrozen = false
    var discontinuities = 0

    /// The player's time of a frame in the ring.
    func time(at frame: Int) -> Double { map.time(at: Double(frame)) ?? 0 }

    /// Continues with a renderer, and sets the time of its next frame.
    mutating func begin(_ renderer: Renderer, at time: Double, sampleRate: Double) {
      self.renderer = renderer
      playedFrame = renderer.ring.readIndex
      map = TimeMap([
        .init(frame: Double(playedFrame), time: time, rate: sampleRate / renderer.sampleRate)
      ])
    }
  }

  private let state = Mutex(State())

  /// Starts at 0 with the next frame of the renderer's ring.
  func begin(_ renderer: Renderer, sampleRate: Double) {
    state.withLock { state in
      let discontinuities = state.discontinuities
      state = State()
      state.discontinuities = discontinuities
      state.begin(renderer, at: 0, sampleRate: sampleRate)
      state.isRunning = true
    }
  }

  /// Continues with another renderer when the previous one has played completely.
  func change(to renderer: Renderer, sampleRate: Double) {
    state.withLock { state in
      state.begin(renderer, at: state.time(at: state.playedFrame), sampleRate: sampleRate)
      state.discontinuities += 1
    }
  }

  /// Continues with a renderer of another rate, which has taken over the unplayed frames.
  ///
  /// - Parameters:
  ///   - renderer: The new renderer.
  ///   - frame: The first unplayed frame in the old ring.
  ///   - ratio: Frames in the new ring for each in the old one.
  func convert(to renderer: Renderer, from frame: Int, ratio: Double) {
    state.withLock { state in
      state.renderer = renderer
      state.playedFrame = renderer.ring.readIndex
      state.map.renumber(from: Double(frame), to: Double(state.playedFrame), ratio: ratio)
    }
  }

  /// Sets the time of the frame that is written next, and of those after it.
  ///
  /// - Parameters:
  ///   - frame: The frame in the ring.
  ///   - time: The player's time of that frame.
  ///   - ratio: Frames of the player for each in the ring.
  ///   - tolerance: A smaller difference from the expected time is ignored, in player frames.
  func mark(_ frame: Int, time: Double, ratio: Double, tolerance: Double = 0.5) {
    state.withLock { state in
      // The times of played frames are not needed any more.
      state.map.forget(before: Double(state.playedFrame))
      state.map.append(
        .init(frame: Double(frame), time: time, rate: ratio), tolerance: tolerance)
    }
  }

  /// The player's time of a frame in the ring that has not played yet.
  func time(at frame: Int) -> Double { state.withLock { $0.time(at: frame) } }

  /// The frame in the ring at a time of the player; `nil` if the time is before all known frames.
  func frame(at time: Double) -> Int? {
    state.withLock { state in
      state.map.frame(at: time).map { Int($0.rounded()) }
    }
  }

  /// Forgets the times after a frame in the ring: those frames are dropped.
  func drop(from frame: Int) {
    state.withLock { state in
      state.map.removeRuns(after: Double(frame))
    }
  }

  /// Counts the frames of a device, whose frame 0 is frame `origin` of the ring.
  func attach(_ device: any OutputDevice, origin: Int) {
    state.withLock { state in
      state.device = device
      state.deviceOrigin = origin
    }
  }

  /// Stops at the last frame that the device has played.
  func detach(isDiscontinuity: Bool) {
    advance()
    state.withLock { state in
      state.device = nil
      if isDiscontinuity { state.discontinuities += 1 }
    }
  }

  /// Stops or continues.
  func setFrozen(_ isFrozen: Bool) {
    advance()
    state.withLock { $0.isFrozen = isFrozen }
  }

  /// Whether the clock follows a device.
  var isMoving: Bool { state.withLock { $0.isRunning && !$0.isFrozen && $0.device != nil } }

  /// Whether the clock is stopped.
  var isFrozen: Bool { state.withLock { $0.isFrozen } }

  /// Ends; there is no time until the next start.
  func end() {
    state.withLock { state in
      state.device = nil
      state.isRunning = false
    }
  }

  /// The frame in the ring up to which everything has played.
  var playedFrame: Int {
    advance()
    return state.withLock { $0.playedFrame }
  }

  /// The number of discontinuities between frames and time.
  var discontinuities: Int { state.withLock { $0.discontinuities } }

  /// The current time; `nil` before the start and after the end.
  var time: PlaybackTime? {
    let now = advance()
    return state.withLock { state in
      guard state.isRunning else { return nil }
      state.reportedTime = max(state.reportedTime, state.time(at: state.playedFrame))
      return PlaybackTime(frames: state.reportedTime, nanoseconds: now)
    }
  }

  /// The renderer and the device in use.
  var playing: (renderer: Renderer?, device: (any OutputDevice)?) {
    state.withLock { ($0.renderer, $0.device) }
  }

  /// Reads the device's position, which may take its lock; returns the time of the position.
  @discardableResult
  private func advance() -> Int {
    let (device, origin) = state.withLock { ($0.isFrozen ? nil : $0.device, $0.deviceOrigin) }
    guard let device else { return MonotonicClock.nanoseconds }
    let position = device.position
    state.withLock { state in
      // Another thread may have changed the device meanwhile.
      guard state.device === device, state.deviceOrigin == origin, let renderer = state.renderer
      else { return }
      let frame = min(origin + position.frames, renderer.ring.writeIndex)
      state.playedFrame = max(state.playedFrame, frame)
    }
    return position.nanoseconds
  }
}
