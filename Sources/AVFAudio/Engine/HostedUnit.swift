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
  /// Whether each bus of the unit may have its own channels.
  let hasBuses: Bool
  private let status: Atomic<OSStatus>
  private let list = PlaneList()
  private let progress = UnitProgress()
  private let known = Mutex<UnitObjectAdapter?>(nil)
  /// The inputs and the frames of the current call.
  private var inputs: [GraphInput] = []
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
    hasBuses = Self.hasBuses(found)
    self.status = Atomic(status)
  }

  /// Whether the units of a component have buses with channels of their own.
  static func hasBuses(_ description: AudioComponentDescription) -> Bool {
    let patches = [
      kAudioUnitSubType_Splitter, kAudioUnitSubType_MultiSplitter, kAudioUnitSubType_Merger,
    ]
    return description.componentType == kAudioUnitType_Mixer
      || description.componentType == kAudioUnitType_FormatConverter
        && patches.contains(description.componentSubType)
  }

  deinit {
    if let unit = unsafe unit { _ = unsafe AudioComponentInstanceDispose(unit) }
  }

  /// The node of the unit.
  func makeNode() -> GraphNode {
    guard !hasBuses else {
      return GraphNode(shaping: { self.makeProcessor($0, mostFrames: $1) })
    }
    let inputCount = hasInput ? 1 : 0
    return GraphNode(holding: { format, mostFrames in
      self.makeProcessor(
        GraphShape(
          sampleRate: format.sampleRate,
          inputs: Dictionary(
            uniqueKeysWithValues: (0..<inputCount).map { ($0, format.channelCount) }),
          outputs: [format.channelCount]),
        mostFrames: mostFrames)
    })
  }

  /// The error status if the unit cannot render, otherwise 0.
  var failure: OSStatus { status.load(ordering: .acquiring) }

  // MARK: Properties

  private var access: UnitAccess? { unsafe unit.map { unsafe UnitAccess($0) } }

  private func set<Value: BitwiseCopyable>(
    _ property: AudioUnitPropertyID, _ scope: AudioUnitScope, _ bus: Int, _ value: Value
  ) -> OSStatus {
    access?.set(property, scope, AudioUnitElement(bus), value) ?? kAudioUnitErr_InvalidElement
  }

  /// The number of inputs or outputs of a unit with buses.
  func busCount(_ scope: AudioUnitScope) -> Int {
    Int(access?.get(kAudioUnitProperty_ElementCount, scope, 0, UInt32(0)) ?? 0)
  }

  /// The object of the unit, which is always the same one.
  func object() throws -> AUAudioUnit? {
    guard let unit = unsafe unit else { return nil }
    if let found = unsafe UnitObjects.object(of: unit) as? UnitObjectAdapter { return found.unit }
    if let known = known.withLock({ $0?.unit }) { return known }
    let bridge = unsafe UnitBridge(unit, description, progress)
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
      _ = set(kAudioUnitProperty_BypassEffect, kAudioUnitScope_Global, 0, UInt32(newValue ? 1 : 0))
    }
  }

  /// Seconds from an input frame to its output.
  var latency: TimeInterval { access?.get(kAudioUnitProperty_Latency, 0.0) ?? 0 }

  func reset() {
    if let unit = unsafe unit { unsafe AudioUnitReset(unit, kAudioUnitScope_Global, 0) }
  }

  /// Sends a system-exclusive message.
  func send(systemExclusive bytes: [UInt8]) -> OSStatus {
    guard let unit = unsafe unit, !bytes.isEmpty else { return failure }
    return unsafe MusicDeviceSysEx(unit, bytes, UInt32(bytes.count))
  }

  // MARK: Rendering

  private func makeProcessor(_ shape: GraphShape, mostFrames: Int) -> any GraphProcessor {
    guard unsafe unit != nil else { return HostedProcessor(nil) }
    let result = prepare(shape, mostFrames: mostFrames)
    status.store(result, ordering: .releasing)
    return HostedProcessor(result == noErr ? self : nil)
  }

  private func prepare(_ shape: GraphShape, mostFrames: Int) -> OSStatus {
    guard let unit = unsafe unit else { return kAudioUnitErr_InvalidElement }
    unsafe AudioUnitUninitialize(unit)
    var results = [
      set(
        kAudioUnitProperty_MaximumFramesPerSlice, kAudioUnitScope_Global, 0,
        UInt32(mostFrames))
    ]
    for (bus, count) in shape.outputs.enumerated() {
      results.append(setFormat(kAudioUnitScope_Output, bus, count, shape))
    }
    for bus in 0..<max(hasBuses ? busCount(kAudioUnitScope_Input) : 0, shape.inputCount) {
      results += prepareInput(bus, shape)
    }
    if let failure = results.first(where: { $0 != noErr }) { return failure }
    return unsafe AudioUnitInitialize(unit)
  }

  private func setFormat(
    _ scope: AudioUnitScope, _ bus: Int, _ channelCount: Int, _ shape: GraphShape
  ) -> OSStatus {
    let format = GraphFormat(sampleRate: shape.sampleRate, channelCount: channelCount)
    return set(
      kAudioUnitProperty_StreamFormat, scope, bus,
      unsafe EngineFormats.standard(format).streamDescription.pointee)
  }

  /// Sets the format and the source of an input, which is silent without a connection.
  private func prepareInput(_ bus: Int, _ shape: GraphShape) -> [OSStatus] {
    let scope = kAudioUnitScope_Input
    let count = shape.inputs[bus]
    let known = access?.get(
      kAudioUnitProperty_StreamFormat, scope, AudioUnitElement(bus), AudioStreamBasicDescription())
    let formatStatus = setFormat(
      scope, bus, count ?? Int(known?.mChannelsPerFrame ?? 2), shape)
    // Safe: the unit is disposed of before this object ends.
    let callback = unsafe AURenderCallbackStruct(
      inputProc: count == nil ? nil : Self.provide,
      inputProcRefCon: Unmanaged.passUnretained(self).toOpaque())
    return [
      formatStatus, unsafe set(kAudioUnitProperty_SetRenderCallback, scope, bus, callback),
    ]
  }

  /// Renders the frames of all outputs, which are silent after an error of the unit.
  fileprivate func render(
    _ slice: GraphSlice, from inputs: [GraphInput], to outputs: [Planes]
  ) {
    guard slice.count > 0 else { return }
    (self.inputs, self.slice) = (inputs, slice)
    defer {
      self.inputs = []
      progress.nextFrame.store(Int64(slice.frame + slice.count), ordering: .relaxed)
    }
    var bus = 0
    while bus < outputs.count {
      render(bus, to: outputs[bus])
      bus += 1
    }
  }

  private func render(_ bus: Int, to output: Planes) {
    guard let unit = unsafe unit else { return }
    let list = unsafe list.refer(to: output, count: slice.count)
    var stamp = slice.timeStamp
    var flags: AudioUnitRenderActionFlags = []
    let status = unsafe AudioUnitRender(
      unit, &flags, &stamp, UInt32(bus), UInt32(slice.count), list.unsafeMutablePointer)
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
  private static let provide: AURenderCallback = { context, _, time, bus, count, list in
    // Safe: the context is the object that disposes of the unit.
    let hosted = unsafe Unmanaged<HostedUnit>.fromOpaque(context).takeUnretainedValue()
    guard let list = unsafe list else { return kAudio_ParamError }
    return unsafe hosted.give(
      Int(count), of: Int(bus), at: time.pointee.mSampleTime,
      UnsafeMutableAudioBufferListPointer(list))
  }

  /// Gives frames of an input; a unit may request the frames of a call in several parts.
  private func give(
    _ count: Int, of bus: Int, at time: Double, _ list: UnsafeMutableAudioBufferListPointer
  ) -> OSStatus {
    let start = Int(exactly: time - Double(slice.frame)) ?? -1
    let input = planes(of: bus)
    return unsafe LentInput.give(
      (start, count), of: input?.channelCount, callCount: slice.count, to: list
    ) { unsafe input?.plane($0) }
  }

  /// The frames of an input; `nil` without a connection.
  private func planes(of bus: Int) -> Planes? {
    var index = 0
    while index < inputs.count {
      if inputs[index].bus == bus { return inputs[index].planes }
      index += 1
    }
    return nil
  }
}

/// The processor of a hosted unit; renders silence if the unit could not be prepared.
private final class HostedProcessor: GraphProcessor {
  private let hosted: HostedUnit?

  init(_ hosted: HostedUnit?) {
    self.hosted = hosted
  }

  func render(_ slice: GraphSlice, from inputs: [GraphInput], to outputs: [Planes]) {
    if let hosted { return hosted.render(slice, from: inputs, to: outputs) }
    var bus = 0
    while bus < outputs.count {
      outputs[bus].clear(count: slice.count)
      bus += 1
    }
  }
}
