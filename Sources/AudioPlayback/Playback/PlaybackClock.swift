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
    /// What the ring's frames are in the player's time, first to last; the last has no end.
    var stretches: [Stretch] = []
    /// The time that was told last, which never goes back.
    var toldTime = 0.0
    var isRunning = false
    var isFrozen = false
    var discontinuities = 0

    /// The frames of the player before a frame in the ring.
    func time(at frame: Int) -> Double {
      let stretch = stretches.last { $0.frame <= frame } ?? stretches.first
      return stretch?.time(at: frame) ?? 0
    }
  }

  /// Frames in the ring that take the same part of the player's time each.
  private struct Stretch {
    /// The first of them.
    var frame: Int
    /// The frames of the player before it.
    var time: Double
    /// Frames of the player for each in the ring.
    var ratio: Double

    func time(at frame: Int) -> Double { time + Double(frame - self.frame) * ratio }
  }

  private let state = Mutex(State())

  /// Starts at 0 with the frame that the renderer's ring takes next.
  func begin(_ renderer: Renderer, sampleRate: Double) {
    state.withLock { state in
      let discontinuities = state.discontinuities
      state = State()
      state.discontinuities = discontinuities
      state.renderer = renderer
      state.heardFrame = renderer.ring.readIndex
      state.stretches = [
        Stretch(frame: state.heardFrame, time: 0, ratio: sampleRate / renderer.sampleRate)
      ]
      state.isRunning = true
    }
  }

  /// Goes on with another renderer, once all of the one before has been heard.
  func change(to renderer: Renderer, sampleRate: Double) {
    state.withLock { state in
      let time = state.time(at: state.heardFrame)
      state.renderer = renderer
      state.heardFrame = renderer.ring.readIndex
      state.stretches = [
        Stretch(frame: state.heardFrame, time: time, ratio: sampleRate / renderer.sampleRate)
      ]
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
      state.stretches = state.stretches.map { stretch in
        let first = max(stretch.frame, frame)
        return Stretch(
          frame: state.heardFrame + Int((Double(first - frame) * ratio).rounded()),
          time: stretch.time(at: first), ratio: stretch.ratio / ratio)
      }
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
      if let last = state.stretches.last, last.ratio == ratio,
        abs(last.time(at: frame) - time) <= tolerance
      {
        return
      }
      // What was heard long since, and what was dropped before it was.
      let kept = state.stretches.lastIndex { $0.frame <= state.heardFrame } ?? 0
      state.stretches.removeFirst(kept)
      state.stretches.removeAll { $0.frame >= frame }
      state.stretches.append(Stretch(frame: frame, time: time, ratio: ratio))
    }
  }

  /// The frames of the player before a frame in the ring that has not been heard yet, or is heard now.
  func time(at frame: Int) -> Double { state.withLock { $0.time(at: frame) } }

  /// The frame in the ring that has a frame of the player before it, by what was written last.
  func frame(at time: Double) -> Int? {
    state.withLock { state in
      guard let stretch = state.stretches.last(where: { $0.time <= time }) else { return nil }
      return stretch.frame + Int(((time - stretch.time) / stretch.ratio).rounded())
    }
  }

  /// Forgets what frames from one in the ring on were to be: they are dropped.
  func drop(from frame: Int) {
    state.withLock { state in
      while state.stretches.count > 1, state.stretches.last.map({ $0.frame > frame }) == true {
        state.stretches.removeLast()
      }
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
