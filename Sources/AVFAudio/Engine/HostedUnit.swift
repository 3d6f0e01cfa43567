internal import AudioGraph
internal import AudioToolbox
internal import Foundation
internal import Synchronization

/// An audio unit that makes or changes the sound of a node.
@safe final class HostedUnit: EffectSettings, @unchecked Sendable {
  // Unchecked: any thread may use the unit, and only the render thread uses the other memory.

  /// The description of the component that was found, or else the requested one.
  let description: AudioComponentDescription
  let component: AudioComponent?
  let unit: AudioUnit?
  /// Whether the unit changes the sound of an input.
  let hasInput: Bool
  private let status: Atomic<OSStatus>
  private let list = PlaneList()
  private let known = Mutex<UnitObjectAdapter?>(nil)
  /// The input and the frames of the current call.
  private var input: Planes?
  private var slice = GraphSlice(frame: 0, count: 0)

  /// Makes an instance of the first component with a description, if its type is in a list.
  init(_ description: AudioComponentDescription, types: [OSType]) {
    var found = description
    unsafe component = unsafe AudioComponentFindNext(nil, &found)
    var made: AudioComponentInstance?
    var status = kAudioUnitErr_InvalidElement
    if let component = unsafe component {
      unsafe AudioComponentGetDescription(component, &found)
      if types.contains(found.componentType) {
        status = unsafe AudioComponentInstanceNew(component, &made)
      }
    }
    self.description = found
    unsafe unit = unsafe made
    hasInput = ![kAudioUnitType_Generator, kAudioUnitType_MusicDevice]
      .contains(found.componentType)
    self.status = Atomic(status)
  }

  deinit {
    if let unit = unsafe unit { _ = unsafe AudioComponentInstanceDispose(unit) }
  }

  /// The node of the unit.
  func makeNode() -> GraphNode {
    GraphNode(holding: { self.makeProcessor($0, mostFrames: $1) })
  }

  /// The error status if the unit cannot render, otherwise 0.
  var failure: OSStatus { status.load(ordering: .acquiring) }

  // MARK: Properties

  private var access: UnitAccess? { unsafe unit.map { unsafe UnitAccess($0) } }

  private func set<Value: BitwiseCopyable>(
    _ property: AudioUnitPropertyID, _ scope: AudioUnitScope, _ value: Value
  ) -> OSStatus {
    access?.set(property, scope, 0, value) ?? kAudioUnitErr_InvalidElement
  }

  /// The object of the unit, which is always the same one.
  func object() throws -> AUAudioUnit? {
    guard let unit = unsafe unit else { return nil }
    if let found = unsafe UnitObjects.object(of: unit) as? UnitObjectAdapter { return found.unit }
    if let known = known.withLock({ $0?.unit }) { return known }
    let bridge = unsafe UnitBridge(unit, description)
    let made = UnitObjectAdapter(try AUAudioUnitV2Bridge(bridge))
    return known.withLock { known in
      if let known { return known }
      known = made
      return made
    }.unit
  }

  var isBypassed: Bool {
    get { access?.get(kAudioUnitProperty_BypassEffect, UInt32(0)) != 0 }
    set {
      _ = set(kAudioUnitProperty_BypassEffect, kAudioUnitScope_Global, UInt32(newValue ? 1 : 0))
    }
  }

  /// Seconds from an input frame to its output.
  var latency: TimeInterval { access?.get(kAudioUnitProperty_Latency, 0.0) ?? 0 }

  func reset() {
    if let unit = unsafe unit { unsafe AudioUnitReset(unit, kAudioUnitScope_Global, 0) }
  }

  /// Sends a MIDI message, which takes effect with the next frames.
  func send(_ status: UInt8, _ data1: UInt8, _ data2: UInt8) {
    guard let unit = unsafe unit else { return }
    _ = unsafe MusicDeviceMIDIEvent(unit, UInt32(status), UInt32(data1), UInt32(data2), 0)
  }

  /// Sends a system-exclusive message.
  func send(systemExclusive bytes: [UInt8]) {
    guard let unit = unsafe unit, !bytes.isEmpty else { return }
    _ = unsafe MusicDeviceSysEx(unit, bytes, UInt32(bytes.count))
  }

  // MARK: Rendering

  private func makeProcessor(_ format: GraphFormat, mostFrames: Int) -> any GraphProcessor {
    guard unsafe unit != nil else { return HostedProcessor(nil) }
    let result = prepare(format, mostFrames: mostFrames)
    status.store(result, ordering: .releasing)
    return HostedProcessor(result == noErr ? self : nil)
  }

  private func prepare(_ format: GraphFormat, mostFrames: Int) -> OSStatus {
    guard let unit = unsafe unit else { return kAudioUnitErr_InvalidElement }
    unsafe AudioUnitUninitialize(unit)
    let stream = unsafe EngineFormats.standard(format).streamDescription.pointee
    var results = [
      set(
        kAudioUnitProperty_MaximumFramesPerSlice, kAudioUnitScope_Global, UInt32(mostFrames)),
      set(kAudioUnitProperty_StreamFormat, kAudioUnitScope_Output, stream),
    ]
    if hasInput {
      results.append(set(kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, stream))
      // Safe: the unit is disposed of before this object ends.
      let callback = unsafe AURenderCallbackStruct(
        inputProc: Self.provide, inputProcRefCon: Unmanaged.passUnretained(self).toOpaque())
      results.append(
        unsafe set(kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, callback))
    }
    if let failure = results.first(where: { $0 != noErr }) { return failure }
    return unsafe AudioUnitInitialize(unit)
  }

  /// Renders frames, which are silent after an error of the unit.
  fileprivate func render(_ slice: GraphSlice, from input: Planes?, to output: Planes) {
    guard slice.count > 0, let unit = unsafe unit else { return }
    (self.input, self.slice) = (input, slice)
    defer { self.input = nil }
    let list = unsafe list.refer(to: output, count: slice.count)
    var stamp = slice.timeStamp
    var flags: AudioUnitRenderActionFlags = []
    let status = unsafe AudioUnitRender(
      unit, &flags, &stamp, 0, UInt32(slice.count), list.unsafeMutablePointer)
    guard status == noErr, !flags.contains(.unitRenderAction_OutputIsSilence) else {
      return output.clear(count: slice.count)
    }
    var channel = 0
    while channel < output.channelCount {
      let plane = unsafe UnsafeMutableRawPointer(output.plane(channel))
      // Safe: a unit that refers to its own memory has this many frames there.
      if let data = unsafe list[channel].mData, unsafe data != plane {
        unsafe memmove(plane, data, slice.count * MemoryLayout<Float>.size)
      }
      channel += 1
    }
  }

  /// Provides the input of the current call to the unit.
  private static let provide: AURenderCallback = { context, _, time, _, count, list in
    // Safe: the context is the object that disposes of the unit.
    let hosted = unsafe Unmanaged<HostedUnit>.fromOpaque(context).takeUnretainedValue()
    guard let list = unsafe list else { return kAudio_ParamError }
    return unsafe hosted.give(
      Int(count), at: time.pointee.mSampleTime, UnsafeMutableAudioBufferListPointer(list))
  }

  /// Gives frames of the input; a unit may request the frames of a call in several parts.
  private func give(
    _ count: Int, at time: Double, _ list: UnsafeMutableAudioBufferListPointer
  ) -> OSStatus {
    let start = Int(exactly: time - Double(slice.frame)) ?? -1
    return unsafe LentInput.give(
      (start, count), of: input?.channelCount, callCount: slice.count, to: list
    ) { unsafe input?.plane($0) }
  }
}

/// The processor of a hosted unit; renders silence if the unit could not be prepared.
private final class HostedProcessor: GraphProcessor {
  private let hosted: HostedUnit?

  init(_ hosted: HostedUnit?) {
    self.hosted = hosted
  }

  func render(_ slice: GraphSlice, from inputs: [GraphInput], to outputs: [Planes]) {
    guard let hosted else { return outputs[0].clear(count: slice.count) }
    hosted.render(slice, from: inputs.isEmpty ? nil : inputs[0].planes, to: outputs[0])
  }
}
