internal import AudioGraph
internal import AudioRealtime
internal import CoreAudioTypes
internal import Foundation
internal import Synchronization

/// A unit of version 2 whose sound an object of version 3 makes.
final class ObjectUnit: AudioUnitObject, @unchecked Sendable {
  // Unchecked: all state is constant or guarded by a lock.

  let object: any UnitObject
  private let objectParameters: [AUParameter]
  /// The renderer of the object, while the object's memory for rendering is allocated.
  private let renderer = Mutex<ObjectRenderer?>(nil)

  init(
    _ object: any UnitObject, _ description: AudioComponentDescription, component: UInt
  ) {
    self.object = object
    let formats = object.unitFormats
    let parameters = object.unitParameters
    objectParameters = parameters
    let kind = UnitKind(description.componentType, description.componentSubType, "") {
      ObjectUnit(object, $0.description, component: $1)
    }.with {
      ($0.inputCount, $0.mostInputs) = (formats.inputs.count, formats.inputs.count)
      ($0.outputCount, $0.mostOutputs) = (formats.outputs.count, formats.outputs.count)
      $0.parameters = parameters.map(UnitParameter.init)
      $0.manufacturer = description.componentManufacturer
    }
    super.init(kind: kind, component: component)
    settings.withLock { settings in
      for (bus, format) in formats.inputs.enumerated() { settings.inputs[bus].format = format }
      for (bus, format) in formats.outputs.enumerated() { settings.outputs[bus].format = format }
      facts.update(settings)
    }
  }

  // MARK: Life

  override func initialize() throws(StatusError) {
    let setup = settings.withLock { settings in
      settings.prepared == nil ? UnitObjectSetup(settings) : nil
    }
    guard let setup else { return }
    // The object's own functions run without a lock.
    let status = object.prepareUnit(setup)
    guard status == noErr else { throw StatusError(status) }
    let prepared = unsafe ObjectRenderer(unsafe object.makeUnitRender())
    renderer.withLock { $0 = prepared }
    do throws(StatusError) {
      try super.initialize()
    } catch {
      unprepare()
      throw error
    }
  }

  override func uninitialize() throws(StatusError) {
    try super.uninitialize()
    waitForRendering()
    unprepare()
  }

  private func unprepare() {
    let prepared = renderer.withLock { $0.take() }
    if prepared != nil { object.unprepareUnit() }
  }

  override func makeRenderer(_ settings: UnitSettings) throws(StatusError) -> any UnitRenderer {
    guard let prepared = renderer.withLock({ $0 }) else {
      throw StatusError(kAudioUnitErr_Uninitialized)
    }
    return prepared
  }

  override var following: UnitFollowing { kind.inputCount > 0 ? .format : .never }
  override var channelInfo: [AUChannelInfo]? { object.unitChannels }
  override var latency: Double { object.unitTimes.latency }
  override var tail: Double { object.unitTimes.tail }
  override func clearSound() { object.clearUnit() }

  // MARK: Parameters

  override func parameterDidChange(_ parameter: UnitParameter, _ element: Int, _ value: Float) {
    guard let found = objectParameter(parameter.identifier) else { return }
    ClientCode.call { unsafe found.setValue(value, originator: nil) }
  }

  override func parameter(
    _ parameter: AudioUnitParameterID, _ part: UnitPart
  ) throws(StatusError) -> Float {
    let stored = try super.parameter(parameter, part)
    return objectParameter(parameter)?.value ?? stored
  }

  private func objectParameter(_ identifier: AudioUnitParameterID) -> AUParameter? {
    var index = 0
    while index < objectParameters.count {
      if objectParameters[index].address == UInt64(identifier) { return objectParameters[index] }
      index += 1
    }
    return nil
  }

  // MARK: Messages

  override func canDo(_ selector: Int) -> Bool {
    super.canDo(selector)
      || takesMessages
        && [kMusicDeviceMIDIEventSelect, kMusicDeviceSysExSelect, kMusicDeviceMIDIEventListSelect]
          .contains(selector)
  }

  private var takesMessages: Bool {
    [
      kAudioUnitType_MusicDevice, kAudioUnitType_MusicEffect, kAudioUnitType_MIDIProcessor,
    ].contains(kind.type)
  }

  override func send(_ message: UnitMessage) throws(StatusError) {
    guard (0x80...0xFF).contains(message.status) else { throw StatusError(kAudio_ParamError) }
    let isShort = (0xC0...0xDF).contains(message.status)
    var bytes = (
      UInt8(message.status), UInt8(message.data1 & 0x7F), UInt8(message.data2 & 0x7F)
    )
    // Safe: the bytes live until the call returns.
    let isSent = unsafe withUnsafeBytes(of: &bytes) { bytes in
      unsafe bytes.withMemoryRebound(to: UInt8.self) { bytes in
        unsafe object.sendToUnit(
          UnsafeBufferPointer(rebasing: bytes.prefix(isShort ? 2 : 3)),
          offset: Int(message.offset))
      }
    }
    guard isSent else { throw StatusError(kAudio_UnimplementedError) }
  }

  override func send(_ bytes: UnsafePointer<UInt8>, count: Int) throws(StatusError) {
    // Safe: the client provides as many bytes as it states.
    let isSent = unsafe object.sendToUnit(
      UnsafeBufferPointer(start: bytes, count: count), offset: 0)
    guard isSent else { throw StatusError(kAudio_UnimplementedError) }
  }

  // MARK: Properties

  override var ownProperties: UnitPropertyTable? { Self.table }

  private static let table = UnitPropertyTable([
    kAudioUnitProperty_BypassEffect: .init(
      { (place) throws(StatusError) in
        try place.require(kAudioUnitScope_Global)
        return PropertyValue(place.object?.isUnitBypassed == true ? 1 : 0 as UInt32)
      },
      set: { (place, value) throws(StatusError) in
        try place.require(kAudioUnitScope_Global)
        let isOn = try value.unitValue(UInt32.self) != 0
        guard let object = place.object, object.isUnitBypassed != isOn else { return }
        object.isUnitBypassed = isOn
        place.unit.notify(kAudioUnitProperty_BypassEffect, .global)
      }),
    kAudioOutputUnitProperty_CurrentDevice: .init(
      { (place) throws(StatusError) in
        try place.require(kAudioUnitScope_Global)
        guard let number = place.object?.unitDevice else {
          throw StatusError(kAudioUnitErr_InvalidProperty)
        }
        return PropertyValue(number)
      },
      set: { (place, value) throws(StatusError) in
        try place.require(kAudioUnitScope_Global)
        guard let object = place.object, object.unitDevice != nil else {
          throw StatusError(kAudioUnitErr_InvalidProperty)
        }
        let status = object.setUnitDevice(try value.unitValue(AudioObjectID.self))
        guard status == noErr else { throw StatusError(status) }
        place.unit.notify(kAudioOutputUnitProperty_CurrentDevice, .global)
      }),
    kAudioUnitProperty_ClassInfo: state,
    kAudioUnitProperty_ClassInfoFromDocument: state,
  ])

  private static let state = UnitProperties.settings(
    { unit in
      (unit as? ObjectUnit)?.object.unitState.map { .object($0 as NSDictionary) }
    },
    restore: { (unit, settings) throws(StatusError) in
      guard let object = (unit as? ObjectUnit)?.object, let state = settings as? [String: Any]
      else { throw StatusError(kAudioUnitErr_InvalidPropertyValue) }
      let status = object.restoreUnit(state)
      guard status == noErr else { throw StatusError(status) }
      unit.notify(kAudioUnitProperty_ClassInfo, .global)
    })
}

extension UnitPlace {
  fileprivate var object: (any UnitObject)? { (unit as? ObjectUnit)?.object }
}

extension UnitParameter {
  /// The parameter of version 2 for one of an object.
  fileprivate init(_ parameter: AUParameter) {
    let most = max(parameter.minValue, parameter.maxValue)
    self.init(
      AudioUnitParameterID(truncatingIfNeeded: parameter.address), parameter.displayName,
      parameter.unit, parameter.minValue...most, parameter.value)
    display = parameter.flags.subtracting([.flag_IsReadable, .flag_IsWritable])
  }
}

extension UnitObjectSetup {
  /// The settings of a unit, with its rates and channels.
  fileprivate init(_ settings: UnitSettings) {
    inputs = settings.inputs.map(Self.standard)
    outputs = settings.outputs.map(Self.standard)
    mostFrames = settings.mostFrames
  }

  private static func standard(_ element: UnitElement) -> AudioStreamBasicDescription {
    UnitFormat.standard(
      sampleRate: element.format.mSampleRate,
      channelCount: Int(element.format.mChannelsPerFrame))
  }
}
