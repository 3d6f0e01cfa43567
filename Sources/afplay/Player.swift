import AudioToolbox
import ToolSupport

/// Plays a source through a queue of three buffers.
final class Player: @unchecked Sendable {
  // Sendable: what the queue's thread, the display and a signal touch is kept under `condition`.

  /// How a play ended.
  enum Ending: Equatable {
    case played
    case interrupted
  }

  let source: any PacketSource
  private let condition = NSCondition()
  private var free: [AudioQueueBufferRef] = []
  private var isRunning = false
  private var isInterrupted = false
  private var queue: AudioQueueRef?
  private let rate: Double

  /// Frames that the first buffers wait for, so that the first sound comes early.
  private var leastFrames: Int
  private var playedUntil: ContinuousClock.Instant?

  init(source: any PacketSource) throws(ToolFailure) {
    self.source = source
    rate = source.format.mSampleRate
    leastFrames = Int(rate / 5)
    var format = source.format
    let status = AudioQueueNewOutput(
      &format,
      { context, _, buffer in Player.from(context)?.take(back: buffer) },
      Unmanaged.passUnretained(self).toOpaque(), nil, nil, 0, &queue)
    guard status == noErr, queue != nil else { throw ToolFailure(status: status) }
  }

  deinit {
    if let queue { AudioQueueDispose(queue, true) }
  }

  /// Plays to the end.
  ///
  /// - Returns: How it ended.
  /// - Throws: Why it could not be played, or not to the end; what came before has been heard.
  func play() throws(ToolFailure) -> Ending {
    guard let queue else { return .played }
    try prepare(queue)
    var failure: ToolFailure?
    do throws(ToolFailure) {
      try feed(queue)
    } catch {
      failure = error
    }
    if isStopped {
      AudioQueueStop(queue, true)
      return .interrupted
    }
    if hasStarted { drain(queue) }
    if isStopped { return .interrupted }
    if let failure = failure ?? decodingFailure(queue) ?? source.shortfall { throw failure }
    return .played
  }

  /// Ends the play, from any thread.
  func interrupt() {
    condition.withLock {
      isInterrupted = true
      condition.broadcast()
    }
    source.cancel()
  }

  /// Seconds that have been heard.
  var elapsed: Double? {
    guard let queue else { return nil }
    var time = AudioTimeStamp()
    guard AudioQueueGetCurrentTime(queue, nil, &time, nil) == noErr, rate > 0 else { return nil }
    return max(0, time.mSampleTime / rate)
  }

  /// The loudest channel now, from 0 to 1.
  var level: Float? {
    guard let queue else { return nil }
    let count = Int(source.format.mChannelsPerFrame)
    var states = [AudioQueueLevelMeterState](repeating: AudioQueueLevelMeterState(), count: count)
    var size = UInt32(count * MemoryLayout<AudioQueueLevelMeterState>.size)
    let status = AudioQueueGetProperty(
      queue, kAudioQueueProperty_CurrentLevelMeter, &states, &size)
    return status == noErr ? states.map(\.mPeakPower).max() : nil
  }

  /// Turns the level meter on.
  func meter() {
    guard let queue else { return }
    var isOn: UInt32 = 1
    AudioQueueSetProperty(
      queue, kAudioQueueProperty_EnableLevelMetering, &isOn, UInt32(MemoryLayout<UInt32>.size))
  }

  private var hasStarted: Bool { playedUntil != nil }

  private var isStopped: Bool { condition.withLock { isInterrupted } }

  private func prepare(_ queue: AudioQueueRef) throws(ToolFailure) {
    let cookie = source.magicCookie
    if !cookie.isEmpty {
      AudioQueueSetProperty(
        queue, kAudioQueueProperty_MagicCookie, cookie, UInt32(cookie.count))
    }
    AudioQueueAddPropertyListener(
      queue, kAudioQueueProperty_IsRunning,
      { context, queue, _ in
        var isRunning: UInt32 = 0
        var size = UInt32(MemoryLayout<UInt32>.size)
        AudioQueueGetProperty(queue, kAudioQueueProperty_IsRunning, &isRunning, &size)
        Player.from(context)?.note(isRunning: isRunning != 0)
      }, Unmanaged.passUnretained(self).toOpaque())
    for _ in 0..<3 {
      var buffer: AudioQueueBufferRef?
      let status = AudioQueueAllocateBufferWithPacketDescriptions(
        queue, UInt32(source.bufferByteCount), UInt32(source.bufferPacketCount), &buffer)
      guard status == noErr, let buffer else { throw ToolFailure(status: status) }
      free.append(buffer)
    }
  }

  /// Enqueues all packets of the source, and starts the queue in time.
  private func feed(_ queue: AudioQueueRef) throws(ToolFailure) {
    var waiting = 0.0
    while let buffer = nextFree() {
      let isFirst = !hasStarted && waiting == 0
      let atMost = max(leastFrames, isFirst ? 0 : Int(rate * 2))
      let filling = try source.fill(buffer, atLeast: leastFrames, atMost: atMost)
      guard filling.packetCount > 0 else { break }
      let heard = filling.frameCount - filling.trimAtStart - filling.trimAtEnd
      guard heard > 0 || filling.trimAtEnd == 0 else {
        take(back: buffer)
        continue
      }
      let status = AudioQueueEnqueueBufferWithParameters(
        queue, buffer, 0, nil, UInt32(filling.trimAtStart), UInt32(filling.trimAtEnd), 0, nil,
        nil, nil)
      guard status == noErr else { throw ToolFailure(status: status) }
      waiting += Double(heard) / max(rate, 1)
      // A second buffer costs nothing where its bytes are here, and lets a busy machine be late.
      if isFirst && source.hasMore { continue }
      try start(queue, seconds: waiting)
      waiting = 0
    }
    if waiting > 0 { try start(queue, seconds: waiting) }
  }

  /// Starts the queue where it does not run yet, and notes how long it can play.
  private func start(_ queue: AudioQueueRef, seconds: Double) throws(ToolFailure) {
    let now = ContinuousClock.now
    if let playedUntil {
      // Where bytes came too late, it is better to wait for more of them each time.
      if playedUntil < now { leastFrames = Int(rate * 2) }
      self.playedUntil = max(now, playedUntil) + .seconds(seconds)
      return
    }
    let status = AudioQueueStart(queue, nil)
    guard status == noErr else { throw ToolFailure(status: status) }
    playedUntil = now + .seconds(seconds)
  }

  private func nextFree() -> AudioQueueBufferRef? {
    condition.withLock {
      while free.isEmpty && !isInterrupted { condition.wait() }
      return isInterrupted ? nil : free.removeFirst()
    }
  }

  /// Waits until all that was enqueued has been heard.
  private func drain(_ queue: AudioQueueRef) {
    // The queue says that it runs once the device does, which may be after its last buffer came.
    condition.withLock {
      while !isRunning && !isInterrupted { condition.wait() }
    }
    AudioQueueStop(queue, false)
    condition.withLock {
      while isRunning && !isInterrupted { condition.wait() }
    }
    if isStopped { AudioQueueStop(queue, true) }
  }

  private func decodingFailure(_ queue: AudioQueueRef) -> ToolFailure? {
    var code: UInt32 = 0
    var size = UInt32(MemoryLayout<UInt32>.size)
    let status = AudioQueueGetProperty(
      queue, kAudioQueueProperty_ConverterError, &code, &size)
    guard status == noErr, code != 0 else { return nil }
    return ToolFailure(
      "cannot be decoded: \(ToolFailure(status: OSStatus(bitPattern: code)).reason)")
  }

  private func take(back buffer: AudioQueueBufferRef) {
    condition.withLock {
      free.append(buffer)
      condition.broadcast()
    }
  }

  private func note(isRunning: Bool) {
    condition.withLock {
      self.isRunning = isRunning
      condition.broadcast()
    }
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> Player? {
    context.map { Unmanaged<Player>.fromOpaque($0).takeUnretainedValue() }
  }
}
