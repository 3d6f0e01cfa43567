internal import AudioGraph
internal import AudioToolbox
internal import Foundation

/// The object of a client's subclass, as the functions of version 2 use it.
final class UnitObjectAdapter: UnitObject, @unchecked Sendable {
  // Unchecked: the client states its object for the threads of its host.

  let unit: AUAudioUnit

  init(_ unit: AUAudioUnit) {
    self.unit = unit
  }

  var unitFormats: (inputs: [AudioStreamBasicDescription], outputs: [AudioStreamBasicDescription]) {
    (unit.inputBusses.formats.map(Self.standard), unit.outputBusses.formats.map(Self.standard))
  }

  private static func standard(_ format: AVAudioFormat) -> AudioStreamBasicDescription {
    EngineFormats.standard(format.graphFormat).basicDescription
  }

  private static func format(_ format: AudioStreamBasicDescription) -> AVAudioFormat {
    EngineFormats.standard(
      GraphFormat(
        sampleRate: format.mSampleRate, channelCount: Int(format.mChannelsPerFrame)))
  }

  var unitParameters: [AUParameter] {
    (unit.parameterTree?.allParameters ?? []).filter { $0.address <= UInt64(UInt32.max) }
  }

  var unitTimes: (latency: Double, tail: Double) { (unit.latency, unit.tailTime) }

  var unitChannels: [AUChannelInfo]? {
    guard let numbers = unit.channelCapabilities, numbers.count >= 2 else { return nil }
    return stride(from: 0, to: numbers.count - 1, by: 2).map { index in
      AUChannelInfo(
        inChannels: numbers[index].int16Value, outChannels: numbers[index + 1].int16Value)
    }
  }

  var isUnitBypassed: Bool {
    get { unit.shouldBypassEffect }
    set { unit.shouldBypassEffect = newValue }
  }

  var unitDevice: AudioObjectID? { (unit as? NodeUnit)?.deviceNode?.deviceNumber }

  func setUnitDevice(_ number: AudioObjectID) -> OSStatus {
    (unit as? NodeUnit)?.deviceNode?.setDevice(number) ?? kAudioUnitErr_InvalidProperty
  }

  // A subclass may omit the keys of the component, which restoring requires.
  var unitState: [String: Any]? {
    unit.fullState.map { state in unit.identity.merging(state) { _, own in own } }
  }

  func restoreUnit(_ state: [String: Any]) -> OSStatus { unit.restoreState(state) }

  // MARK: Rendering

  func prepareUnit(_ setup: UnitObjectSetup) -> OSStatus {
    do {
      if unit.renderResourcesAllocated { unit.deallocateRenderResources() }
      unit.maximumFramesToRender = AUAudioFrameCount(setup.mostFrames)
      try unit.inputBusses.set(setup.inputs.map(Self.format))
      try unit.outputBusses.set(setup.outputs.map(Self.format))
      try unit.allocateRenderResources()
      return noErr
    } catch let error as NSError {
      return OSStatus(exactly: error.code).flatMap { $0 == noErr ? nil : $0 }
        ?? kAudioUnitErr_FailedInitialization
    }
  }

  func unprepareUnit() { unit.deallocateRenderResources() }
  func clearUnit() { unit.reset() }
  func makeUnitRender() -> UnitObjectRender { unsafe unit.renderBlock }

  func sendToUnit(_ bytes: UnsafeBufferPointer<UInt8>, offset: Int) -> Bool {
    guard unsafe unit.scheduleMIDIEventBlock != nil else { return false }
    return unsafe unit.events.add(
      AUEventSampleTimeImmediate + Int64(min(offset, 4_096)), 0, bytes)
  }
}
