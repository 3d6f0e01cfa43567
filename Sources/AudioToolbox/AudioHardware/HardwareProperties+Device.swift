internal import CoreAudioTypes
internal import Foundation

/// The properties of devices.
extension HardwareProperties {
  static let device = Table(names, state, rates, channels, levels)

  /// A property whose value is a text.
  private static func text(
    _ value: @escaping @Sendable (HardwareDevice) -> String
  ) -> Table.Property {
    .init { (place) throws(StatusError) in .object(value(try place.known()) as NSString) }
  }

  /// A property whose value is a C string.
  private static func bytes(
    _ value: @escaping @Sendable (HardwareDevice) -> String
  ) -> Table.Property {
    .init { (place) throws(StatusError) in .bytes(Array(value(try place.known()).utf8) + [0]) }
  }

  private static func number(
    _ value: @escaping @Sendable (HardwareDevice) -> Int
  ) -> Table.Property {
    .init { (place) throws(StatusError) in
      PropertyValue(UInt32(clamping: value(try place.known())))
    }
  }

  private static let names: Group = [
    kAudioObjectPropertyClass: constant(kAudioDeviceClassID),
    kAudioObjectPropertyBaseClass: constant(kAudioObjectClassID),
    kAudioObjectPropertyOwner: constant(AudioObjectID(kAudioObjectSystemObject)),
    kAudioObjectPropertyName: text(\.name),
    kAudioObjectPropertyManufacturer: text(\.manufacturer),
    kAudioDevicePropertyDeviceUID: text(\.uid),
    kAudioDevicePropertyModelUID: text(\.name),
    kAudioDevicePropertyDeviceName: bytes(\.name),
    kAudioDevicePropertyDeviceManufacturer: bytes(\.manufacturer),
    kAudioDevicePropertyTransportType: number { Int($0.transport) },
    kAudioObjectPropertyOwnedObjects: .init { place in
      PropertyValue(list: place.streamNumbers + place.controlNumbers)
    },
    kAudioObjectPropertyControlList: .init { PropertyValue(list: $0.controlNumbers) },
    kAudioDevicePropertyStreams: .init { PropertyValue(list: $0.streamNumbers) },
    kAudioDevicePropertyRelatedDevices: .init { place in
      PropertyValue(HardwareObjects.number(place.item.key))
    },
  ]

  // MARK: State

  private static let state: Group = [
    kAudioDevicePropertyDeviceIsAlive: .init { place in
      PropertyValue(place.device == nil ? 0 : 1 as UInt32)
    },
    kAudioDevicePropertyDeviceIsRunning: number { HardwareIO.shared.isRunning($0.key) ? 1 : 0 },
    kAudioDevicePropertyDeviceIsRunningSomewhere: number { device in
      device.isInUse || HardwareIO.shared.isRunning(device.key) ? 1 : 0
    },
    kAudioDevicePropertyDeviceHasChanged: constant(0 as UInt32),
    kAudioDeviceProcessorOverload: constant(0 as UInt32),
    kAudioDevicePropertyIOStoppedAbnormally: constant(0 as UInt32),
    kAudioDevicePropertyDeviceCanBeDefaultDevice: .init { place in
      PropertyValue(place.inScope == nil ? 0 : 1 as UInt32)
    },
    kAudioDevicePropertyDeviceCanBeDefaultSystemDevice: .init { place in
      PropertyValue(place.inScope?.key.isOutput == true ? 1 : 0 as UInt32)
    },
    kAudioDevicePropertyIsHidden: constant(0 as UInt32),
    kAudioDevicePropertyClockDomain: constant(0 as UInt32),
    kAudioDevicePropertySupportsMixing: constant(1 as UInt32),
    // -1 means that no process has exclusive access, which is unsupported: setting the property
    // fails.
    kAudioDevicePropertyHogMode: constant(-1 as Int32),
    kAudioDevicePropertyLatency: .init { place in
      guard let device = place.inScope else { return PropertyValue(0 as UInt32) }
      return PropertyValue(UInt32(clamping: Int(device.latency * device.nominalRate)))
    },
    kAudioDevicePropertySafetyOffset: constant(0 as UInt32),
    kAudioDevicePropertyIOCycleUsage: constant(1 as Float),
  ]

  // MARK: Rates and slices

  private static let rates: Group = [
    kAudioDevicePropertyNominalSampleRate: .init(
      { (place) throws(StatusError) in PropertyValue(try place.known().nominalRate) },
      set: { (place, value) throws(StatusError) in
        try place.known().setNominalRate(try value.hardwareValue())
      }),
    kAudioDevicePropertyActualSampleRate: .init { (place) throws(StatusError) in
      PropertyValue(try place.known().nominalRate)
    },
    kAudioDevicePropertyAvailableNominalSampleRates: .init { (place) throws(StatusError) in
      PropertyValue(
        list: try place.known().rates.map { AudioValueRange(mMinimum: $0, mMaximum: $0) })
    },
    kAudioDevicePropertyBufferFrameSize: .init(
      { (place) throws(StatusError) in PropertyValue(UInt32(try place.known().bufferFrames)) },
      set: { (place, value) throws(StatusError) in
        try place.known().setBufferFrames(Int(try value.hardwareValue(UInt32.self)))
      }),
    kAudioDevicePropertyBufferFrameSizeRange: .init { _ in
      PropertyValue(range(HardwareSettings.bufferRange, times: 1))
    },
    kAudioDevicePropertyBufferSize: .init(
      { (place) throws(StatusError) in
        let device = try place.known()
        return PropertyValue(UInt32(device.bufferFrames * 4 * device.channelCount))
      },
      set: { (place, value) throws(StatusError) in
        let device = try place.known()
        let bytes = Int(try value.hardwareValue(UInt32.self))
        try device.setBufferFrames(bytes / (4 * device.channelCount))
      }),
    kAudioDevicePropertyBufferSizeRange: .init { (place) throws(StatusError) in
      PropertyValue(
        range(HardwareSettings.bufferRange, times: 4 * (try place.known().channelCount)))
    },
  ]

  private static func range(_ range: ClosedRange<Int>, times factor: Int) -> AudioValueRange {
    AudioValueRange(
      mMinimum: Double(range.lowerBound * factor), mMaximum: Double(range.upperBound * factor))
  }

  // MARK: Channels

  private static let channels: Group = [
    kAudioDevicePropertyStreamConfiguration: .init { place in
      .bytes(place.streamConfiguration)
    },
    // Devices also have the formats of their only stream.
    kAudioDevicePropertyStreamFormat: format,
    kAudioStreamPropertyPhysicalFormat: format,
    kAudioStreamPropertyAvailableVirtualFormats: formats,
    kAudioStreamPropertyAvailablePhysicalFormats: formats,
    kAudioDevicePropertyPreferredChannelsForStereo: .init { (place) throws(StatusError) in
      PropertyValue(list: [1, UInt32(min(2, try place.known().channelCount))])
    },
    kAudioDevicePropertyPreferredChannelLayout: .init { place in
      guard let device = place.inScope else { return nil }
      let count = UInt32(device.channelCount)
      var layout = AudioChannelLayout()
      layout.mChannelLayoutTag =
        count == 1
        ? kAudioChannelLayoutTag_Mono
        : count == 2
          ? kAudioChannelLayoutTag_Stereo : kAudioChannelLayoutTag_DiscreteInOrder | count
      return PropertyValue(layout)
    },
  ]

  // MARK: Levels

  private static let levels: Group = [
    kAudioDevicePropertyVolumeScalar: HardwareVolume.scalar { $0.onItsSide },
    kAudioHardwareServiceDeviceProperty_VirtualMainVolume: HardwareVolume.scalar { $0.onItsSide },
    kAudioDevicePropertyVolumeDecibels: HardwareVolume.decibels { $0.onItsSide },
    kAudioDevicePropertyVolumeRangeDecibels: .init { place in
      place.onItsSide?.volume == nil ? nil : PropertyValue(HardwareVolume.range)
    },
    kAudioDevicePropertyVolumeScalarToDecibels: HardwareVolume.toDecibels,
    kAudioDevicePropertyVolumeDecibelsToScalar: HardwareVolume.toScalar,
  ]
}

extension HardwarePlace {
  /// The streams in the scope.
  fileprivate var streamNumbers: [AudioObjectID] {
    inScope.map { [HardwareObjects.number(.stream($0.key))] } ?? []
  }

  /// The controls in the scope.
  fileprivate var controlNumbers: [AudioObjectID] {
    inScope.flatMap { $0.volume == nil ? nil : [HardwareObjects.number(.volume($0.key))] } ?? []
  }

  /// An `AudioBufferList` with the channels of each stream in the scope.
  fileprivate var streamConfiguration: [UInt8] {
    // Safe: only the size and offset of the structure are used.
    let head = unsafe MemoryLayout<AudioBufferList>.offset(of: \.mBuffers) ?? 8
    guard let device = inScope else { return [UInt8](repeating: 0, count: head) }
    var list = AudioBufferList()
    list.mNumberBuffers = 1
    unsafe list.mBuffers.mNumberChannels = UInt32(device.channelCount)
    unsafe list.mBuffers.mDataByteSize = UInt32(device.bufferFrames * 4 * device.channelCount)
    // Safe: the bytes are copied while the list is alive.
    return unsafe withUnsafeBytes(of: list) { unsafe Array($0) }
  }
}
