import AudioToolbox
import MediaTimeline
import ToolSupport

/// Plays sources of one format without gaps, through a queue with three buffers.
final class Player: @unchecked Sendable {
  // Sendable: `condition` guards the state shared with the queue's thread, the display, keys, and
  // signals.

  let condition = NSCondition()
  let queue: AudioQueueRef
  let rate: Double
  let names: PlayQueue
  let channelCount: Int
  /// How fast the player plays; 1 for the normal speed.
  let speed: Float
  /// Guarded by `condition`; only the feeding thread adds items.
  private(set) var items: [Item]
  /// The items and their seconds, by the frames of the queue's time.
  private var map = TimeMap()
  private var free: [AudioQueueBufferRef] = []
  private var isRunning = false
  /// Whether the queue has run since its last start.
  private var hasRun = false
  private var request: Request?
  private var state: Sound
  /// Whether the queue is ready to start, but paused.
  private var startsLater = false
  /// Why the queue could not start when it resumed.
  private(set) var startFailure: ToolFailure?

  /// The number of items that one player takes, so that its lists stay small.
  private static let mostItems = 10_000

  /// The number of frames to wait for before the first buffers, so that sound starts early.
  var leastFrames: Int
  /// The end of the enqueued audio, after the queue has started.
  var playedUntil: ContinuousClock.Instant?
  /// The number of frames enqueued since the queue started; only the feeding thread changes it,
  /// guarded by `condition`.
  var enqueuedFrames = 0.0
  /// The number of an earlier item to play next, for which this player ended.
  var wantedNumber: Int?
  var feeding = Feeding()

  /// Prepares to play an item, with the volume and the pause of the player before.
  init(
    _ item: Item, _ names: PlayQueue, _ options: PlayOptions, _ sound: Sound
  ) throws(ToolFailure) {
    items = [item]
    state = sound
    self.names = names
    channelCount = Int(item.source.format.mChannelsPerFrame)
    rate = item.source.format.mSampleRate
    speed = options.rate
    leastFrames = Int(rate / 5)
    var format = item.source.format
    var made: AudioQueueRef?
    let box = Box()
    let status = AudioQueueNewOutput(
      &format, { context, _, buffer in Player.from(context)?.giveBack(buffer) },
      Unmanaged.passRetained(box).toOpaque(), nil, nil, 0, &made)
    guard status == noErr, let made else { throw DeviceFailure.text(status, .output) }
    queue = made
    box.player = self
    try prepare(box, options)
  }

  deinit {
    AudioQueueDispose(queue, true)
  }

  /// The context of callbacks, which lives as long as the program.
  ///
  /// Its player may be gone.
  private final class Box {
    weak var player: Player?
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> Player? {
    context.flatMap { Unmanaged<Box>.fromOpaque($0).takeUnretainedValue().player }
  }

  private func prepare(_ box: Box, _ options: PlayOptions) throws(ToolFailure) {
    let source = items[0].source
    let cookie = source.magicCookie
    if !cookie.isEmpty {
      AudioQueueSetProperty(
        queue, kAudioQueueProperty_MagicCookie, cookie, UInt32(cookie.count))
    }
    let layout = source.channelLayout
    if !layout.isEmpty {
      AudioQueueSetProperty(
        queue, kAudioQueueProperty_ChannelLayout, layout, UInt32(layout.count))
    }
    AudioQueueAddPropertyListener(
      queue, kAudioQueueProperty_IsRunning,
      { context, queue, _ in
        var isRunning: UInt32 = 0
        var size = UInt32(MemoryLayout<UInt32>.size)
        AudioQueueGetProperty(queue, kAudioQueueProperty_IsRunning, &isRunning, &size)
        Player.from(context)?.note(isRunning: isRunning != 0)
      }, Unmanaged.passUnretained(box).toOpaque())
    AudioQueueSetParameter(queue, kAudioQueueParam_Volume, state.isMuted ? 0 : state.volume)
    if options.rate != 1 {
      var isOn: UInt32 = 1
      let status = AudioQueueSetProperty(queue, kAudioQueueProperty_EnableTimePitch, &isOn, 4)
      guard status == noErr else {
        throw ToolFailure("--rate requires libsonic, which is not installed")
      }
      AudioQueueSetParameter(queue, kAudioQueueParam_PlayRate, options.rate)
    }
    for _ in 0..<3 {
      var buffer: AudioQueueBufferRef?
      let status = AudioQueueAllocateBufferWithPacketDescriptions(
        queue, UInt32(source.bufferByteCount), UInt32(source.bufferPacketCount), &buffer)
      guard status == noErr, let buffer else { throw ToolFailure(status: status) }
      free.append(buffer)
    }
  }

  /// Whether an item can follow without a gap, because its packets have the same format.
  func takes(_ item: Item) -> Bool {
    guard items.count < Self.mostItems else { return false }
    var (one, other) = (items[0].source.format, item.source.format)
    // Some headers contain fields that others omit.
    one.mReserved = other.mReserved
    return withUnsafeBytes(of: &one) { one in
      withUnsafeBytes(of: &other) { one.elementsEqual($0) }
    } && items[0].source.magicCookie == item.source.magicCookie
      && items[0].source.channelLayout == item.source.channelLayout
      && items[0].source.bufferByteCount >= item.source.bufferByteCount
      && items[0].source.bufferPacketCount >= item.source.bufferPacketCount
  }

  /// Appends an item.
  func append(_ item: Item) { condition.withLock { items.append(item) } }

  /// Removes the items after the one at an index.
  func removeItems(after index: Int) {
    condition.withLock { items.removeLast(items.count - index - 1) }
  }

  /// Closes the file of an item that has been heard.
  func close(_ index: Int) {
    let source = ClosedSource(items[index].source)
    condition.withLock { items[index].source = source }
  }

  // MARK: Any thread

  /// Makes a request that replaces earlier ones, except for the end.
  func ask(_ new: Request) {
    condition.withLock {
      if request != .end { request = new }
      condition.broadcast()
    }
    if new == .end { for item in condition.withLock({ items }) { item.source.cancel() } }
  }

  /// Returns and removes the current request; a request to end stays.
  func takeRequest() -> Request? {
    condition.withLock {
      defer { if request != .end { request = nil } }
      return request
    }
  }

  var isEnding: Bool { condition.withLock { request == .end } }

  /// The item that is audible, and the seconds played of it.
  var place: Place {
    let time = time
    return condition.withLock {
      guard let run = map.run(at: time) else {
        return Place(index: 0, item: items[0], seconds: 0)
      }
      return Place(
        index: run.index, item: items[run.index], seconds: run.time(at: max(time, run.frame)))
    }
  }

  /// The queue's time in frames.
  private var time: Double {
    var time = AudioTimeStamp()
    return AudioQueueGetCurrentTime(queue, nil, &time, nil) == noErr ? time.mSampleTime : 0
  }

  /// The enqueued seconds that have not been heard.
  var secondsAhead: Double {
    let time = time
    return max(0, condition.withLock { enqueuedFrames } - time) / rate
  }

  /// Records the item and time of the frames from `frame` in the queue's time.
  func mark(_ frame: Double, item: Int, seconds: Double) {
    condition.withLock {
      map.append(.init(frame: frame, time: seconds, rate: 1 / rate, index: item))
    }
  }

  /// The state that keys have changed.
  var sound: Sound { condition.withLock { state } }

  /// Changes the volume, the muting, or the pause.
  func change(_ body: (inout Sound) -> Void) {
    let (old, new, starts) = condition.withLock {
      let old = state
      body(&state)
      state.volume = max(0, min(state.volume, max(1, old.volume)))
      let starts = startsLater && !state.isPaused
      if starts { startsLater = false }
      condition.broadcast()
      return (old, state, starts)
    }
    AudioQueueSetParameter(queue, kAudioQueueParam_Volume, new.isMuted ? 0 : new.volume)
    if starts { return startLate() }
    guard old.isPaused != new.isPaused, condition.withLock({ isRunning }) else { return }
    if new.isPaused { AudioQueuePause(queue) } else { AudioQueueStart(queue, nil) }
  }

  /// Starts the queue, unless it is paused; then it starts when it resumes.
  func startUnlessPaused() -> OSStatus {
    let isPaused = condition.withLock {
      startsLater = state.isPaused
      return state.isPaused
    }
    return isPaused ? noErr : AudioQueueStart(queue, nil)
  }

  private func startLate() {
    let status = AudioQueueStart(queue, nil)
    guard status != noErr else { return }
    condition.withLock { startFailure = DeviceFailure.text(status, .output) }
    ask(.end)
  }

  // MARK: Queue callbacks

  /// Makes a buffer available again.
  func giveBack(_ buffer: AudioQueueBufferRef) {
    condition.withLock {
      free.append(buffer)
      condition.broadcast()
    }
  }

  private func note(isRunning: Bool) {
    condition.withLock {
      self.isRunning = isRunning
      if isRunning { hasRun = true }
      condition.broadcast()
    }
  }

  /// Waits for a free buffer; returns `nil` if a request is pending.
  func nextFree() -> AudioQueueBufferRef? {
    condition.withLock {
      while free.isEmpty && request == nil { condition.wait() }
      return request == nil ? free.removeFirst() : nil
    }
  }

  /// Waits until all enqueued audio has been heard, or a request is pending.
  func drain() {
    // The queue runs when the device does, which may be after the last buffer was enqueued.
    let isInterrupted = condition.withLock {
      while (!hasRun || state.isPaused && isRunning) && request == nil { condition.wait() }
      return request != nil
    }
    if isInterrupted { return }
    AudioQueueStop(queue, false)
    condition.withLock {
      while isRunning && request == nil { condition.wait() }
    }
  }

  /// Stops the queue, and resets its time.
  ///
  /// - Parameters:
  ///   - item: The index of the item that is shown until another one starts.
  ///   - seconds: The time at which it continues.
  func halt(at item: Int, seconds: Double) {
    AudioQueueStop(queue, true)
    condition.withLock {
      map = TimeMap([.init(frame: 0, time: seconds, rate: 1 / rate, index: item)])
      (isRunning, hasRun, startsLater) = (false, false, false)
    }
    playedUntil = nil
    condition.withLock { enqueuedFrames = 0 }
  }
}
