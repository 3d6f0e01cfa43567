internal import CoreAudioTypes
internal import Foundation

/// The properties of the system object, streams, and controls.
enum HardwareProperties {
  typealias Table = HardwarePropertyTable
  typealias Group = [AudioObjectPropertySelector: Table.Property]

  /// A property that never changes.
  static func constant<Value: BitwiseCopyable & Sendable>(_ value: Value) -> Table.Property {
    .init { _ in PropertyValue(value) }
  }

  /// The properties that say what an object is.
  private static func identity(
    _ type: AudioClassID, _ base: AudioClassID, owner: @escaping @Sendable (HardwarePlace) -> UInt32
  ) -> Group {
    [
      kAudioObjectPropertyClass: constant(type),
      kAudioObjectPropertyBaseClass: constant(base),
      kAudioObjectPropertyOwner: .init { PropertyValue(owner($0)) },
    ]
  }

  // MARK: The system object

  static let system = Table(
    identity(kAudioSystemObjectClassID, kAudioObjectClassID) { _ in kAudioObjectUnknown },
    devices, process)

  private static let devices: Group = [
    kAudioHardwarePropertyDevices: .init { PropertyValue(list: $0.deviceNumbers) },
    kAudioObjectPropertyOwnedObjects: .init { PropertyValue(list: $0.deviceNumbers) },
    kAudioHardwarePropertyDefaultOutputDevice: usual(isOutput: true),
    kAudioHardwarePropertyDefaultSystemOutputDevice: usual(isOutput: true),
    kAudioHardwarePropertyDefaultInputDevice: usual(isOutput: false),
    kAudioHardwarePropertyTranslateUIDToDevice: .init { (place) throws(StatusError) in
      guard let qualifier = place.qualifier else {
        throw StatusError(kAudioHardwareBadPropertySizeError)
      }
      guard let reference = try unsafe qualifier.hardwareValue(UnsafeRawPointer?.self) else {
        throw StatusError(kAudioHardwareIllegalOperationError)
      }
      // Safe: the qualifier is a string, which the client keeps during the call.
      let uid = unsafe Unmanaged<NSString>.fromOpaque(reference).takeUnretainedValue() as String
      return PropertyValue(HardwareObjects.number(place.list.devices.first { $0.uid == uid }?.key))
    }.sized { _ in 4 },
    kAudioHardwarePropertyPlugInList: .init { _ in .bytes([]) },
    kAudioHardwarePropertyTransportManagerList: .init { _ in .bytes([]) },
    kAudioHardwarePropertyBoxList: .init { _ in .bytes([]) },
    kAudioHardwarePropertyClockDeviceList: .init { _ in .bytes([]) },
  ]

  /// A default device, which clients can set if a server provides the devices.
  private static func usual(isOutput: Bool) -> Table.Property {
    .init(
      { place in
        let list = place.list
        return PropertyValue(
          HardwareObjects.number(isOutput ? list.defaultOutput : list.defaultInput))
      },
      canSet: { place in
        place.list.devices.contains { $0.key.isOutput == isOutput && $0.served != nil }
      },
      set: { (place, value) throws(StatusError) in
        guard case .device(let key) = HardwareObjects.item(try value.hardwareValue()),
          let device = place.list[key], key.isOutput == isOutput
        else { throw StatusError(kAudioHardwareBadDeviceError) }
        try place.source.setDefault(device)
      })
  }

  private static let process: Group = [
    kAudioHardwarePropertyProcessIsMain: constant(1 as UInt32),
    kAudioHardwarePropertyProcessIsMaster: constant(1 as UInt32),
    kAudioHardwarePropertyIsInitingOrExiting: constant(0 as UInt32),
    kAudioHardwarePropertyUserSessionIsActiveOrHeadless: constant(1 as UInt32),
    kAudioHardwarePropertyServiceRestarted: constant(0 as UInt32),
    kAudioHardwarePropertyHogModeIsAllowed: constant(0 as UInt32),
    // Listeners run on a thread of the library; no run loop can take them.
    kAudioHardwarePropertyRunLoop: .init(
      { _ in PropertyValue(0 as UInt) },
      set: { (_, value) throws(StatusError) in
        guard try value.hardwareValue(UInt.self) == 0 else {
          throw StatusError(kAudioHardwareUnsupportedOperationError)
        }
      }),
  ]

  // MARK: Streams

  static let stream = Table(
    identity(kAudioStreamClassID, kAudioObjectClassID) { $0.deviceNumber },
    [
      kAudioObjectPropertyName: .init { (place) throws(StatusError) in
        .object(try place.known().name as NSString)
      },
      kAudioObjectPropertyOwnedObjects: .init { _ in .bytes([]) },
      kAudioStreamPropertyIsActive: constant(1 as UInt32),
      kAudioStreamPropertyDirection: .init { (place) throws(StatusError) in
        PropertyValue(try place.known().key.isOutput ? 0 : 1 as UInt32)
      },
      kAudioStreamPropertyTerminalType: .init { (place) throws(StatusError) in
        PropertyValue(try place.known().terminal)
      },
      kAudioStreamPropertyStartingChannel: constant(1 as UInt32),
      kAudioStreamPropertyLatency: constant(0 as UInt32),
      kAudioStreamPropertyVirtualFormat: format,
      kAudioStreamPropertyPhysicalFormat: format,
      kAudioStreamPropertyAvailableVirtualFormats: formats,
      kAudioStreamPropertyAvailablePhysicalFormats: formats,
      kAudioStreamPropertyPhysicalFormats: .init { (place) throws(StatusError) in
        let device = try place.known()
        return PropertyValue(list: device.rates.map { device.format(sampleRate: $0) })
      },
    ])

  /// The format of a stream; clients can change its rate.
  static let format = Table.Property(
    { (place) throws(StatusError) in PropertyValue(try place.known().format) },
    set: { (place, value) throws(StatusError) in
      let device = try place.known()
      let wanted = try value.hardwareValue(AudioStreamBasicDescription.self)
      guard UnitFormat.isSame(wanted, device.format(sampleRate: wanted.mSampleRate)) else {
        throw StatusError(kAudioDeviceUnsupportedFormatError)
      }
      try device.setNominalRate(wanted.mSampleRate)
    })

  static let formats = Table.Property { (place) throws(StatusError) in
    let device = try place.known()
    return PropertyValue(
      list: device.rates.map { rate in
        AudioStreamRangedDescription(
          mFormat: device.format(sampleRate: rate),
          mSampleRateRange: AudioValueRange(mMinimum: rate, mMaximum: rate))
      })
  }

  // MARK: Volumes

  static let volume = Table(
    identity(kAudioVolumeControlClassID, kAudioLevelControlClassID) { $0.deviceNumber },
    [
      kAudioControlPropertyScope: .init { (place) throws(StatusError) in
        PropertyValue(
          try place.known().key.isOutput
            ? kAudioObjectPropertyScopeOutput : kAudioObjectPropertyScopeInput)
      },
      kAudioControlPropertyElement: constant(kAudioObjectPropertyElementMain),
      kAudioLevelControlPropertyScalarValue: HardwareVolume.scalar { $0.device },
      kAudioLevelControlPropertyDecibelValue: HardwareVolume.decibels { $0.device },
      kAudioLevelControlPropertyDecibelRange: constant(HardwareVolume.range),
      kAudioLevelControlPropertyConvertScalarToDecibels: HardwareVolume.toDecibels,
      kAudioLevelControlPropertyConvertDecibelsToScalar: HardwareVolume.toScalar,
    ])
}

/// Volumes and their conversions, on the server's scale: a scalar is the cube root of a gain
/// factor.
///
/// Source: PulseAudio, Volume Control: software volumes are cubic.
enum HardwareVolume {
  typealias Property = HardwarePropertyTable.Property

  static let range = AudioValueRange(mMinimum: -96, mMaximum: 0)

  static func decibels(_ scalar: Float) -> Float {
    max(Float(range.mMinimum), min(60 * log10f(scalar), 0))
  }

  static func scalar(_ decibels: Float) -> Float { min(1, powf(10, decibels / 60)) }

  /// The volume of a device, or no property if it has none.
  static func scalar(
    _ device: @escaping @Sendable (HardwarePlace) -> HardwareDevice?
  ) -> Property {
    property(device, from: { Float($0) }, to: { Double($0) })
  }

  /// The volume of a device in decibels.
  static func decibels(
    _ device: @escaping @Sendable (HardwarePlace) -> HardwareDevice?
  ) -> Property {
    property(device, from: { decibels(Float($0)) }, to: { Double(scalar($0)) })
  }

  private static func property(
    _ device: @escaping @Sendable (HardwarePlace) -> HardwareDevice?,
    from: @escaping @Sendable (Double) -> Float, to: @escaping @Sendable (Float) -> Double
  ) -> Property {
    Property(
      { place in device(place)?.volume.map { PropertyValue(from($0)) } },
      canSet: { device($0)?.volume != nil },
      set: { (place, value) throws(StatusError) in
        let number = try value.hardwareValue(Float.self)
        guard let found = device(place), found.volume != nil else {
          throw StatusError(kAudioHardwareUnknownPropertyError)
        }
        guard !number.isNaN else { throw StatusError(kAudioHardwareIllegalOperationError) }
        try place.source.setVolume(to(number), of: found)
      })
  }

  /// Conversions of the number in the client's memory.
  static let toDecibels = Property(answering: { (_, argument) throws(StatusError) in
    argument?.load(Float.self).map { PropertyValue(decibels($0)) }
  }).sized { _ in 4 }
  static let toScalar = Property(answering: { (_, argument) throws(StatusError) in
    argument?.load(Float.self).map { PropertyValue(scalar($0)) }
  }).sized { _ in 4 }
}

extension HardwarePlace {
  /// The numbers of all devices.
  fileprivate var deviceNumbers: [AudioObjectID] {
    list.devices.map { HardwareObjects.number(.device($0.key)) }
  }

  /// The number of the object's device.
  fileprivate var deviceNumber: AudioObjectID { HardwareObjects.number(item.key) }
}
