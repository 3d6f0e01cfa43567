internal import AudioGraph
internal import AudioRealtime
internal import CoreAudioTypes

/// An instance of an audio unit.
///
/// Each function of the C API is a method.
class UnitInstance: @unchecked Sendable {
  // Unchecked: everything here is constant after ``make(_:)``, and subclasses state their reasons.

  /// All instances.
  static let all = ReferenceSlots(count: 4_096)

  /// The number of the component.
  let component: UInt
  /// The reference that the client holds, set before the client gets it.
  final private(set) var reference: UInt = 0

  /// Whether the caller runs on a thread of the unit's device.
  var isDeviceCalling: Bool { false }

  init(component: UInt) { self.component = component }

  /// Makes an instance of a component.
  static func make(_ component: AudioComponent) throws(StatusError) -> AudioUnit? {
    let found = try unsafe ComponentList.find(component)
    let unit: UnitInstance
    switch found.kind {
    case .codec: throw StatusError(kAudioComponentErr_UnsupportedType)
    case .unit(let kind): unit = kind.make(UInt(bitPattern: component))
    case .client(let factory):
      unit = try factory.make(found.description, UInt(bitPattern: component))
    case .object(let make):
      guard let object = unsafe make(found.description, component) else {
        throw StatusError(kAudioUnitErr_FailedInitialization)
      }
      unit = ObjectUnit(object, found.description, component: UInt(bitPattern: component))
    }
    guard let instance = unsafe add(unit) else {
      throw StatusError(kAudioComponentErr_TooManyInstances)
    }
    do throws(StatusError) {
      try unsafe unit.open(instance)
    } catch {
      _ = all.remove(UInt(bitPattern: instance))
      throw error
    }
    return unsafe instance
  }

  /// Gives an instance its reference; `nil` if there are too many instances.
  static func add(_ unit: UnitInstance) -> AudioUnit? {
    guard let reference = all.add(unit) else { return nil }
    unit.reference = reference
    // Safe: the pointer is never dereferenced and only holds a number.
    return unsafe AudioUnit(bitPattern: reference)
  }

  /// Finds the instance for a reference.
  static func find(_ reference: AudioUnit) throws(StatusError) -> UnitInstance {
    guard let found = all.object(UInt(bitPattern: reference)) else {
      throw StatusError(kAudio_ParamError)
    }
    // Safe: the slots only contain such objects.
    return unsafe unsafeDowncast(found, to: UnitInstance.self)
  }

  /// Prepares the instance, before the client gets its reference.
  func open(_ reference: AudioComponentInstance) throws(StatusError) {}

  /// Whether the unit renders into planes, whatever its format is.
  var givesPlanes: Bool { true }

  /// Ends the instance, whose reference is already closed.
  func end() {}

  /// Whether the instance has the function with a selector.
  func canDo(_ selector: Int) -> Bool { false }

  func initialize() throws(StatusError) { throw StatusError(kAudio_UnimplementedError) }
  func uninitialize() throws(StatusError) { throw StatusError(kAudio_UnimplementedError) }

  /// Starts an output unit.
  func start() throws(StatusError) { throw StatusError(kAudio_UnimplementedError) }
  /// Stops an output unit.
  func stop() throws(StatusError) { throw StatusError(kAudio_UnimplementedError) }

  /// Clears the sound that the unit keeps.
  func reset(_ part: UnitPart) throws(StatusError) { throw StatusError(kAudio_UnimplementedError) }

  // MARK: Properties and parameters

  func value(
    of property: AudioUnitPropertyID, _ part: UnitPart
  ) throws(StatusError) -> PropertyValue {
    throw StatusError(kAudioUnitErr_InvalidProperty)
  }

  /// The size in bytes of a property, and whether it can be set.
  func info(
    of property: AudioUnitPropertyID, _ part: UnitPart
  ) throws(StatusError) -> (size: Int, isWritable: Bool) {
    throw StatusError(kAudioUnitErr_InvalidProperty)
  }

  /// Gets a property whose value only the unit itself can copy.
  ///
  /// - Returns: Whether the unit has copied the value; if not, ``value(of:_:)`` returns it.
  func get(
    _ property: AudioUnitPropertyID, _ part: UnitPart, into memory: UnsafeMutableRawPointer,
    _ size: UnsafeMutablePointer<UInt32>
  ) throws(StatusError) -> Bool { false }

  /// Removes the source of an input.
  func removeSource(_ part: UnitPart) throws(StatusError) {
    throw StatusError(kAudioUnitErr_InvalidPropertyValue)
  }

  func set(
    _ property: AudioUnitPropertyID, _ part: UnitPart, to value: SettingValue
  ) throws(StatusError) {
    throw StatusError(kAudioUnitErr_InvalidProperty)
  }

  func addListener(_ listener: UnitListener) throws(StatusError) {
    throw StatusError(kAudio_UnimplementedError)
  }

  func removeListener(_ listener: UnitListener) throws(StatusError) {
    throw StatusError(kAudio_UnimplementedError)
  }

  func parameter(
    _ parameter: AudioUnitParameterID, _ part: UnitPart
  ) throws(StatusError) -> Float {
    throw StatusError(kAudioUnitErr_InvalidParameter)
  }

  /// The value of a parameter that is a measurement; `nil` for other parameters.
  func measurement(_ parameter: UnitParameter, _ element: Int) -> Float? { nil }

  /// Sets a parameter at a frame of the next slice.
  func setParameter(
    _ parameter: AudioUnitParameterID, _ part: UnitPart, to value: Float, at offset: Int
  ) throws(StatusError) {
    throw StatusError(kAudioUnitErr_InvalidParameter)
  }

  func schedule(_ event: AudioUnitParameterEvent) throws(StatusError) {
    throw StatusError(kAudio_UnimplementedError)
  }

  // MARK: Instruments

  /// Sends a MIDI message.
  func send(_ message: UnitMessage) throws(StatusError) {
    throw StatusError(kAudio_UnimplementedError)
  }

  /// Sends a system-exclusive message.
  func send(_ bytes: UnsafePointer<UInt8>, count: Int) throws(StatusError) {
    throw StatusError(kAudio_UnimplementedError)
  }

  /// Starts a note, and returns its number.
  func startNote(
    _ note: UnitNote, _ parameters: UnsafePointer<MusicDeviceNoteParams>
  ) throws(StatusError) -> NoteInstanceID { throw StatusError(kAudio_UnimplementedError) }

  /// Ends a note.
  func stopNote(_ identifier: NoteInstanceID, _ note: UnitNote) throws(StatusError) {
    throw StatusError(kAudio_UnimplementedError)
  }

  /// Loads an instrument.
  func prepare(_ instrument: MusicDeviceInstrumentID) throws(StatusError) {
    throw StatusError(kAudio_UnimplementedError)
  }

  /// Takes note that an instrument is no longer needed.
  func release(_ instrument: MusicDeviceInstrumentID) throws(StatusError) {
    throw StatusError(kAudio_UnimplementedError)
  }

  // MARK: Rendering

  func addNotification(_ notification: RenderNotification) throws(StatusError) {
    throw StatusError(kAudio_UnimplementedError)
  }

  func removeNotification(_ notification: RenderNotification) throws(StatusError) {
    throw StatusError(kAudio_UnimplementedError)
  }

  /// Renders frames of an output into a client's buffers.
  func render(
    _ call: UnitCall, into list: UnsafeMutablePointer<AudioBufferList>
  ) -> OSStatus { kAudio_UnimplementedError }

  /// Renders frames of an output into the input of another unit.
  func render(_ call: UnitCall, into planes: Planes) -> OSStatus { kAudio_UnimplementedError }

  /// Renders the outputs from buffers of the client.
  func process(_ call: UnitCall, _ lists: UnitLists) -> OSStatus { kAudio_UnimplementedError }

  /// Changes the frames of a client's buffers.
  func process(
    _ call: UnitCall, _ list: UnsafeMutablePointer<AudioBufferList>
  ) -> OSStatus {
    var input = unsafe UnsafePointer(list)
    var output = unsafe list
    // Safe: the references live until the call returns.
    return unsafe withUnsafeMutablePointer(to: &input) { input in
      unsafe withUnsafeMutablePointer(to: &output) { output in
        unsafe process(
          call,
          UnitLists(
            inputs: UnsafeMutableBufferPointer(start: input, count: 1),
            outputs: UnsafeMutableBufferPointer(start: output, count: 1)))
      }
    }
  }

  /// Waits until the call that renders now, if any, has ended.
  func waitForRendering() {}
}

/// A part of a unit to which a property or parameter belongs.
struct UnitPart: Hashable, Sendable {
  var scope: AudioUnitScope
  var element: Int

  init(_ scope: AudioUnitScope, _ element: AudioUnitElement) {
    self.scope = scope
    self.element = Int(element)
  }

  static let global = UnitPart(kAudioUnitScope_Global, 0)
}

/// The arguments of a call that renders.
@safe struct UnitCall {
  /// The client's flags, or memory for them.
  let flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>
  /// The time of the first frame.
  let time: UnsafePointer<AudioTimeStamp>
  /// The output.
  var bus: Int
  /// The number of frames.
  var count: Int

  init(
    _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>,
    _ time: UnsafePointer<AudioTimeStamp>, bus: Int, count: Int
  ) {
    unsafe self.flags = unsafe flags
    unsafe self.time = unsafe time
    self.bus = bus
    self.count = count
  }

  /// The same call for another bus.
  func on(_ bus: Int) -> UnitCall {
    var call = self
    call.bus = bus
    return call
  }
}

/// A function of the client that is called before and after rendering.
@safe struct RenderNotification: Equatable, @unchecked Sendable {
  // Unchecked: the client states the function and its pointer for render threads.
  let proc: AURenderCallback
  let data: UnsafeMutableRawPointer?

  init(_ proc: AURenderCallback, _ data: UnsafeMutableRawPointer?) {
    unsafe self.proc = unsafe proc
    unsafe self.data = unsafe data
  }

  /// Calls the function.
  @discardableResult
  func call(
    _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>, _ call: UnitCall,
    _ list: UnsafeMutablePointer<AudioBufferList>?
  ) -> OSStatus {
    // Safe: C clients may pass null for the pointer, which Swift declares as not null.
    let data = unsafe unsafeBitCast(self.data, to: UnsafeMutableRawPointer.self)
    return ClientCode.call {
      unsafe proc(data, flags, call.time, UInt32(call.bus), UInt32(call.count), list)
    }
  }

  static func == (one: RenderNotification, other: RenderNotification) -> Bool {
    // Safe: function pointers are only compared.
    unsafe unsafeBitCast(one.proc, to: UInt.self) == unsafeBitCast(other.proc, to: UInt.self)
      && one.data == other.data
  }
}
