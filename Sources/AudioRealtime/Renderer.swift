internal import Synchronization

/// The frames that a device plays: a ring, with volume, balance, and level meters.
///
/// The feeding thread writes frames, and the device's thread takes them through `OCARender`. Any
/// thread sets parameters. Without frames, the device starves. It plays nothing and its clock
/// stops, until ``takeStarvation()`` makes the feeding thread wake it.
@safe
package final class Renderer: RenderEntry, @unchecked Sendable {
  // Sendable: `state` belongs to the render thread. Everything else is constant or atomic.

  package let ring: FrameRing
  /// Frames to decode before a device requests them.
  package let aheadFrames: Int
  /// Samples in each frame for the device: two for a single spread channel of the ring.
  package override var channelCount: Int { isSpread ? 2 : ring.channelCount }

  /// State of the render thread.
  struct State {
    var loudness = Loudness()
    var leadInFrames = 0
    /// The first frame that this device rendered.
    ///
    /// The device cannot go back before it.
    var firstFrame = 0
    /// The first frame of a playback, which starts with its volume immediately.
    var startFrame = 0
    /// The volume of the start, and the number of earlier volume settings.
    ///
    /// `nil` if all settings before the start apply.
    var start: (gain: Float, count: Int)?
  }

  let state: UnsafeMutablePointer<State>
  /// The state before each event that was taken, at the event's place.
  let before: UnsafeMutablePointer<Loudness>
  private let levels: LevelHistory
  private let refillFrames: Int
  private let wantsFrames = Atomic<Bool>(false)
  private let isStarved = Atomic<Bool>(false)
  private let isMetering = Atomic<Bool>(false)
  private let spreads = Atomic<Bool>(false)
  private let endFrame = Atomic<Int>(Int.max)
  let targets = LoudnessTargets()
  private let feeder: Signal
  let events = TargetEvents()

  /// Creates a renderer.
  ///
  /// - Parameters:
  ///   - sampleRate: Frames per second, in hertz.
  ///   - ring: An empty ring. It has room for the frames that are decoded ahead. Its history has
  ///     room for the frames that a device may buffer and return.
  ///   - feeder: The signal to post if frames are requested and less than half of `aheadFrames` are
  ///     left.
  package init(sampleRate: Double, ring: FrameRing, feeder: Signal) {
    self.ring = ring
    levels = LevelHistory(channelCount: ring.channelCount, frameCount: ring.capacity)
    aheadFrames = ring.capacity - ring.historyFrames
    refillFrames = aheadFrames / 2
    self.feeder = feeder
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: State())
    unsafe before = .allocate(capacity: TargetEvents.capacity)
    unsafe before.initialize(repeating: Loudness(), count: TargetEvents.capacity)
    super.init(sampleRate: sampleRate)
  }

  deinit {
    // Safe: `init` allocated the memory, which is trivial. No other reference to the object exists.
    unsafe state.deallocate()
    unsafe before.deallocate()
  }

  // MARK: Any thread

  /// Turns the meters on or off.
  package func setMetering(_ isOn: Bool) {
    isMetering.store(isOn, ordering: .relaxed)
  }

  /// Returns the level of each channel at a recently rendered frame.
  package func levels(at frame: Int) -> [Level] {
    levels.levels(at: frame)
  }

  // MARK: The feeding thread

  /// Requests a post when less than half of the frames ahead are left.
  ///
  /// - Returns: Whether to wait for the post. False if less than half of the frames are left
  ///   already.
  package func requestFrames() -> Bool {
    // An exchange, like that of the render thread, so that one of them sees the other's writes.
    _ = wantsFrames.exchange(true, ordering: .acquiringAndReleasing)
    return ring.unreadFrames > refillFrames
  }

  /// Replaces the frames from `frame` on with silence.
  ///
  /// `Int.max` means no end.
  package func setEnd(_ frame: Int) { endFrame.store(frame, ordering: .releasing) }

  /// Returns whether a device has run out of frames since the last call.
  package func takeStarvation() -> Bool {
    isStarved.exchange(false, ordering: .acquiringAndReleasing)
  }

  /// Whether a device has run out of frames and has not been woken.
  package var isDeviceStarved: Bool { isStarved.load(ordering: .acquiring) }

  /// Starts a new playback at the next written frame, with the current volume and without a ramp.
  ///
  /// Call while no device is rendering.
  package func begin() {
    // Safe: the state exists, and no render thread uses it.
    unsafe state.pointee.startFrame = ring.writeIndex
    unsafe state.pointee.start = targets.currentGain
  }

  /// Whether a single channel is spread to two, so that it has a balance.
  package var isSpread: Bool { spreads.load(ordering: .relaxed) }

  /// Spreads a single channel, or ends spreading.
  ///
  /// No effect on other channel counts.
  ///
  /// Call while no device is rendering.
  package func setSpread(_ isSpread: Bool) {
    spreads.store(isSpread && ring.channelCount == 1, ordering: .relaxed)
  }

  /// Prepares for a device that starts with `leadInFrames` of silence.
  ///
  /// Call while no device is rendering.
  package func beginDevice(leadInFrames: Int) {
    // Safe: the state exists, and no render thread uses it.
    unsafe state.pointee.leadInFrames = leadInFrames
    unsafe state.pointee.firstFrame = ring.readIndex
  }

  @discardableResult
  package override func rewind(_ count: Int) -> Int { goBack(count) }

  // MARK: The render thread

  /// Goes back by up to `count` frames that this device has rendered.
  ///
  /// Only called through the counterpart of `OCARender`, or by a mix.
  override func rewindOnDevice(_ count: Int) -> Int {
    // Safe: the state belongs to this thread.
    goBack(min(count, unsafe ring.readIndex - state.pointee.firstFrame))
  }

  /// Goes back by up to `count` frames, and restores their volume and balance.
  private func goBack(_ count: Int) -> Int {
    let gone = ring.rewind(count)
    // Safe: the states belong to this thread, and each event has a place.
    if let place = events.goBack(to: ring.readIndex) {
      unsafe state.pointee.loudness = before[place]
    }
    return gone
  }

  /// Renders up to `count` frames, and returns their number.
  ///
  /// Only called through `OCARender`, or by a mix.
  override func render(into target: UnsafeMutablePointer<Float>, count: Int) -> Int {
    var done = 0
    // Safe: the state belongs to this thread, and the caller has room for `count` frames.
    if unsafe state.pointee.leadInFrames > 0 {
      done = unsafe min(count, state.pointee.leadInFrames)
      unsafe target.update(repeating: 0, count: done * channelCount)
      unsafe state.pointee.leadInFrames -= done
    }
    unsafe done += takeAll(into: target + done * channelCount, count: count - done)
    if done < count {
      // An exchange, like that of the feeding thread. The device is notified of frames that arrive
      // from now on, and earlier ones are visible here.
      _ = isStarved.exchange(true, ordering: .acquiringAndReleasing)
      unsafe done += takeAll(into: target + done * channelCount, count: count - done)
    }
    if ring.unreadFrames <= refillFrames,
      wantsFrames.exchange(false, ordering: .acquiringAndReleasing)
    {
      feeder.post()
    }
    return done
  }

  /// Takes up to `count` frames from the ring, with all effects applied.
  private func takeAll(into target: UnsafeMutablePointer<Float>, count: Int) -> Int {
    var done = 0
    while done < count {
      // Safe: the caller has room for `count` frames.
      let got = unsafe take(into: target + done * channelCount, count: count - done)
      if got == 0 { break }
      done += got
    }
    return done
  }

  /// Takes frames with the same settings.
  private func take(into target: UnsafeMutablePointer<Float>, count: Int) -> Int {
    guard ring.unreadFrames > 0 else { return 0 }
    let frame = ring.readIndex
    takeTargets(at: frame)
    var count = count
    while let next = events.nextFrame {
      guard next <= frame else {
        count = min(count, next - frame)
        break
      }
      takeEvent(at: frame)
    }
    // Safe: the caller has room for `count` frames, and the state belongs to this thread.
    let got = unsafe ring.read(into: target, count: count)
    let loudness = unsafe state.pointee.loudness
    unsafe LoudnessKernel.apply(
      loudness, to: target, count: got, firstFrame: frame, channelCount: ring.channelCount)
    let end = endFrame.load(ordering: .acquiring)
    if end < frame + got {
      let kept = max(0, end - frame)
      // Safe: the range contains the frames that were read, except those to keep.
      unsafe (target + kept * ring.channelCount).update(
        repeating: 0, count: (got - kept) * ring.channelCount)
    }
    if isMetering.load(ordering: .relaxed) {
      unsafe levels.add(target, count: got, firstFrame: frame)
    }
    // Safe: the buffer has room for two samples per frame.
    if isSpread { unsafe LoudnessKernel.spread(target, count: got, balance: loudness.balance) }
    return got
  }
}
