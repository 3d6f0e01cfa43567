internal import CoreAudioTypes

/// A property of an object, with the devices at the time of the call.
struct HardwarePlace {
  let source: HardwareSource
  let list: HardwareList
  let item: HardwareItem
  /// The device of the object; `nil` for the system, or if the device is gone.
  let device: HardwareDevice?
  var address: AudioObjectPropertyAddress
  /// The client's qualifier, which is valid during the call.
  var qualifier: SettingValue?

  /// Finds an object.
  ///
  /// - Throws: `kAudioHardwareBadObjectError` if it does not exist.
  init(
    _ number: AudioObjectID, _ address: AudioObjectPropertyAddress, _ source: HardwareSource
  ) throws(StatusError) {
    guard let item = HardwareObjects.item(number) else {
      throw StatusError(kAudioHardwareBadObjectError)
    }
    self.source = source
    self.item = item
    self.address = address
    list = source.list
    device = item.key.flatMap { [list] in list[$0] }
    let remaining = [
      kAudioDevicePropertyDeviceIsAlive, kAudioObjectPropertySelectorWildcard,
    ]
    let isGoneDevice = item.isDevice && remaining.contains(address.mSelector)
    guard item == .system || device != nil || isGoneDevice else {
      throw StatusError(kAudioHardwareBadObjectError)
    }
  }

  /// The device of the object.
  func known() throws(StatusError) -> HardwareDevice {
    guard let device else { throw StatusError(kAudioHardwareBadObjectError) }
    return device
  }

  /// The device if it has the scope of the address: the global scope, or its own direction.
  var inScope: HardwareDevice? {
    guard let device else { return nil }
    switch address.mScope {
    case kAudioObjectPropertyScopeGlobal, kAudioObjectPropertyScopeWildcard: return device
    case kAudioObjectPropertyScopeOutput: return device.key.isOutput ? device : nil
    case kAudioObjectPropertyScopeInput: return device.key.isOutput ? nil : device
    default: return nil
    }
  }

  /// The device if the address has the scope of its direction, input or output; `nil` if global.
  var onItsSide: HardwareDevice? {
    address.mScope == kAudioObjectPropertyScopeGlobal ? nil : inScope
  }

  /// The properties of the object.
  var table: HardwarePropertyTable {
    switch item {
    case .system: HardwareProperties.system
    case .device: HardwareProperties.device
    case .stream: HardwareProperties.stream
    case .volume: HardwareProperties.volume
    }
  }

  /// The value of the property.
  ///
  /// - Throws: `kAudioHardwareUnknownPropertyError` if the object does not have it.
  func value(_ argument: PropertyArgument? = nil) throws(StatusError) -> PropertyValue {
    guard isMain, let value = try table.value(of: address.mSelector, self, argument)
    else { throw StatusError(kAudioHardwareUnknownPropertyError) }
    return value
  }

  /// Whether the object has the property.
  var exists: Bool { (try? value()) != nil || isMain && table.isAnswer(address.mSelector) }

  var isSettable: Bool { isMain && table.canSet(address.mSelector, self) }

  private var isMain: Bool { address.mElement == kAudioObjectPropertyElementMain }

  func set(_ value: SettingValue) throws(StatusError) {
    guard isMain, exists || table.hasSetter(address.mSelector) else {
      throw StatusError(kAudioHardwareUnknownPropertyError)
    }
    guard try table.set(address.mSelector, of: self, to: value) else {
      throw StatusError(kAudioHardwareUnsupportedOperationError)
    }
    HardwareListeners.shared.checkSoon(source)
  }
}

extension HardwareItem {
  var key: HardwareKey? {
    switch self {
    case .system: nil
    case .device(let key), .stream(let key), .volume(let key): key
    }
  }

  var isDevice: Bool {
    if case .device = self { return true }
    return false
  }
}

/// Properties of objects of the hardware.
typealias HardwarePropertyTable = PropertyTable<HardwarePlace, SettingValue>

extension SettingValue {
  /// The value as a C structure.
  ///
  /// - Throws: `kAudioHardwareBadPropertySizeError` if the value has another size.
  func hardwareValue<Value: BitwiseCopyable>(
    _ type: Value.Type = Value.self
  ) throws(StatusError) -> Value {
    guard byteCount == MemoryLayout<Value>.size else {
      throw StatusError(kAudioHardwareBadPropertySizeError)
    }
    // Safe: the client provides as many bytes as it states.
    return unsafe memory.loadUnaligned(as: Value.self)
  }
}
