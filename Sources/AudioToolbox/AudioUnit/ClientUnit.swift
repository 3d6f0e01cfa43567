internal import AudioGraph
internal import AudioRealtime
internal import CoreAudioTypes
internal import Synchronization

/// A unit that the client provides as a table of functions.
///
/// Each function of the C API calls the client's function with the same selector.
@safe
final class ClientUnit: UnitInstance, @unchecked Sendable {
  // Unchecked: the interface belongs to the client, which states it for all threads. The
  // buffers belong to the thread that renders.

  private let interface: UnsafeMutablePointer<AudioComponentPlugInInterface>
  private let lookUp: @convention(c) (Int16) -> AudioComponentMethod?
  /// The function that renders, which the render thread does not look up.
  let renderProc: AudioUnitRenderProc?
  /// The buffers of a connection.
  let lent = LentPlanes()
  private let hasOpened = Mutex(false)
  /// Keeps the client's object while it renders.
  let turn = PublishedObject()
  let isClosed = Atomic(false)

  init(
    component: UInt, _ interface: UnsafeMutablePointer<AudioComponentPlugInInterface>
  ) {
    unsafe self.interface = unsafe interface
    unsafe lookUp = unsafe interface.pointee.Lookup
    // Safe: the client returns a function of this type for the selector.
    unsafe renderProc = lookUp(Int16(kAudioUnitRenderSelect)).map {
      unsafe unsafeBitCast($0, to: AudioUnitRenderProc.self)
    }
    super.init(component: component)
  }

  /// The client's object.
  var object: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(interface) }

  /// The client's function with a selector.
  ///
  /// - Throws: `kAudio_UnimplementedError` if the client does not have it.
  private func function<Function>(
    _ selector: Int, _ type: Function.Type
  ) throws(StatusError) -> Function {
    guard let found = unsafe lookUp(Int16(selector)) else {
      throw StatusError(kAudio_UnimplementedError)
    }
    // Safe: the client returns a function of the selector's type.
    return unsafe unsafeBitCast(found, to: type)
  }

  private func check(_ status: OSStatus) throws(StatusError) {
    guard status == noErr else { throw StatusError(status) }
  }

  // MARK: Life

  override func open(_ reference: AudioComponentInstance) throws(StatusError) {
    try check(unsafe interface.pointee.Open(object, reference))
    hasOpened.withLock { $0 = true }
  }

  override func end() {
    let mustClose = hasOpened.withLock { hasOpened -> Bool in
      defer { hasOpened = false }
      return hasOpened
    }
    guard mustClose else { return }
    // Other units may still render this one.
    isClosed.store(true, ordering: .sequentiallyConsistent)
    // The client's object is in use until the call that renders it returns.
    if turn.isTurnOfCaller { return Self.later.post { [self] in close() } }
    close()
  }

  /// Ends units whose own calls have disposed of them.
  private static let later = SerialThread(name: "oca-control")

  private func close() {
    turn.waitForTurn()
    _ = unsafe interface.pointee.Close(object)
  }

  /// False, because the client renders into planes only if its format consists of planes.
  override var givesPlanes: Bool { false }

  override func canDo(_ selector: Int) -> Bool { unsafe lookUp(Int16(selector)) != nil }

  override func initialize() throws(StatusError) {
    try check(
      unsafe function(kAudioUnitInitializeSelect, AudioUnitInitializeProc.self)(object))
  }

  override func uninitialize() throws(StatusError) {
    try check(
      unsafe function(kAudioUnitUninitializeSelect, AudioUnitUninitializeProc.self)(object))
  }

  override func start() throws(StatusError) {
    try check(
      unsafe function(kAudioOutputUnitStartSelect, AudioOutputUnitStartProc.self)(object))
  }

  override func stop() throws(StatusError) {
    try check(unsafe function(kAudioOutputUnitStopSelect, AudioOutputUnitStopProc.self)(object))
  }

  override func reset(_ part: UnitPart) throws(StatusError) {
    let proc = try unsafe function(kAudioUnitResetSelect, AudioUnitResetProc.self)
    try check(unsafe proc(object, part.scope, AudioUnitElement(part.element)))
  }

  // MARK: Properties

  override func info(
    of property: AudioUnitPropertyID, _ part: UnitPart
  ) throws(StatusError) -> (size: Int, isWritable: Bool) {
    let proc = try unsafe function(
      kAudioUnitGetPropertyInfoSelect, AudioUnitGetPropertyInfoProc.self)
    var size: UInt32 = 0
    var isWritable = DarwinBoolean(false)
    try check(
      unsafe proc(
        object, property, part.scope, AudioUnitElement(part.element), &size, &isWritable))
    return (Int(size), isWritable.boolValue)
  }

  override func get(
    _ property: AudioUnitPropertyID, _ part: UnitPart, into memory: UnsafeMutableRawPointer,
    _ size: UnsafeMutablePointer<UInt32>
  ) throws(StatusError) -> Bool {
    let proc = try unsafe function(kAudioUnitGetPropertySelect, AudioUnitGetPropertyProc.self)
    try check(
      unsafe proc(object, property, part.scope, AudioUnitElement(part.element), memory, size))
    return true
  }

  override func value(
    of property: AudioUnitPropertyID, _ part: UnitPart
  ) throws(StatusError) -> PropertyValue {
    let (size, _) = try info(of: property, part)
    guard size <= Self.mostBytes else { throw StatusError(kAudioUnitErr_InvalidPropertyValue) }
    var bytes = [UInt8](repeating: 0, count: size)
    var written = UInt32(size)
    var result: StatusError?
    // Safe: the array has room for the stated size.
    unsafe bytes.withUnsafeMutableBytes { room in
      guard let memory = room.baseAddress else { return }
      do throws(StatusError) {
        _ = try unsafe get(property, part, into: memory, &written)
      } catch {
        result = error
      }
    }
    if let result { throw result }
    return .bytes(Array(bytes.prefix(Int(written))))
  }

  /// The maximum number of bytes of a property that this library reads for its own use.
  private static let mostBytes = 1 << 16

  override func set(
    _ property: AudioUnitPropertyID, _ part: UnitPart, to value: SettingValue
  ) throws(StatusError) {
    let proc = try unsafe function(kAudioUnitSetPropertySelect, AudioUnitSetPropertyProc.self)
    try check(
      unsafe proc(
        object, property, part.scope, AudioUnitElement(part.element), value.memory,
        UInt32(value.byteCount)))
  }

  override func removeSource(_ part: UnitPart) throws(StatusError) {
    let connection = unsafe AudioUnitConnection(
      sourceAudioUnit: nil, sourceOutputNumber: 0, destInputNumber: UInt32(part.element))
    try unsafe set(kAudioUnitProperty_MakeConnection, part, to: connection)
  }

  override func addListener(_ listener: UnitListener) throws(StatusError) {
    let proc = try unsafe function(
      kAudioUnitAddPropertyListenerSelect, AudioUnitAddPropertyListenerProc.self)
    // Safe: C clients may pass null for the pointer, which Swift declares as not null.
    let data = unsafe unsafeBitCast(listener.data, to: UnsafeMutableRawPointer.self)
    try check(unsafe proc(object, listener.property, listener.proc, data))
  }

  override func removeListener(_ listener: UnitListener) throws(StatusError) {
    let proc = try unsafe function(
      kAudioUnitRemovePropertyListenerWithUserDataSelect,
      AudioUnitRemovePropertyListenerWithUserDataProc.self)
    try check(unsafe proc(object, listener.property, listener.proc, listener.data))
  }

  // MARK: Parameters

  override func parameter(
    _ parameter: AudioUnitParameterID, _ part: UnitPart
  ) throws(StatusError) -> Float {
    let proc = try unsafe function(kAudioUnitGetParameterSelect, AudioUnitGetParameterProc.self)
    var value: Float = 0
    try check(
      unsafe proc(object, parameter, part.scope, AudioUnitElement(part.element), &value))
    return value
  }

  override func setParameter(
    _ parameter: AudioUnitParameterID, _ part: UnitPart, to value: Float, at offset: Int
  ) throws(StatusError) {
    let proc = try unsafe function(kAudioUnitSetParameterSelect, AudioUnitSetParameterProc.self)
    try check(
      unsafe proc(
        object, parameter, part.scope, AudioUnitElement(part.element), value, UInt32(offset)))
  }

  override func schedule(_ event: AudioUnitParameterEvent) throws(StatusError) {
    let proc = try unsafe function(
      kAudioUnitScheduleParametersSelect, AudioUnitScheduleParametersProc.self)
    // Safe: the event lives until the call returns.
    try check(
      unsafe withUnsafePointer(to: event) { event in unsafe proc(object, event, 1) })
  }

  // MARK: Instruments

  override func send(_ message: UnitMessage) throws(StatusError) {
    let proc = try unsafe function(kMusicDeviceMIDIEventSelect, MusicDeviceMIDIEventProc.self)
    try check(
      unsafe proc(object, message.status, message.data1, message.data2, message.offset))
  }

  override func send(_ bytes: UnsafePointer<UInt8>, count: Int) throws(StatusError) {
    let proc = try unsafe function(kMusicDeviceSysExSelect, MusicDeviceSysExProc.self)
    try check(unsafe proc(object, bytes, UInt32(clamping: count)))
  }

  override func startNote(
    _ note: UnitNote, _ parameters: UnsafePointer<MusicDeviceNoteParams>
  ) throws(StatusError) -> NoteInstanceID {
    let proc = try unsafe function(kMusicDeviceStartNoteSelect, MusicDeviceStartNoteProc.self)
    var identifier: NoteInstanceID = 0
    try check(
      unsafe proc(object, note.instrument, note.group, &identifier, note.offset, parameters))
    return identifier
  }

  override func stopNote(_ identifier: NoteInstanceID, _ note: UnitNote) throws(StatusError) {
    let proc = try unsafe function(kMusicDeviceStopNoteSelect, MusicDeviceStopNoteProc.self)
    try check(unsafe proc(object, note.group, identifier, note.offset))
  }

  // MARK: Rendering

  override func addNotification(_ notification: RenderNotification) throws(StatusError) {
    let proc = try unsafe function(
      kAudioUnitAddRenderNotifySelect, AudioUnitAddRenderNotifyProc.self)
    let data = unsafe unsafeBitCast(notification.data, to: UnsafeMutableRawPointer.self)
    try check(unsafe proc(object, notification.proc, data))
  }

  override func removeNotification(_ notification: RenderNotification) throws(StatusError) {
    let proc = try unsafe function(
      kAudioUnitRemoveRenderNotifySelect, AudioUnitRemoveRenderNotifyProc.self)
    let data = unsafe unsafeBitCast(notification.data, to: UnsafeMutableRawPointer.self)
    try check(unsafe proc(object, notification.proc, data))
  }

  override func render(
    _ call: UnitCall, into list: UnsafeMutablePointer<AudioBufferList>
  ) -> OSStatus {
    guard turn.begin() else { return kAudioUnitErr_CannotDoInCurrentContext }
    defer { turn.end() }
    return unsafe renderInTurn(call, into: list)
  }

  override func render(_ call: UnitCall, into planes: Planes) -> OSStatus {
    guard turn.begin() else {
      planes.clear(count: call.count)
      return kAudioUnitErr_CannotDoInCurrentContext
    }
    defer { turn.end() }
    return renderInTurn(call, into: planes)
  }

  override func process(
    _ call: UnitCall, _ list: UnsafeMutablePointer<AudioBufferList>
  ) -> OSStatus {
    guard
      let proc = try? unsafe function(kAudioUnitProcessSelect, AudioUnitProcessProc.self)
    else { return kAudio_UnimplementedError }
    return unsafe process(proc, call, list)
  }

  override func process(_ call: UnitCall, _ lists: UnitLists) -> OSStatus {
    guard
      let proc = try? unsafe function(
        kAudioUnitProcessMultipleSelect, AudioUnitProcessMultipleProc.self)
    else { return kAudio_UnimplementedError }
    return unsafe process(proc, call, lists)
  }
}
