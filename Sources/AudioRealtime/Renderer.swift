internal import Synchronization

/// What a device plays: a ring of frames, with volume, balance and level meters applied on the way.
///
/// The feeding thread writes frames, the device's thread takes them through `OCARender`, and any
/// thread sets parameters. Where there are no frames the device is starved; it plays nothing (its clock
/// stands) until ``takeStarvation()`` tells the feeding thread to wake it.
@safe
package class Renderer: @unchecked Sendable {
  // Sendable: `state` is the render thread's alone, all else is constant or atomic.

  package let ring: FrameRing
  package let sampleRate: Double
  /// Frames that are decoded before a device asks for them.
  package let aheadFrames: Int
  /// Samples in each frame that a device gets: two of one in the ring, where that is spread.
  package var channelCount: Int { isSpread ? 2 : ring.channelCount }

  /// What the render thread alone knows.
  private struct State {
    var loudness = Loudness()
    var leadInFrames = 0
    /// The first frame that this device rendered: none before it is given back to it.
    var firstFrame = 0
    /// The first frame of a play, which has its volume at once.
    var startFrame = 0
    /// That volume, and how often one had been set before; `nil` where all that are set before that frame count.
    var start: (gain: Float, count: Int)?
  }

  private let state: UnsafeMutablePointer<State>
  /// What each event that was taken found, at its place.
  private let before: UnsafeMutablePointer<Loudness>
  private let levels: LevelHistory
  private let refillFrames: Int
  private let wantsFrames = Atomic<Bool>(false)
  private let isStarved = Atomic<Bool>(false)
  private let isMetering = Atomic<Bool>(false)
  private let spreads = Atomic<Bool>(false)
  /// Gain in the low half, frames of its ramp in the high half; then the frame that was heard when it was set, and how often one was.
  let target = Atomic<UInt64>(UInt64(Float(1).bitPattern))
  private let targetFrame = Atomic<Int>(Int.max)
  private let targetCount = Atomic<Int>(0)
  /// The same for the balance.
  let targetBalance = Atomic<UInt32>(0)
  private let balanceFrame = Atomic<Int>(Int.max)
  private let balanceCount = Atomic<Int>(0)
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
    self.sampleRate = sampleRate
    self.aheadFrames = aheadFrames
    refillFrames = aheadFrames / 2
    self.feeder = feeder
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: State())
    unsafe before = .allocate(capacity: TargetEvents.capacity)
    unsafe before.initialize(repeating: Loudness(), count: TargetEvents.capacity)
  }

  deinit {
    // Safe: allocated by `init`, trivial, and nobody else holds the object any more.
    unsafe state.deallocate()
    unsafe before.deallocate()
  }

  /// The pointer that `OCARender` takes; the object must outlive its use.
  package var context: UnsafeMutableRawPointer {
    unsafe Unmanaged.passUnretained(self).toOpaque()
  }

  // MARK: Any thread

  /// Sets the volume from the frame that is rendered next, reached in `rampFrames`; one thread at a time.
  ///
  /// - Parameters:
  ///   - gain: The volume, 1 for unchanged.
  ///   - rampFrames: In how many frames it is reached.
  ///   - heardFrame: The frame that is heard now. What ``schedule(_:gain:balance:)`` has for later ones holds on from there,
  ///     whether or not they have been rendered.
  package func setGain(_ gain: Float, rampFrames: Int, heardFrame: Int = .max) {
    targetFrame.store(heardFrame, ordering: .relaxed)
    target.store(Self.packed(gain, rampFrames: rampFrames), ordering: .relaxed)
    targetCount.wrappingAdd(1, ordering: .releasing)
  }

  private static func packed(_ gain: Float, rampFrames: Int) -> UInt64 {
    UInt64(UInt32(clamping: rampFrames)) << 32 | UInt64(gain.bitPattern)
  }

  private static func unpacked(_ target: UInt64) -> (gain: Float, rampFrames: Int) {
    (Float(bitPattern: UInt32(truncatingIfNeeded: target)), Int(target >> 32))
  }

  /// Sets the balance of a pair of channels, or of one that is spread: -1 is left alone, 1 is right alone; one thread at a time.
  ///
  /// - Parameters:
  ///   - balance: The balance.
  ///   - heardFrame: The frame that is heard now, as for ``setGain(_:rampFrames:heardFrame:)``.
  package func setBalance(_ balance: Float, heardFrame: Int = .max) {
    balanceFrame.store(heardFrame, ordering: .relaxed)
    targetBalance.store(balance.bitPattern, ordering: .relaxed)
    balanceCount.wrappingAdd(1, ordering: .releasing)
  }

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

  /// Whether a device has met the end of the frames since the last call.
  package func takeStarvation() -> Bool {
    isStarved.exchange(false, ordering: .acquiringAndReleasing)
  }

  /// Whether a device has met the end of the frames and not been woken yet.
  package var isDeviceStarved: Bool { isStarved.load(ordering: .acquiring) }

  /// Sets volume and balance from a frame on that has not been written yet; at once where too many are to come.
  ///
  /// Where a device goes back behind that frame, what it renders again before it has what held there.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - gain: The volume and the frames of its ramp, or `nil` where it stays.
  ///   - balance: The balance, or `nil` where it stays.
  package func schedule(_ frame: Int, gain: (value: Float, rampFrames: Int)?, balance: Float?) {
    let target = gain.map { Self.packed($0.value, rampFrames: $0.rampFrames) }
    let event = TargetEvents.Event(frame: frame, target: target, balance: balance)
    guard !events.add(event, earliest: ring.earliestFrame) else { return }
    if let gain { setGain(gain.value, rampFrames: gain.rampFrames) }
    if let balance { setBalance(balance) }
  }

  /// Forgets what was to come, with the frames for which it was.
  ///
  /// Called while no device is rendering.
  package func unschedule() { events.removeUntaken() }

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

  /// Goes back by up to `count` frames, which a device gave back unheard.
  ///
  /// Called while no device is rendering.
  ///
  /// - Returns: By how many.
  @discardableResult
  package func rewind(_ count: Int) -> Int { goBack(count) }

  // MARK: The render thread

  /// Goes back by up to `count` frames of those that this device has rendered.
  ///
  /// Only called through `OCARender`'s counterpart, or by who mixes.
  func rewindOnDevice(_ count: Int) -> Int {
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
  func render(into target: UnsafeMutablePointer<Float>, count: Int) -> Int {
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
    if isMetering.load(ordering: .relaxed) {
      unsafe levels.add(target, count: got, firstFrame: frame)
    }
    // Safe: the state belongs to this thread, and there is room for two samples of each frame.
    if isSpread { unsafe spread(target, count: got, balance: state.pointee.loudness.balance) }
    return got
  }

  /// Takes over what other threads have set.
  private func takeTargets(at frame: Int) {
    // Safe: the state belongs to this thread.
    var loudness = unsafe state.pointee.loudness
    let (startFrame, start) = unsafe (state.pointee.startFrame, state.pointee.start)
    let isFirst = frame == startFrame
    let count = targetCount.load(ordering: .acquiring)
    if isFirst || loudness.isNewGain(count) {
      var (gain, rampFrames) = Self.unpacked(target.load(ordering: .relaxed))
      if isFirst {
        // The volume of a start holds from its first frame: a ramp would fade every start in. One that was set since may.
        let isOfStart = start.map { $0.count == count } ?? true
        if isOfStart || rampFrames <= Int(sampleRate * Self.instantSeconds) { rampFrames = 0 }
        loudness.begin(with: rampFrames == 0 ? gain : start?.gain ?? gain, at: frame)
      }
      loudness.take(
        gain: gain, rampFrames: rampFrames, at: frame, count: count,
        heardFrame: targetFrame.load(ordering: .relaxed))
    }
    let balances = balanceCount.load(ordering: .acquiring)
    if isFirst || loudness.isNewBalance(balances) {
      loudness.take(
        balance: Float(bitPattern: targetBalance.load(ordering: .relaxed)), count: balances,
        heardFrame: balanceFrame.load(ordering: .relaxed))
    }
    unsafe state.pointee.loudness = loudness
  }

  /// A ramp that is so short that it only keeps a change from clicking, in seconds.
  private static let instantSeconds = 0.01

  /// Takes over what the next event holds.
  private func takeEvent(at frame: Int) {
    let (event, place) = events.take()
    // Safe: the state and what was before each event belong to this thread, and each event has a place.
    var loudness = unsafe state.pointee.loudness
    unsafe before[place] = loudness
    if let target = event.target {
      let (gain, rampFrames) = Self.unpacked(target)
      let isFirst = unsafe frame == state.pointee.startFrame
      loudness.takeEvent(
        gain: gain, rampFrames: isFirst ? 0 : rampFrames, at: frame, eventFrame: event.frame)
    }
    if let balance = event.balance {
      loudness.takeEvent(balance: balance, eventFrame: event.frame)
    }
    unsafe state.pointee.loudness = loudness
  }

  private func applyGain(
    to samples: UnsafeMutablePointer<Float>, count: Int, firstFrame: Int
  ) {
    // Safe: every run lies within the `count` frames of the caller.
    let curve = unsafe state.pointee.loudness.gain
    let width = ring.channelCount
    let balance = unsafe width == 2 ? state.pointee.loudness.balance : 0
    let left = min(1, 1 - balance)
    let right = min(1, 1 + balance)
    var at = 0
    while at < count {
      let constant = min(curve.constantFrames(from: firstFrame + at), count - at)
      if constant > 0 {
        let gain = curve.gain(at: firstFrame + at)
        unsafe scale(
          samples + at * width, count: constant, by: gain, left: left, right: right)
        at += constant
      } else {
        let gain = curve.gain(at: firstFrame + at)
        unsafe scale(samples + at * width, count: 1, by: gain, left: left, right: right)
        at += 1
      }
    }
  }
}
