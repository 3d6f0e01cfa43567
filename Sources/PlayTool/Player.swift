import AudioToolbox
import MediaTimeline
import ToolSupport

/// Plays sources of one format without gaps, through a queue with three buffers.
final class Player: @unchecked Sendable {
  // Sendable: `condition` guards the state shared with the queue's thread, the display, keys, and
  // signals.

  /// A source to play, and its name.
  struct Item {
    var name: String
    var source: any PacketSource
    /// The number of items that were opened before.
    var number = 0
  }

  /// The state that keys change.
  struct Sound {
    var volume: Float = 1
    var isMuted = false
    var isPaused = false
  }

  /// A request from another thread than the feeding thread.
  enum Request: Equatable {
    /// Moves ahead by a number of seconds, or back.
    case move(Double)
    /// Moves to a number of seconds.
    case seek(Double)
    /// Starts the item again, or the previous one during the first seconds.
    case back
    /// Continues with the next item.
    case skip
    case end
  }

  let condition = NSCondition()
  let queue: AudioQueueRef
  let rate: Double
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

  /// The number of frames to wait for before the first buffers, so that sound starts early.
  var leastFrames: Int
  /// The end of the enqueued audio, after the queue has started.
  var playedUntil: ContinuousClock.Instant?
  /// The number of frames enqueued since the queue started.
  var enqueuedFrames = 0.0
  /// Whether playback ended for the item before the first one.
  var wantsEarlierItem = false

  init(_ item: Item, _ options: PlayOptions) throws(ToolFailure) {
    items = [item]
    state = Sound(volume: options.volume)
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

  /// The context of callbacks, which lives as long as the program: a player that may be gone.
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
    AudioQueueSetParameter(queue, kAudioQueueParam_Volume, options.volume)
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
  var place: (item: Int, source: any PacketSource, seconds: Double) {
    let time = time
    return condition.withLock {
      guard let run = map.run(at: time) else { return (0, items[0].source, 0) }
      return (run.index, items[run.index].source, run.time(at: max(time, run.frame)))
    }
  }

  /// Returns an item; any thread may call it.
  func item(at index: Int) -> Item { condition.withLock { items[index] } }

  /// The queue's time in frames.
  private var time: Double {
    var time = AudioTimeStamp()
    return AudioQueueGetCurrentTime(queue, nil, &time, nil) == noErr ? time.mSampleTime : 0
  }

  /// Records the item and time of the frames from `frame` in the queue's time.
  func mark(_ frame: Double, item: Int, seconds: Double) {
    condition.withLock {
      map.append(.init(frame: frame, time: seconds, rate: 1 / rate, index: item))
    }
  }

  /// The level of the loudest channel, from 0 to 1.
  var level: Float? {
    let count = Int(items[0].source.format.mChannelsPerFrame)
    var states = [AudioQueueLevelMeterState](repeating: AudioQueueLevelMeterState(), count: count)
    var size = UInt32(count * MemoryLayout<AudioQueueLevelMeterState>.size)
    let status = AudioQueueGetProperty(
      queue, kAudioQueueProperty_CurrentLevelMeter, &states, &size)
    return status == noErr ? states.map(\.mPeakPower).max() : nil
  }

  /// Enables the level meter.
  func meter() {
    var isOn: UInt32 = 1
    AudioQueueSetProperty(
      queue, kAudioQueueProperty_EnableLevelMetering, &isOn, UInt32(MemoryLayout<UInt32>.size))
  }

  /// The state that keys have changed.
  var sound: Sound { condition.withLock { state } }

  /// Changes the volume, the muting, or the pause.
  func change(_ body: (inout Sound) -> Void) {
    let (old, new) = condition.withLock {
      let old = state
      body(&state)
      state.volume = max(0, min(state.volume, max(1, old.volume)))
      condition.broadcast()
      return (old, state)
    }
    AudioQueueSetParameter(queue, kAudioQueueParam_Volume, new.isMuted ? 0 : new.volume)
    guard old.isPaused != new.isPaused, condition.withLock({ isRunning }) else { return }
    if new.isPaused { AudioQueuePause(queue) } else { AudioQueueStart(queue, nil) }
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
  func halt() {
    AudioQueueStop(queue, true)
    condition.withLock {
      map = TimeMap()
      isRunning = false
      hasRun = false
    }
    playedUntil = nil
    enqueuedFrames = 0
  }
}
