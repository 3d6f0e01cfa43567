internal import MediaTimeline
internal import AudioDevices
internal import AudioRealtime
internal import Synchronization

/// The time of a player, as any thread may ask for it.
struct PlaybackTime: Equatable, Sendable {
  /// Frames heard since the start, at the rate of the player's format.
  var frames: Double
  /// The monotonic clock to which that belongs, in nanoseconds.
  var nanoseconds: Int
}

/// What has been heard of a renderer's frames: across devices, and never back.
final class PlaybackClock: Sendable {
  private struct State {
    var renderer: Renderer?
    var device: (any OutputDevice)?
    /// The frame in the ring to which the device's frame 0 belongs.
    var deviceOrigin = 0
    /// The frame in the ring at which the clock stood last.
    var heardFrame = 0
    /// The player's time of the ring's frames.
    var map = TimeMap()
    /// The time that was told last, which never goes back.
    var toldTime = 0.0
    var isRunning = false
    var isFrozen = false
    var discontinuities = 0

    /// The frames of the player before a frame in the ring.
    func time(at frame: Int) -> Double { map.time(at: Double(frame)) ?? 0 }

    /// Continues with a renderer, whose next frame gets a time.
    mutating func begin(_ renderer: Renderer, at time: Double, sampleRate: Double) {
      self.renderer = renderer
      heardFrame = renderer.ring.readIndex
      map = TimeMap([
        .init(frame: Double(heardFrame), time: time, rate: sampleRate / renderer.sampleRate)
      ])
    }
  }

  private let state = Mutex(State())

  /// Starts at 0 with the frame that the renderer's ring takes next.
  func begin(_ renderer: Renderer, sampleRate: Double) {
    state.withLock { state in
      let discontinuities = state.discontinuities
      state = State()
      state.discontinuities = discontinuities
      state.begin(renderer, at: 0, sampleRate: sampleRate)
      state.isRunning = true
    }
  }

  /// Goes on with another renderer, once all of the one before has been heard.
  func change(to renderer: Renderer, sampleRate: Double) {
    state.withLock { state in
      state.begin(renderer, at: state.time(at: state.heardFrame), sampleRate: sampleRate)
      state.discontinuities += 1
    }
  }

  /// Goes on with a renderer of another rate, which has the frames of this one from one on that has not been heard.
  ///
  /// - Parameters:
  ///   - renderer: The renderer, whose frames begin with that one.
  ///   - frame: The frame in the ring so far.
  ///   - ratio: Frames in the new ring for each in the one so far.
  func convert(to renderer: Renderer, from frame: Int, ratio: Double) {
    state.withLock { state in
      state.renderer = renderer
      state.heardFrame = renderer.ring.readIndex
      state.map.renumber(from: Double(frame), to: Double(state.heardFrame), ratio: ratio)
    }
  }

  /// Tells what the frames from one in the ring on are, which is written next.
  ///
  /// - Parameters:
  ///   - frame: The frame in the ring.
  ///   - time: The frames of the player before it.
  ///   - ratio: Frames of the player for each in the ring.
  ///   - tolerance: By how many frames of the player that may differ from what the frames before tell, to go on with that.
  func mark(_ frame: Int, time: Double, ratio: Double, tolerance: Double = 0.5) {
    state.withLock { state in
      // Frames that were heard are not asked for again.
      state.map.forget(before: Double(state.heardFrame))
      state.map.append(
        .init(frame: Double(frame), time: time, rate: ratio), tolerance: tolerance)
    }
  }

  /// The frames of the player before a frame in the ring that has not been heard yet, or is heard now.
  func time(at frame: Int) -> Double { state.withLock { $0.time(at: frame) } }

  /// The frame in the ring that has a frame of the player before it, by what was written last.
  func frame(at time: Double) -> Int? {
    state.withLock { state in
      state.map.frame(at: time).map { Int($0.rounded()) }
    }
  }

  /// Forgets what frames from one in the ring on were to be: they are dropped.
  func drop(from frame: Int) {
    state.withLock { state in
      state.map.removeRuns(after: Double(frame))
    }
  }

  /// Counts what a device plays, whose frame 0 belongs to frame `origin` of the ring.
  func attach(_ device: any OutputDevice, origin: Int) {
    state.withLock { state in
      state.device = device
      state.deviceOrigin = origin
    }
  }

  /// Stands at what the device has played; ``heardFrame`` tells.
  func detach(isDiscontinuity: Bool) {
    advance()
    state.withLock { state in
      state.device = nil
      if isDiscontinuity { state.discontinuities += 1 }
    }
  }

  /// Stands still, or goes on.
  func setFrozen(_ isFrozen: Bool) {
    advance()
    state.withLock { $0.isFrozen = isFrozen }
  }

  /// Whether it goes on with what a device plays.
  var isMoving: Bool { state.withLock { $0.isRunning && !$0.isFrozen && $0.device != nil } }

  /// Whether it stands still.
  var isFrozen: Bool { state.withLock { $0.isFrozen } }

  /// Ends; there is no time until the next start.
  func end() {
    state.withLock { state in
      state.device = nil
      state.isRunning = false
    }
  }

  /// The frame in the ring up to which everything has been heard.
  var heardFrame: Int {
    advance()
    return state.withLock { $0.heardFrame }
  }

  /// How often the way from frames to time was broken.
  var discontinuities: Int { state.withLock { $0.discontinuities } }

  /// The time now, or `nil` before the start and after the end.
  var time: PlaybackTime? {
    let now = advance()
    return state.withLock { state in
      guard state.isRunning else { return nil }
      state.toldTime = max(state.toldTime, state.time(at: state.heardFrame))
      return PlaybackTime(frames: state.toldTime, nanoseconds: now)
    }
  }

  /// The renderer and the device in use.
  var playing: (renderer: Renderer?, device: (any OutputDevice)?) {
    state.withLock { ($0.renderer, $0.device) }
  }

  /// Asks the device, which may take its own lock, and moves forward; returns the moment.
  @discardableResult
  private func advance() -> Int {
    let (device, origin) = state.withLock { ($0.isFrozen ? nil : $0.device, $0.deviceOrigin) }
    guard let device else { return MonotonicClock.nanoseconds }
    let position = device.position
    state.withLock { state in
      // Another thread may have changed the device in between.
      guard state.device === device, state.deviceOrigin == origin, let renderer = state.renderer
      else { return }
      let frame = min(origin + position.frames, renderer.ring.writeIndex)
      state.heardFrame = max(state.heardFrame, frame)
    }
    return position.nanoseconds
  }
}
