internal import AudioDevices
internal import AudioModel
internal import AudioPlayback
internal import AudioProcessing
internal import AudioRealtime
internal import CoreAudioTypes
internal import Foundation
internal import Synchronization

extension AudioQueueObject {
  typealias Table = PropertyTable<AudioQueueObject, SettingValue>

  private static let properties = Table(
    streamProperties, stateProperties, deviceProperties, timePitchProperties)

  /// The current value of a property.
  ///
  /// - Throws: ``StatusError`` if the property does not exist or has no value yet.
  func value(_ property: AudioQueuePropertyID) throws(StatusError) -> PropertyValue {
    guard let value = try Self.properties.value(of: property, self) else {
      throw StatusError(kAudioQueueErr_InvalidProperty)
    }
    return value
  }

  /// Sets a property to a client's value.
  ///
  /// - Throws: ``StatusError`` if the property is not settable or the value is invalid.
  func set(_ property: AudioQueuePropertyID, _ value: SettingValue) throws(StatusError) {
    guard try Self.properties.set(property, of: self, to: value) else {
      throw StatusError(kAudioQueueErr_InvalidProperty)
    }
  }

  // MARK: Table

  private static let streamProperties: [AudioQueuePropertyID: Table.Property] = [
    kAudioQueueProperty_StreamDescription: .init {
      PropertyValue(AudioStreamBasicDescription($0.format))
    },
    kAudioConverterCurrentOutputStreamDescription: .init {
      $0.isInput ? PropertyValue(AudioStreamBasicDescription($0.format)) : nil
    },
    kAudioQueueProperty_MagicCookie: .init(
      { $0.magicCookieValue },
      set: { (queue, value) throws(StatusError) in try queue.setMagicCookie(value.bytes()) }),
    kAudioConverterCompressionMagicCookie: .init { $0.isInput ? $0.magicCookieValue : nil },
    kAudioQueueProperty_MaximumOutputPacketSize: .init { queue in
      var size = queue.format.bytesPerPacket
      if case .input(let recorder) = queue.direction { size = recorder.maximumPacketSize }
      return size > 0 ? PropertyValue(UInt32(clamping: size)) : nil
    },
    kAudioQueueProperty_ChannelLayout: .init(
      { $0.channelLayoutValue },
      set: { (queue, value) throws(StatusError) in
        try queue.setChannelLayout(value.bytes())
      }),
    kAudioQueueProperty_ConverterError: .init { queue in
      PropertyValue(queue.state.withLock { $0.converterError })
    },
  ]

  private static let stateProperties: [AudioQueuePropertyID: Table.Property] = [
    kAudioQueueProperty_IsRunning: .init { queue in
      PropertyValue(UInt32(queue.state.withLock { $0.isRunning } ? 1 : 0))
    },
    kAudioQueueProperty_EnableLevelMetering: .init(
      { queue in PropertyValue(UInt32(queue.state.withLock { $0.isMetering } ? 1 : 0)) },
      set: numberSetter { (queue, number) in queue.setMetering(number != 0) }),
    kAudioQueueProperty_CurrentLevelMeter: .init { (queue) throws(StatusError) in
      try queue.levels { $0 }
    },
    kAudioQueueProperty_CurrentLevelMeterDB: .init { (queue) throws(StatusError) in
      try queue.levels { $0 > 0 ? max(-120, 20 * log10($0)) : -120 }
    },
    kAudioQueueProperty_DecodeBufferSizeFrames: .init(
      { (queue) throws(StatusError) in
        PropertyValue(UInt32(clamping: try queue.player().aheadFrames))
      },
      set: numberSetter { (queue, number) throws(StatusError) in
        try queue.setAheadFrames(Int(number))
      }),
    kAudioQueueProperty_HardwareCodecPolicy: .init(
      { queue in PropertyValue(queue.state.withLock { $0.hardwareCodecPolicy }) },
      set: numberSetter { (queue, number) throws(StatusError) in
        try queue.setHardwareCodecPolicy(number)
      }),
  ]

  private static let timePitchProperties: [AudioQueuePropertyID: Table.Property] = [
    kAudioQueueProperty_EnableTimePitch: .init(
      { (queue) throws(StatusError) in
        PropertyValue(UInt32(try queue.player().timePitch.isEnabled ? 1 : 0))
      },
      set: numberSetter { (queue, number) throws(StatusError) in
        try queue.setTimePitch(number != 0)
      }),
    kAudioQueueProperty_TimePitchBypass: .init(
      { (queue) throws(StatusError) in
        PropertyValue(UInt32(try queue.player().timePitch.isBypassed ? 1 : 0))
      },
      set: numberSetter { (queue, number) throws(StatusError) in
        try queue.player().setTimePitch { $0.isBypassed = number != 0 }
      }),
    kAudioQueueProperty_TimePitchAlgorithm: .init(
      { (queue) throws(StatusError) in
        _ = try queue.player()
        return PropertyValue(queue.state.withLock { $0.timePitchAlgorithm })
      },
      set: numberSetter { (queue, number) throws(StatusError) in
        try queue.setTimePitchAlgorithm(number)
      }),
  ]

  // MARK: Stream and state

  private var magicCookieValue: PropertyValue? {
    let cookie =
      if case .input(let recorder) = direction {
        recorder.magicCookie
      } else {
        state.withLock { $0.magicCookie }
      }
    return cookie.isEmpty ? nil : .bytes(cookie)
  }

  private func setMagicCookie(_ cookie: [UInt8]) throws(StatusError) {
    let player = try player()
    state.withLock { state in
      state.magicCookie = cookie
      player.setMagicCookie(cookie)
    }
  }

  private var channelLayoutValue: PropertyValue {
    let layout = state.withLock { $0.channelLayout }
    if layout.isEmpty, case .input(let recorder) = direction, let own = recorder.channelLayout {
      return PropertyValue(own)
    }
    return layout.isEmpty ? PropertyValue(AudioQueueChannels(format).layout) : .bytes(layout)
  }

  private func setChannelLayout(_ layout: [UInt8]) throws(StatusError) {
    let map = try AudioQueueChannels(format).map(layout)
    state.withLock { state in
      state.channelLayout = layout
      if case .output(let player) = direction { player.setChannelMap(map) }
    }
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

  private func setMetering(_ isOn: Bool) {
    state.withLock { state in
      state.isMetering = isOn
      engine.setMetering(isOn)
    }
  }

  private func setAheadFrames(_ frames: Int) throws(StatusError) {
    guard frames > 0, Double(frames * format.channelCount) <= PlaybackEngine.highestSampleCount
    else {
      throw StatusError(kAudioQueueErr_InvalidPropertyValue)
    }
    try player().setAheadFrames(frames)
  }

  private func setHardwareCodecPolicy(_ policy: UInt32) throws(StatusError) {
    // All codecs run in software.
    guard policy <= kAudioQueueHardwareCodecPolicy_PreferHardware,
      policy != kAudioQueueHardwareCodecPolicy_UseHardwareOnly
    else { throw StatusError(kAudioQueueErr_InvalidPropertyValue) }
    state.withLock { $0.hardwareCodecPolicy = policy }
  }

  /// Whether the queue records.
  var isInput: Bool { if case .input = direction { true } else { false } }

  // MARK: Time-pitch

  private func setTimePitch(_ isOn: Bool) throws(StatusError) {
    guard !isOn || TimePitch.isAvailable else {
      throw StatusError(kAudioQueueErr_InvalidPropertyValue)
    }
    // Frames decoded in advance already have their time.
    guard engine.time == nil else { throw StatusError(kAudioQueueErr_InvalidRunState) }
    try player().setTimePitch { $0.isEnabled = isOn }
  }

  private func setTimePitchAlgorithm(_ number: UInt32) throws(StatusError) {
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
  }

  // MARK: Values

  /// A setter that takes a number of 32 bits.
  private static func numberSetter(
    _ set: @escaping @Sendable (AudioQueueObject, UInt32) throws(StatusError) -> Void
  ) -> Table.Setter {
    { (queue, value) throws(StatusError) in
      guard value.byteCount == 4 else {
        throw StatusError(kAudioQueueErr_InvalidPropertySize)
      }
      try set(queue, try value.load())
    }
  }
}
