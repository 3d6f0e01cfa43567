internal import AudioDevices
internal import AudioModel
internal import AudioPlayback
internal import AudioProcessing
internal import AudioRealtime
internal import CoreAudioTypes
internal import Foundation
internal import Synchronization

extension AudioQueueObject {
  /// The current value of a property.
  ///
  /// - Throws: ``StatusError`` if the property does not exist or has no value yet.
  func value(_ property: AudioQueuePropertyID) throws(StatusError) -> PropertyValue {
    switch property {
    case kAudioQueueProperty_IsRunning:
      return PropertyValue(UInt32(state.withLock { $0.isRunning } ? 1 : 0))
    case kAudioQueueProperty_StreamDescription:
      return PropertyValue(AudioStreamBasicDescription(format))
    case kAudioConverterCurrentOutputStreamDescription where isInput:
      return PropertyValue(AudioStreamBasicDescription(format))
    case kAudioQueueProperty_MagicCookie,
      kAudioConverterCompressionMagicCookie where isInput:
      let cookie =
        if case .input(let recorder) = direction {
          recorder.magicCookie
        } else {
          state.withLock { $0.magicCookie }
        }
      guard !cookie.isEmpty else { break }
      return .bytes(cookie)
    case kAudioQueueProperty_EnableLevelMetering:
      return PropertyValue(UInt32(state.withLock { $0.isMetering } ? 1 : 0))
    case kAudioQueueProperty_CurrentLevelMeter: return try levels { $0 }
    case kAudioQueueProperty_CurrentLevelMeterDB:
      return try levels { $0 > 0 ? max(-120, 20 * log10($0)) : -120 }
    case kAudioQueueProperty_MaximumOutputPacketSize:
      var size = format.bytesPerPacket
      if case .input(let recorder) = direction { size = recorder.maximumPacketSize }
      guard size > 0 else { break }
      return PropertyValue(UInt32(clamping: size))
    case kAudioQueueProperty_ChannelLayout:
      let layout = state.withLock { $0.channelLayout }
      if layout.isEmpty, case .input(let recorder) = direction, let own = recorder.channelLayout {
        return PropertyValue(own)
      }
      return layout.isEmpty ? PropertyValue(AudioQueueChannels(format).layout) : .bytes(layout)
    case kAudioQueueProperty_DecodeBufferSizeFrames:
      return PropertyValue(UInt32(clamping: try player().aheadFrames))
    case kAudioQueueProperty_HardwareCodecPolicy:
      return PropertyValue(state.withLock { $0.hardwareCodecPolicy })
    case kAudioQueueProperty_CurrentDevice:
      guard let device = engine.deviceName else { break }
      return .object(device as NSString)
    case kAudioQueueDeviceProperty_SampleRate: return PropertyValue(Float64(deviceSampleRate))
    case kAudioQueueDeviceProperty_NumberChannels:
      return PropertyValue(UInt32(clamping: device.channelCount))
    case kAudioQueueProperty_EnableTimePitch:
      return PropertyValue(UInt32(try player().timePitch.isEnabled ? 1 : 0))
    case kAudioQueueProperty_TimePitchBypass:
      return PropertyValue(UInt32(try player().timePitch.isBypassed ? 1 : 0))
    case kAudioQueueProperty_TimePitchAlgorithm:
      _ = try player()
      return PropertyValue(state.withLock { $0.timePitchAlgorithm })
    case kAudioQueueProperty_ConverterError:
      return PropertyValue(state.withLock { $0.converterError })
    default: break
    }
    throw StatusError(kAudioQueueErr_InvalidProperty)
  }

  private func levels(_ scale: (Float) -> Float) throws(StatusError) -> PropertyValue {
    guard state.withLock({ $0.isMetering }) else {
      throw StatusError(kAudioQueueErr_InvalidProperty)
    }
    return PropertyValue(
      list: engine.levels.map {
        AudioQueueLevelMeterState(
          mAveragePower: scale($0.average), mPeakPower: scale($0.peak))
      })
  }

  /// Sets a property to a client's value.
  ///
  /// - Throws: ``StatusError`` if the property is not settable or the value is invalid.
  func set(_ property: AudioQueuePropertyID, _ bytes: UnsafeRawBufferPointer) throws(StatusError) {
    switch property {
    case kAudioQueueProperty_MagicCookie:
      let player = try player()
      let cookie = unsafe Array(bytes)
      state.withLock { state in
        state.magicCookie = cookie
        player.setMagicCookie(cookie)
      }
    case kAudioQueueProperty_EnableLevelMetering:
      let isOn = try unsafe Self.number(bytes) != 0
      state.withLock { state in
        state.isMetering = isOn
        engine.setMetering(isOn)
      }
    case kAudioQueueProperty_ChannelLayout:
      let layout = unsafe Array(bytes)
      let map = try AudioQueueChannels(format).map(layout)
      state.withLock { state in
        state.channelLayout = layout
        if case .output(let player) = direction { player.setChannelMap(map) }
      }
    case kAudioQueueProperty_DecodeBufferSizeFrames:
      let frames = Int(try unsafe Self.number(bytes))
      guard frames > 0,
        Double(frames * format.channelCount) <= PlaybackEngine.highestSampleCount
      else {
        throw StatusError(kAudioQueueErr_InvalidPropertyValue)
      }
      try player().setAheadFrames(frames)
    case kAudioQueueProperty_HardwareCodecPolicy:
      let policy = try unsafe Self.number(bytes)
      // All codecs run in software.
      guard policy <= kAudioQueueHardwareCodecPolicy_PreferHardware,
        policy != kAudioQueueHardwareCodecPolicy_UseHardwareOnly
      else { throw StatusError(kAudioQueueErr_InvalidPropertyValue) }
      state.withLock { $0.hardwareCodecPolicy = policy }
    case kAudioQueueProperty_CurrentDevice: try setDevice(unsafe Self.name(bytes))
    case kAudioQueueProperty_ChannelAssignments: try setChannels(unsafe channels(bytes))
    case kAudioQueueProperty_EnableTimePitch: try setTimePitch(try unsafe Self.number(bytes) != 0)
    case kAudioQueueProperty_TimePitchBypass:
      let isBypassed = try unsafe Self.number(bytes) != 0
      try player().setTimePitch { $0.isBypassed = isBypassed }
    case kAudioQueueProperty_TimePitchAlgorithm:
      let number = try unsafe Self.number(bytes)
      let algorithm: TimePitchSettings.Algorithm
      switch number {
      // One time-domain library implements all three.
      case UInt32(kAudioQueueTimePitchAlgorithm_TimeDomain),
        UInt32(kAudioQueueTimePitchAlgorithm_Spectral),
        UInt32(kAudioQueueTimePitchAlgorithm_LowQualityZeroLatency):
        algorithm = .keepingPitch
      case UInt32(kAudioQueueTimePitchAlgorithm_Varispeed): algorithm = .varispeed
      default: throw StatusError(kAudioQueueErr_InvalidPropertyValue)
      }
      let player = try player()
      state.withLock { state in
        state.timePitchAlgorithm = number
        player.setTimePitch { $0.algorithm = algorithm }
      }
    default: throw StatusError(kAudioQueueErr_InvalidProperty)
    }
  }

  private func setTimePitch(_ isOn: Bool) throws(StatusError) {
    guard !isOn || TimePitch.isAvailable else {
      throw StatusError(kAudioQueueErr_InvalidPropertyValue)
    }
    // Frames decoded in advance already have their time.
    guard engine.time == nil else { throw StatusError(kAudioQueueErr_InvalidRunState) }
    try player().setTimePitch { $0.isEnabled = isOn }
  }

  /// Whether the queue records.
  var isInput: Bool { if case .input = direction { true } else { false } }

  /// Makes a change that requires a stopped queue.
  private func whileStopped(_ body: () -> Void) throws(StatusError) {
    try state.withLock { (state) throws(StatusError) in
      guard !state.isRunning else { throw StatusError(kAudioQueueErr_InvalidRunState) }
      body()
    }
  }

  private func setDevice(_ name: String?) throws(StatusError) {
    switch direction {
    case .output(let player):
      guard var choice = DeviceChoice.named(name) else { break }
      return try whileStopped {
        choice.channels = player.choice.channels
        player.setChoice(choice)
      }
    case .input(let recorder):
      guard var choice = InputChoice.named(name) else { break }
      return try whileStopped {
        choice.channels = recorder.choice.channels
        recorder.setChoice(choice)
      }
    }
    throw StatusError(kAudioQueueErr_InvalidDevice)
  }

  private func setChannels(_ channels: DeviceChannels) throws(StatusError) {
    try whileStopped {
      switch direction {
      case .output(let player):
        var choice = player.choice
        choice.channels = channels
        player.setChoice(choice)
      case .input(let recorder):
        var choice = recorder.choice
        choice.channels = channels
        recorder.setChoice(choice)
      }
    }
  }

  /// The device channels that a client assigns, one for each channel of the queue.
  private func channels(_ bytes: UnsafeRawBufferPointer) throws(StatusError) -> DeviceChannels {
    let stride = unsafe MemoryLayout<AudioQueueChannelAssignment>.stride
    guard bytes.count == stride * format.channelCount else {
      throw StatusError(kAudioQueueErr_InvalidPropertySize)
    }
    var channels = DeviceChannels(device: "", channels: [])
    for index in 0..<format.channelCount {
      // Safe: `bytes` holds an assignment per channel, and the client keeps the string alive during
      // the call.
      let place = unsafe UnsafeRawBufferPointer(
        rebasing: bytes[index * stride..<(index + 1) * stride])
      let name = try unsafe Self.name(UnsafeRawBufferPointer(rebasing: place[..<8]))
      let number = unsafe place.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
      guard let name, !name.isEmpty, number > 0, index == 0 || name == channels.device else {
        throw StatusError(kAudioQueueErr_InvalidPropertyValue)
      }
      channels.device = name
      channels.channels.append(Int(number) - 1)
    }
    return channels
  }

  private static func number(_ bytes: UnsafeRawBufferPointer) throws(StatusError) -> UInt32 {
    guard bytes.count == 4 else { throw StatusError(kAudioQueueErr_InvalidPropertySize) }
    // Safe: the size is four bytes.
    return unsafe bytes.loadUnaligned(as: UInt32.self)
  }

  /// The text of a `CFString` reference, or `nil` if the reference is null.
  private static func name(_ bytes: UnsafeRawBufferPointer) throws(StatusError) -> String? {
    guard bytes.count == MemoryLayout<UInt>.size else {
      throw StatusError(kAudioQueueErr_InvalidPropertySize)
    }
    // Safe: the size is that of a reference, and the client keeps the string alive during the call.
    let reference = unsafe bytes.loadUnaligned(as: UnsafeRawPointer?.self)
    return unsafe reference.map {
      unsafe Unmanaged<NSString>.fromOpaque($0).takeUnretainedValue() as String
    }
  }
}
