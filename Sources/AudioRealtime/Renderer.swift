internal import Synchronization

/// What a device plays: a ring of frames, with volume, balance and level meters applied on the way.
///
/// The feeding thread writes frames, the device's thread takes them through `OCARender`, and any
/// thread sets parameters. Where there are no frames the device is starved; it plays nothing (its clock
/// stands) until ``takeStarvation()`` tells the feeding thread to wake it.
@safe
package final class Renderer: RenderEntry, @unchecked Sendable {
  // Sendable: `state` is the render thread's alone, all else is constant or atomic.

  package let ring: FrameRing
  /// Frames that are decoded before a device asks for them.
  package let aheadFrames: Int
  /// Samples in each frame that a device gets: two of one in the ring, where that is spread.
  package override var channelCount: Int { isSpread ? 2 : ring.channelCount }

  /// What the render thread alone knows.
  struct State {
    var loudness = Loudness()
    var leadInFrames = 0
    /// The first frame that this device rendered: none before it is given back to it.
    var firstFrame = 0
    /// The first frame of a play, which has its volume at once.
    var startFrame = 0
    /// That volume, and how often one had been set before; `nil` where all that are set before that frame count.
    var start: (gain: Float, count: Int)?
  }

  let state: UnsafeMutablePointer<State>
  /// What each event that was taken found, at its place.
  let before: UnsafeMutablePointer<Loudness>
  private let levels: LevelHistory
  private let refillFrames: Int
  private let wantsFrames = Atomic<Bool>(false)
  private let isStarved = Atomic<Bool>(false)
  private let isMetering = Atomic<Bool>(false)
  private let spreads = Atomic<Bool>(false)
  private let endFrame = Atomic<Int>(Int.max)
  /// Gain in the low half, frames of its ramp in the high half; then the frame that was heard when it was set, and how often one was.
  let target = Atomic<UInt64>(UInt64(Float(1).bitPattern))
  let targetFrame = Atomic<Int>(Int.max)
  let targetCount = Atomic<Int>(0)
  /// The same for the balance.
  let targetBalance = Atomic<UInt32>(0)
  let balanceFrame = Atomic<Int>(Int.max)
  let balanceCount = Atomic<Int>(0)
  private let feeder: Signal
  let events = TargetEvents()

  /// Makes a renderer over an empty ring.
  ///
  /// - Parameters:
  ///   - sampleRate: Frames per second, in hertz.
  ///   - channelCount: Samples in each frame.
  ///   - aheadFrames: Frames that are decoded before a device asks for them.
  ///   - deviceFrames: Frames that a device may hold and give back.
  ///   - mostUnreadFrames: Frames that wait for a device at most, also while it holds none.
  ///   - feeder: Posted when frames are wanted and fewer than half of `aheadFrames` are left.
  package init(
    sampleRate: Double, channelCount: Int, aheadFrames: Int, deviceFrames: Int,
    mostUnreadFrames: Int = .max, feeder: Signal
  ) {
    ring = FrameRing(
      channelCount: channelCount, unreadFrames: aheadFrames, historyFrames: deviceFrames,
      mostUnreadFrames: mostUnreadFrames)
    levels = LevelHistory(channelCount: channelCount, frameCount: ring.capacity)
    self.aheadFrames = aheadFrames
    refillFrames = aheadFrames / 2
    self.feeder = feeder
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: State())
    unsafe before = .allocate(capacity: TargetEvents.capacity)
    unsafe before.initialize(repeating: Loudness(), count: TargetEvents.capacity)
    super.init(sampleRate: sampleRate)
  }

  deinit {
    // Safe: allocated by `init`, trivial, and nobody else holds the object any more.
    unsafe state.deallocate()
    unsafe before.deallocate()
  }

  // MARK: Any thread

  /// Turns the meters on or off.
  package func setMetering(_ isOn: Bool) {
    isMetering.store(isOn, ordering: .relaxed)
  }

  /// How loud each channel is at a frame that was rendered lately.
  package func levels(at frame: Int) -> [Level] {
    levels.levels(at: frame)
  }

  // MARK: The feeding thread

  /// Asks for a post when fewer than half of the frames ahead are left.
  ///
  /// - Returns: Whether to wait for it; not where so few are left already.
  package func requestFrames() -> Bool {
    // An exchange, as the render thread's is: one of the two sees what the other has done before.
    _ = wantsFrames.exchange(true, ordering: .acquiringAndReleasing)
    return ring.unreadFrames > refillFrames
  }

  /// Has silence rendered from a frame on, in place of what has been written; `Int.max` for no such frame.
  package func setEnd(_ frame: Int) { endFrame.store(frame, ordering: .releasing) }

  /// Whether a device has met the end of the frames since the last call.
  package func takeStarvation() -> Bool {
    isStarved.exchange(false, ordering: .acquiringAndReleasing)
  }

  /// Whether a device has met the end of the frames and not been woken yet.
  package var isDeviceStarved: Bool { isStarved.load(ordering: .acquiring) }

  /// Starts a new play with the frame that is written next: it has the volume of now, without a ramp.
  ///
  /// Called while no device is rendering.
  package func begin() {
    let gain = Self.unpacked(target.load(ordering: .relaxed)).gain
    // Safe: the state is alive, and no render thread is in it.
    unsafe state.pointee.startFrame = ring.writeIndex
    unsafe state.pointee.start = (gain, targetCount.load(ordering: .acquiring))
  }

  /// Whether a single channel goes to two, between which it can be moved.
  package var isSpread: Bool { spreads.load(ordering: .relaxed) }

  /// Spreads a single channel, or no more; nothing where there are others.
  ///
  /// Called while no device is rendering.
  package func setSpread(_ isSpread: Bool) {
    spreads.store(isSpread && ring.channelCount == 1, ordering: .relaxed)
  }

  /// Prepares for a device that starts with `leadInFrames` of silence.
  ///
  /// Called while no device is rendering.
  package func beginDevice(leadInFrames: Int) {
    // Safe: the state is alive, and no render thread is in it.
    unsafe state.pointee.leadInFrames = leadInFrames
    unsafe state.pointee.firstFrame = ring.readIndex
  }

  @discardableResult
  package override func rewind(_ count: Int) -> Int { goBack(count) }

  // MARK: The render thread

  /// Goes back by up to `count` frames of those that this device has rendered.
  ///
  /// Only called through `OCARender`'s counterpart, or by who mixes.
  override func rewindOnDevice(_ count: Int) -> Int {
    // Safe: the state belongs to this thread.
    goBack(min(count, unsafe ring.readIndex - state.pointee.firstFrame))
  }

  /// Goes back by up to `count` frames, to the volume and balance of there.
  private func goBack(_ count: Int) -> Int {
    let gone = ring.rewind(count)
    // Safe: the state and what was before each event belong to this thread, and each event has a place.
    if let place = events.goBack(to: ring.readIndex) {
      unsafe state.pointee.loudness = before[place]
    }
    return gone
  }

  /// Renders up to `count` frames and says how many.
  ///
  /// Only called through `OCARender`, or by who mixes.
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
      // An exchange, as the feeding thread's is: frames that come from now on are told to the device,
      // those that came before are seen here.
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

  /// Takes up to `count` frames out of the ring, as they are to be heard.
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

  /// Takes frames that have the same targets.
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
    // Safe: the caller has room for `count` frames.
    let got = unsafe ring.read(into: target, count: count)
    unsafe applyGain(to: target, count: got, firstFrame: frame)
    let end = endFrame.load(ordering: .acquiring)
    if end < frame + got {
      let kept = max(0, end - frame)
      // Safe: the frames that were read, but for those that are kept.
      unsafe (target + kept * ring.channelCount).update(
        repeating: 0, count: (got - kept) * ring.channelCount)
    }
    if isMetering.load(ordering: .relaxed) {
      unsafe levels.add(target, count: got, firstFrame: frame)
    }
    // Safe: the state belongs to this thread, and there is room for two samples of each frame.
    if isSpread { unsafe spread(target, count: got, balance: state.pointee.loudness.balance) }
    return got
  }
}
