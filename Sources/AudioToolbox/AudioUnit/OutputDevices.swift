internal import AudioDevices
internal import CoreAudioTypes
internal import Synchronization

/// The devices of an output unit, and the channels that it uses on them.
final class OutputDevices: Sendable {
  struct Settings: Equatable {
    /// The devices that the client has set; `nil` for the default ones.
    var output: HardwareKey?
    var input: HardwareKey?
    /// The client channel for each device channel, and the device channel for each client channel.
    var outputMap: [Int32] = []
    var inputMap: [Int32] = []
    var isOutputOn = true
    var isInputOn = false
  }

  let settings = Mutex(Settings())
  /// The devices of the unit's creator, which a task can choose.
  let source = HardwareSource.current
  let usual: DeviceChoice?
  let usualInput: InputChoice?

  init(_ kind: UnitKind) {
    usual = AudioQueueDevices.chosen.map { choice in
      var choice = choice
      if kind.subType == kAudioUnitSubType_SystemOutput { choice.role = .event }
      return choice
    }
    usualInput = AudioQueueDevices.chosenInput
  }

  /// The devices to play on, best first; `nil` if the environment variable is invalid.
  var outputChoice: DeviceChoice? {
    settings.withLock { $0.output }.map { DeviceChoice([.device($0.address)]) } ?? usual
  }

  /// The devices to record from, best first; `nil` if an environment variable is invalid.
  var inputChoice: InputChoice? {
    settings.withLock { $0.input }.map { InputChoice([InputKind($0.address)]) } ?? usualInput
  }

  /// The device to play on, or to record from; `nil` without one.
  func device(isOutput: Bool) -> HardwareDevice? {
    let list = source.list(isOutput: isOutput)
    let settings = settings.withLock { $0 }
    let key =
      isOutput ? settings.output ?? list.defaultOutput : settings.input ?? list.defaultInput
    return key.flatMap { list[$0] }
  }

  /// The devices of the sides that are on.
  var usedKeys: [HardwareKey] {
    let (isOutputOn, isInputOn) = settings.withLock { ($0.isOutputOn, $0.isInputOn) }
    let output = isOutputOn ? device(isOutput: true) : nil
    let input = isInputOn ? device(isOutput: false) : nil
    return [output, input].compactMap { $0?.key }
  }

  /// The number of the device that the client sees.
  var currentNumber: AudioObjectID {
    let settings = settings.withLock { $0 }
    let isInput = settings.isInputOn && !settings.isOutputOn
    return HardwareObjects.number(device(isOutput: !isInput)?.key)
  }

  /// Sets the device for its direction; `kAudioObjectUnknown` selects the default devices.
  ///
  /// - Throws: `kAudioUnitErr_InvalidPropertyValue` if the device does not exist.
  func setCurrent(_ number: AudioObjectID) throws(StatusError) {
    guard number != kAudioObjectUnknown else {
      return settings.withLock { ($0.output, $0.input) = (nil, nil) }
    }
    guard case .device(let key) = HardwareObjects.item(number),
      source.list(isOutput: key.isOutput)[key] != nil
    else {
      throw StatusError(kAudioUnitErr_InvalidPropertyValue)
    }
    settings.withLock { settings in
      if key.isOutput { settings.output = key } else { settings.input = key }
    }
  }

  /// The frames of a slice of the device to play on.
  var sliceFrames: Int { device(isOutput: true)?.bufferFrames ?? HardwareSettings().bufferFrames }
}
