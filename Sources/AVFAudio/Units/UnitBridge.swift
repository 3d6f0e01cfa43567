internal import AudioToolbox
internal import Foundation
internal import Synchronization

/// A unit of version 2 that an `AUAudioUnit` represents.
@safe final class UnitBridge: @unchecked Sendable {
  // Unchecked: any thread may use the unit, and only the render thread uses the closure.

  /// The arguments of a call that renders.
  @safe struct Call {
    let flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>
    let time: UnsafePointer<AudioTimeStamp>
    let count: AUAudioFrameCount
    let bus: Int

    init(
      _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>,
      _ time: UnsafePointer<AudioTimeStamp>, _ count: AUAudioFrameCount, _ bus: Int
    ) {
      unsafe (self.flags, self.time) = unsafe (flags, time)
      (self.count, self.bus) = (count, bus)
    }
  }

  let unit: AudioUnit
  let description: AudioComponentDescription
  /// Whether the bridge prepares the unit and ends it; otherwise, another object does.
  private let isOwner: Bool
  let tree: AUParameterTree
  private let allocated = Atomic(false)
  private let progress: UnitProgress
  /// The closure of the current call.
  private var pull: AURenderPullInputBlock?
  let hardware = UnitHardware()

  /// Makes a unit.
  ///
  /// - Throws: An error if the component does not exist, or makes no unit.
  init(_ description: AudioComponentDescription) throws {
    var description = description
    guard let component = unsafe AudioComponentFindNext(nil, &description) else {
      throw NSError.audio(
        kAudioComponentErr_InstanceInvalidated, "AUAudioUnit: no component matches the description")
    }
    unsafe AudioComponentGetDescription(component, &description)
    var made: AudioComponentInstance?
    try check(unsafe AudioComponentInstanceNew(component, &made), "AudioComponentInstanceNew")
    guard let made = unsafe made else {
      throw NSError.audio(kAudioUnitErr_FailedInitialization, "AudioComponentInstanceNew")
    }
    unsafe unit = unsafe made
    self.description = description
    (isOwner, progress) = (true, UnitProgress())
    tree = unsafe UnitTree.make(made)
    unsafe ParameterMirrors.add(tree, of: made)
  }

  /// Follows a unit that another object owns; its functions check that the unit still exists.
  ///
  /// - Parameters:
  ///   - unit: The unit.
  ///   - description: The description of its component.
  ///   - progress: The frames that the owner has rendered.
  init(
    _ unit: AudioUnit, _ description: AudioComponentDescription, _ progress: UnitProgress
  ) {
    unsafe self.unit = unsafe unit
    (self.description, isOwner, self.progress) = (description, false, progress)
    tree = unsafe UnitTree.make(unit)
    unsafe ParameterMirrors.add(tree, of: unit)
  }

  deinit {
    if isOwner { _ = unsafe AudioComponentInstanceDispose(unit) }
  }

  var access: UnitAccess { unsafe UnitAccess(unit) }

  func makeBusses(_ type: AUAudioUnitBusType, _ owner: AUAudioUnit) -> AUAudioUnitBusArray {
    let scope = type == .input ? kAudioUnitScope_Input : kAudioUnitScope_Output
    let count = access.get(kAudioUnitProperty_ElementCount, scope, 0, UInt32(0))
    let busses = (0..<count).map { AUAudioUnitBus(BridgedPart(self, scope, $0)) }
    return AUAudioUnitBusArray(audioUnit: owner, busType: type, busses: busses)
  }

  // MARK: Properties

  var mostFrames: AUAudioFrameCount {
    get { access.get(kAudioUnitProperty_MaximumFramesPerSlice, UInt32(0)) }
    set { _ = access.set(kAudioUnitProperty_MaximumFramesPerSlice, newValue) }
  }

  var isBypassed: Bool {
    get { access.get(kAudioUnitProperty_BypassEffect, UInt32(0)) != 0 }
    set { _ = access.set(kAudioUnitProperty_BypassEffect, UInt32(newValue ? 1 : 0)) }
  }

  var latency: TimeInterval { access.get(kAudioUnitProperty_Latency, 0.0) }
  var tail: TimeInterval { access.get(kAudioUnitProperty_TailTime, 0.0) }

  var channelCapabilities: [NSNumber]? {
    let pairs = access.list(
      kAudioUnitProperty_SupportedNumChannels, kAudioUnitScope_Global, AUChannelInfo())
    return pairs.map { pairs in
      pairs.flatMap { [NSNumber(value: $0.inChannels), NSNumber(value: $0.outChannels)] }
    }
  }

  // MARK: Rendering

  var isAllocated: Bool { allocated.load(ordering: .acquiring) }

  /// Prepares the unit, unless another object owns it.
  func allocate() throws {
    guard isOwner, !isAllocated else { return }
    // Safe: the unit is disposed of before this object ends.
    let callback = unsafe AURenderCallbackStruct(
      inputProc: Self.provide, inputProcRefCon: Unmanaged.passUnretained(self).toOpaque())
    let count = access.get(
      kAudioUnitProperty_ElementCount, kAudioUnitScope_Input, 0, UInt32(0))
    for bus in 0..<count where !isHardware || bus == 0 {
      try check(
        unsafe access.set(
          kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, bus, callback),
        "AUAudioUnit.allocateRenderResources()")
    }
    try check(unsafe AudioUnitInitialize(unit), "AUAudioUnit.allocateRenderResources()")
    allocated.store(true, ordering: .releasing)
  }

  func deallocate() {
    guard isOwner, allocated.exchange(false, ordering: .acquiringAndReleasing) else { return }
    unsafe AudioUnitUninitialize(unit)
  }

  func reset() { unsafe AudioUnitReset(unit, kAudioUnitScope_Global, 0) }

  func render(
    _ call: Call, _ list: UnsafeMutablePointer<AudioBufferList>, _ pull: AURenderPullInputBlock?
  ) -> OSStatus {
    unsafe self.pull = pull
    defer { unsafe self.pull = nil }
    let start = unsafe call.time.pointee.mSampleTime
    if start.magnitude < 0x1p62 {
      progress.nextFrame.store(Int64(start.rounded()) + Int64(call.count), ordering: .relaxed)
    }
    return unsafe AudioUnitRender(
      unit, call.flags, call.time, UInt32(call.bus), call.count, list)
  }

  /// Provides the input of the current call.
  private static let provide: AURenderCallback = { context, flags, time, bus, count, list in
    // Safe: the context is the object that disposes of the unit.
    let bridge = unsafe Unmanaged<UnitBridge>.fromOpaque(context).takeUnretainedValue()
    guard let list = unsafe list else { return kAudio_ParamError }
    if let pull = unsafe bridge.pull { return unsafe pull(flags, time, count, Int(bus), list) }
    return unsafe bridge.hardware.provide(Call(flags, time, count, Int(bus)), list)
  }

  // MARK: Events

  func schedule(
    _ time: AUEventSampleTime, ramp: AUAudioFrameCount, _ address: AUParameterAddress,
    _ value: AUValue
  ) {
    let scope = AudioUnitScope(address >> 56)
    let element = AudioUnitElement(address >> 32 & 0xFF_FFFF)
    let identifier = AudioUnitParameterID(truncatingIfNeeded: address)
    var event = AudioUnitParameterEvent()
    (event.scope, event.element, event.parameter) = (scope, element, identifier)
    let offset = offset(of: time)
    if ramp > 0 {
      var current: AudioUnitParameterValue = 0
      unsafe AudioUnitGetParameter(unit, identifier, scope, element, &current)
      event.eventType = .parameterEvent_Ramped
      unsafe event.eventValues.ramp = .init(
        startBufferOffset: Int32(offset), durationInFrames: ramp, startValue: current,
        endValue: value)
    } else {
      event.eventType = .parameterEvent_Immediate
      unsafe event.eventValues.immediate = .init(bufferOffset: UInt32(offset), value: value)
    }
    _ = unsafe AudioUnitScheduleParameters(unit, &event, 1)
  }

  /// The offset of a time from the start of the next slice, in frames.
  private func offset(of time: AUEventSampleTime) -> Int64 {
    let immediate = time &- AUEventSampleTimeImmediate
    if (0...4_096).contains(immediate) { return immediate }
    let offset = time &- progress.nextFrame.load(ordering: .relaxed)
    return min(max(0, offset), Int64(Int32.max))
  }

  func send(_ time: AUEventSampleTime, _ length: Int, _ bytes: UnsafePointer<UInt8>) {
    guard length > 0 else { return }
    // Safe: the host provides as many bytes as it states.
    if unsafe length > 3 || bytes[0] == 0xF0 {
      _ = unsafe MusicDeviceSysEx(unit, bytes, UInt32(length))
    } else {
      let second = unsafe length > 1 ? UInt32(bytes[1]) : 0
      let third = unsafe length > 2 ? UInt32(bytes[2]) : 0
      _ = unsafe MusicDeviceMIDIEvent(
        unit, UInt32(bytes[0]), second, third, UInt32(offset(of: time)))
    }
  }
}

/// The frames that a unit has rendered.
final class UnitProgress: Sendable {
  /// The frame after the last call that rendered.
  let nextFrame = Atomic<Int64>(0)
}

/// A bus of a unit of version 2.
struct BridgedPart {
  private let bridge: UnitBridge
  private let scope: AudioUnitScope
  private let element: AudioUnitElement

  init(_ bridge: UnitBridge, _ scope: AudioUnitScope, _ element: AudioUnitElement) {
    (self.bridge, self.scope, self.element) = (bridge, scope, element)
  }

  var format: AVAudioFormat? {
    var format = bridge.access.get(
      kAudioUnitProperty_StreamFormat, scope, element, AudioStreamBasicDescription())
    return unsafe AVAudioFormat(streamDescription: &format)
  }

  func set(_ format: AVAudioFormat) -> OSStatus {
    bridge.access.set(
      kAudioUnitProperty_StreamFormat, scope, element, format.basicDescription)
  }
}
