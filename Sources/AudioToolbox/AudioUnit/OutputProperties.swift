internal import AudioGraph
internal import CoreAudioTypes
internal import Synchronization

/// The properties of output units.
enum OutputProperties {
  private typealias Table = UnitPropertyTable

  static let table = UnitPropertyTable(formats, devices, voices)

  // MARK: Formats

  private static let formats: [AudioUnitPropertyID: Table.Property] = [
    kAudioUnitProperty_StreamFormat: .init(
      { (place) throws(StatusError) in PropertyValue(try place.sideFormat()) },
      canSet: { $0.isClientSide },
      set: { (place, value) throws(StatusError) in
        try place.setSideFormat(try value.unitValue())
      }),
    kAudioUnitProperty_SampleRate: .init(
      { (place) throws(StatusError) in PropertyValue(try place.sideFormat().mSampleRate) },
      canSet: { $0.isClientSide },
      set: { (place, value) throws(StatusError) in
        var format = try place.sideFormat()
        format.mSampleRate = try value.unitValue()
        try place.setSideFormat(format)
      }),
  ]

  // MARK: Devices

  private static let devices: [AudioUnitPropertyID: Table.Property] = [
    kAudioOutputUnitProperty_IsRunning: .init { place in
      PropertyValue(place.output?.runs == true ? 1 : 0 as UInt32)
    },
    kAudioOutputUnitProperty_HasIO: .init { place in
      let hasInput = place.isInputSide && place.output?.devices.device(isOutput: false) != nil
      return PropertyValue(place.isOutputSide || hasInput ? 1 : 0 as UInt32)
    },
    kAudioOutputUnitProperty_EnableIO: .init(
      { place in
        let isOn = place.output?.devices.settings.withLock { settings in
          place.isInputSide ? settings.isInputOn : place.isOutputSide && settings.isOutputOn
        }
        return PropertyValue(isOn == true ? 1 : 0 as UInt32)
      },
      canSet: { $0.output?.hasInput == true },
      set: { (place, value) throws(StatusError) in
        try place.enable(try value.unitValue(UInt32.self) != 0)
      }),
    kAudioOutputUnitProperty_SetInputCallback: .init(
      nil,
      set: { (place, value) throws(StatusError) in
        guard let output = place.output, output.hasInput else {
          throw StatusError(kAudioUnitErr_InvalidProperty)
        }
        let callback = try unsafe value.unitValue(AURenderCallbackStruct.self)
        output.input.setCallback(
          unsafe callback.inputProc.map {
            unsafe RenderNotification($0, callback.inputProcRefCon)
          })
      }),
    kAudioOutputUnitProperty_CurrentDevice: .init(
      { place in PropertyValue(place.output?.devices.currentNumber ?? kAudioObjectUnknown) },
      canSet: { $0.output?.kind.subType == kAudioUnitSubType_HALOutput },
      set: { (place, value) throws(StatusError) in
        guard let output = place.output, output.kind.subType == kAudioUnitSubType_HALOutput else {
          throw StatusError(kAudioUnitErr_PropertyNotWritable)
        }
        let number = try value.unitValue(AudioObjectID.self)
        let old = output.devices.currentNumber
        try output.changeDevices { () throws(StatusError) in
          try output.devices.setCurrent(number)
        }
        guard output.devices.currentNumber != old else { return }
        output.notify(kAudioOutputUnitProperty_CurrentDevice, .global)
        output.notify(kAudioUnitProperty_StreamFormat, UnitPart(kAudioUnitScope_Output, 0))
      }),
    kAudioOutputUnitProperty_ChannelMap: .init(
      { (place) throws(StatusError) in PropertyValue(list: try place.channelMap()) },
      set: { (place, value) throws(StatusError) in
        try place.setChannelMap(try value.numbers())
      }),
  ]
}

extension OutputProperties {
  // MARK: Voice processing

  /// Without the library, the unit acts as `RemoteIO`, which does not have these properties.
  private static let voices: [AudioUnitPropertyID: Table.Property] = [
    kAUVoiceIOProperty_BypassVoiceProcessing: .init(
      { (place) throws(StatusError) in
        PropertyValue(try place.controls().isBypassed ? 1 : 0 as UInt32)
      },
      set: { (place, value) throws(StatusError) in
        try place.controls().isBypassed = value.unitValue(UInt32.self) != 0
      }),
    kAUVoiceIOProperty_VoiceProcessingEnableAGC: .init(
      { (place) throws(StatusError) in
        PropertyValue(try place.controls().controlsGain ? 1 : 0 as UInt32)
      },
      set: { (place, value) throws(StatusError) in
        try place.controls().controlsGain = value.unitValue(UInt32.self) != 0
      }),
    kAUVoiceIOProperty_MuteOutput: .init(
      { (place) throws(StatusError) in
        PropertyValue(try place.controls().isMuted ? 1 : 0 as UInt32)
      },
      set: { (place, value) throws(StatusError) in
        try place.controls().isMuted = value.unitValue(UInt32.self) != 0
      }),
  ]
}

extension UnitPlace {
  /// The settings of voice processing.
  fileprivate func controls() throws(StatusError) -> VoiceControls {
    guard let voice = output?.voice, voice.isOn else {
      throw StatusError(kAudioUnitErr_InvalidProperty)
    }
    return voice.controls
  }
}

extension UnitPlace {
  fileprivate var output: OutputUnit? { unit as? OutputUnit }

  /// Whether the part is the recording side.
  fileprivate var isInputSide: Bool {
    part.element == InputSide.element && output?.hasInput == true
  }

  /// Whether the part is the output to the device.
  fileprivate var isOutputSide: Bool {
    part.element == 0 && part.scope != kAudioUnitScope_Input
  }

  /// Whether the client sets the format of the frames that it provides or receives.
  fileprivate var isClientSide: Bool {
    part.scope == (isInputSide ? kAudioUnitScope_Output : kAudioUnitScope_Input)
  }

  fileprivate func sideFormat() throws(StatusError) -> AudioStreamBasicDescription {
    guard isInputSide, let input = output?.input else {
      let element = try element()
      return isClientSide ? element.format : output?.hardware ?? element.format
    }
    try require(kAudioUnitScope_Input, kAudioUnitScope_Output)
    return isClientSide ? input.format : input.hardware
  }

  fileprivate func setSideFormat(_ format: AudioStreamBasicDescription) throws(StatusError) {
    _ = try sideFormat()
    guard isClientSide else { throw StatusError(kAudioUnitErr_PropertyNotWritable) }
    guard isInputSide, let input = output?.input else {
      guard let output else { return try unit.setFormat(format, part) }
      return try output.whileUninitialized { () throws(StatusError) in
        try output.setFormat(format, part)
      }
    }
    try requireStopped()
    try input.setFormat(format)
    unit.notify(kAudioUnitProperty_StreamFormat, part)
  }

  private func requireStopped() throws(StatusError) {
    guard output?.runs != true else { throw StatusError(kAudioUnitErr_Initialized) }
  }

  private func requireUninitialized() throws(StatusError) {
    guard unit.settings.withLock({ $0.prepared }) == nil else {
      throw StatusError(kAudioUnitErr_Initialized)
    }
  }

  /// Switches a side on or off.
  fileprivate func enable(_ isOn: Bool) throws(StatusError) {
    guard let output, output.hasInput else {
      throw StatusError(kAudioUnitErr_PropertyNotWritable)
    }
    let isInput = isInputSide && part.scope == kAudioUnitScope_Input
    guard isInput || isOutputSide else { throw StatusError(kAudioUnitErr_InvalidElement) }
    try requireUninitialized()
    output.devices.settings.withLock { settings in
      if isInput { settings.isInputOn = isOn } else { settings.isOutputOn = isOn }
    }
  }

  // MARK: Channels

  /// The channel map of a side; without a map, each channel maps to itself.
  fileprivate func channelMap() throws(StatusError) -> [Int32] {
    guard let output else { throw StatusError(kAudioUnitErr_InvalidProperty) }
    let map = output.devices.settings.withLock { isInputSide ? $0.inputMap : $0.outputMap }
    let format = isInputSide ? output.input.format : output.hardware
    return map.isEmpty ? (0..<Int32(format.mChannelsPerFrame)).map { $0 } : map
  }

  fileprivate func setChannelMap(_ map: [Int32]) throws(StatusError) {
    guard let output else { throw StatusError(kAudioUnitErr_InvalidProperty) }
    guard map.count <= UnitFormat.mostChannels, map.allSatisfy({ $0 >= -1 }) else {
      throw StatusError(kAudioUnitErr_InvalidPropertyValue)
    }
    try output.changeDevices { () throws(StatusError) in
      output.devices.settings.withLock { settings in
        if isInputSide { settings.inputMap = map } else { settings.outputMap = map }
      }
    }
  }
}

extension SettingValue {
  /// The value as a list of numbers.
  fileprivate func numbers() throws(StatusError) -> [Int32] {
    let size = MemoryLayout<Int32>.size
    guard byteCount % size == 0 else { throw StatusError(kAudioUnitErr_InvalidPropertyValue) }
    return (0..<byteCount / size).map { index in
      // Safe: the client provides as many bytes as it states.
      unsafe memory.loadUnaligned(fromByteOffset: index * size, as: Int32.self)
    }
  }
}
