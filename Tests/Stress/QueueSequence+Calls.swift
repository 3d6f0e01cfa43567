import AudioToolbox

extension QueueSequence {
  /// Makes one call.
  func call(_ dice: inout Dice) {
    guard let queue else { return }
    switch dice.roll(43) {
    case 0...6:
      if let buffer = makeBuffer(queue, frames: someFrames(&dice)) { enqueue(queue, buffer) }
    case 7...9: if let buffer = anyBuffer(&dice) { enqueue(queue, buffer) }
    case 10, 11: enqueueWithParameters(queue, &dice)
    case 12: freeBuffer(queue, &dice)
    case 13...16: AudioQueueStart(queue, nil)
    case 17: startAtTime(queue, &dice)
    case 18: AudioQueuePrime(queue, UInt32(dice.roll(4096)), nil)
    case 19, 20: AudioQueueStop(queue, true)
    case 21: AudioQueueStop(queue, false)
    case 22, 23: AudioQueuePause(queue)
    case 24: AudioQueueFlush(queue)
    case 25: AudioQueueReset(queue)
    case 26, 27:
      AudioQueueSetParameter(
        queue, dice.pick([0, 1, 2, 3, 4, 13]), Float(dice.roll(300) - 50) / 100)
    case 28: getParameter(queue, &dice)
    case 29, 30: getProperty(queue, &dice)
    case 31, 32: setProperty(queue, &dice)
    case 33: listen(queue, dice.pick(Self.properties), isAdded: true)
    case 34: listen(queue, dice.pick(Self.properties), isAdded: false)
    case 35: useTimeline(queue, isMade: dice.isOne(in: 2))
    case 36: askTimes(queue, &dice)
    case 37: render(queue, &dice)
    case 38: setDevice(queue, &dice)
    case 39, 40: addTap(queue, &dice)
    case 41: removeTap(&dice)
    default:
      if plan.ending == .byAnyone, dice.isOne(in: 2) {
        dispose(queue, isAtOnce: dice.isOne(in: 2))
      }
    }
  }

  private static let properties = [
    kAudioQueueProperty_IsRunning, kAudioQueueProperty_StreamDescription,
    kAudioQueueProperty_CurrentLevelMeter, kAudioQueueProperty_CurrentLevelMeterDB,
    kAudioQueueDeviceProperty_SampleRate, kAudioQueueDeviceProperty_NumberChannels,
    kAudioQueueProperty_MagicCookie, kAudioQueueProperty_ConverterError,
    kAudioQueueProperty_MaximumOutputPacketSize, kAudioQueueProperty_ChannelLayout,
    kAudioQueueProperty_EnableLevelMetering, kAudioQueueProperty_DecodeBufferSizeFrames,
    kAudioQueueProperty_EnableTimePitch, kAudioQueueProperty_TimePitchAlgorithm,
    kAudioQueueProperty_TimePitchBypass, kAudioQueueProperty_HardwareCodecPolicy,
    kAudioQueueProperty_CurrentDevice, 0x3F3F_3F3F,
  ]

  private func startAtTime(_ queue: AudioQueueRef, _ dice: inout Dice) {
    var time = AudioTimeStamp()
    time.mHostTime = AudioGetCurrentHostTime() &+ UInt64(dice.roll(20)) * 1_000_000
    time.mFlags = dice.isOne(in: 8) ? [] : .hostTimeValid
    if dice.isOne(in: 3) { AudioQueueDeviceGetNearestStartTime(queue, &time, 0) }
    AudioQueueStart(queue, &time)
  }

  private func getParameter(_ queue: AudioQueueRef, _ dice: inout Dice) {
    var value: Float32 = 0
    AudioQueueGetParameter(queue, dice.pick([0, 1, 2, 3, 4, 13]), &value)
  }

  private func getProperty(_ queue: AudioQueueRef, _ dice: inout Dice) {
    let property = dice.pick(Self.properties)
    var size: UInt32 = 0
    AudioQueueGetPropertySize(queue, property, &size)
    if property == kAudioQueueProperty_CurrentDevice {
      var device: Unmanaged<NSString>?
      size = 8
      if AudioQueueGetProperty(queue, property, &device, &size) == noErr { device?.release() }
    } else {
      var room = [UInt8](repeating: 0, count: 512)
      size = UInt32(dice.pick([512, 512, 512, 3]))
      AudioQueueGetProperty(queue, property, &room, &size)
    }
  }

  private func setProperty(_ queue: AudioQueueRef, _ dice: inout Dice) {
    let property = dice.pick(Self.properties)
    // The current device is a string, not a number.
    guard property != kAudioQueueProperty_CurrentDevice else { return }
    var value = UInt32(dice.pick([0, 1, 1, 512, 4096]))
    if property == kAudioQueueProperty_TimePitchAlgorithm {
      value = UInt32(
        dice.pick([
          kAudioQueueTimePitchAlgorithm_TimeDomain, kAudioQueueTimePitchAlgorithm_Varispeed,
        ]))
    }
    AudioQueueSetProperty(queue, property, &value, UInt32(dice.pick([4, 4, 4, 2])))
  }

  private func setDevice(_ queue: AudioQueueRef, _ dice: inout Dice) {
    let file =
      plan.isInput
      ? "file:\(material.files.sound(dice.roll(StressFiles.soundCount)).path)"
      : "offline:\(material.files.output(material.number).path)"
    setDevice(queue, dice.pick(["null", file, "nowhere"]))
  }

  @discardableResult
  func setDevice(_ queue: AudioQueueRef, _ name: String) -> OSStatus {
    let name = name as NSString
    return withExtendedLifetime(name) {
      var reference = Unmanaged.passUnretained(name)
      return AudioQueueSetProperty(queue, kAudioQueueProperty_CurrentDevice, &reference, 8)
    }
  }

  private func useTimeline(_ queue: AudioQueueRef, isMade: Bool) {
    if isMade {
      var timeline: AudioQueueTimelineRef?
      AudioQueueCreateTimeline(queue, &timeline)
      if let timeline { with { $0.timelines.append(timeline) } }
    } else if let timeline = with({ $0.timelines.last }) {
      var isBroken: DarwinBoolean = false
      AudioQueueGetCurrentTime(queue, timeline, nil, &isBroken)
      AudioQueueDisposeTimeline(queue, timeline)
    }
  }

  private func askTimes(_ queue: AudioQueueRef, _ dice: inout Dice) {
    var time = AudioTimeStamp()
    var other = AudioTimeStamp()
    AudioQueueGetCurrentTime(queue, nil, &time, nil)
    AudioQueueDeviceTranslateTime(queue, &time, &other)
    AudioQueueDeviceGetCurrentTime(queue, &other)
  }

  /// Renders into memory.
  ///
  /// As a client does, only one thread at a time renders, and other calls leave the buffer alone.
  private func render(_ queue: AudioQueueRef, _ dice: inout Dice) {
    guard !plan.isInput else { return }
    if dice.isOne(in: 2) {
      var format = QueueFormat.pcm16(dice.pick([44100, 48000]), channels: 1)
      guard AudioQueueSetOfflineRenderFormat(queue, &format, nil) == noErr else { return }
      with { state in
        guard !state.isEnding, state.renderBuffer == nil else { return }
        AudioQueueAllocateBuffer(queue, 4096, &state.renderBuffer)
      }
    }
    let buffer = with { state -> AudioQueueBufferRef? in
      guard !state.isRendering, let buffer = state.renderBuffer else { return nil }
      state.isRendering = true
      return buffer
    }
    guard let buffer else { return }
    var time = AudioTimeStamp()
    time.mFlags = .sampleTimeValid
    AudioQueueOfflineRender(queue, &time, buffer, UInt32(dice.roll(2048)))
    with { $0.isRendering = false }
  }
}
