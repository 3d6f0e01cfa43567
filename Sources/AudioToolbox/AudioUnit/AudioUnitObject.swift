internal import AudioGraph
internal import AudioRealtime
internal import CoreAudioTypes
internal import Synchronization

/// A unit of this library.
///
/// Subclasses determine the sound. The settings are compiled to a plan, which one thread at a time
/// uses to render.
class AudioUnitObject: UnitInstance, @unchecked Sendable {
  // Unchecked: all state is constant, atomic, or guarded by a lock. The thread that renders owns
  // the frame counter and the part blocks during its turn of the plan.

  /// The maximum number of frames that a client can ask for in one call.
  static let mostFrames = 1 << 18

  final let kind: UnitKind
  final let settings: Mutex<UnitSettings>
  final let parameters: UnitParameters
  final let facts = UnitFacts()
  final let events = UnitEvents()
  final let published = PublishedObject()
  final let presetList: PresetList
  final let chosenPreset = Mutex(ChosenPreset())
  final let lastError = Atomic<Int32>(0)
  /// Whether plans contain that for processing.
  final let canProcess = Atomic<Bool>(false)
  final let lastTime = Atomic<UInt64>(0)
  /// The frame that is rendered next.
  final var frame = 0
  /// The time and the outputs that the last call has rendered, for units with several outputs.
  final var rendered = (time: Double.nan, count: 0, buses: 0 as UInt64)

  init(kind: UnitKind, component: UInt) {
    self.kind = kind
    presetList = PresetList(kind.presets)
    settings = Mutex(
      UnitSettings(
        inputs: Array(repeating: UnitElement(), count: kind.inputCount),
        outputs: Array(repeating: UnitElement(), count: kind.outputCount)))
    parameters = UnitParameters(
      kind.parameters,
      mostElements: max(kind.mostInputs, kind.mostOutputs, kind.inputCount, kind.outputCount))
    super.init(component: component)
    settings.withLock { facts.update($0) }
  }

  // MARK: For subclasses

  /// Completes the settings before the unit is initialized.
  func adjust(_ settings: inout UnitSettings) {}

  /// Makes the renderer for the current formats.
  ///
  /// - Throws: `kAudioUnitErr_FormatNotSupported` if the formats do not go together.
  func makeRenderer(_ settings: UnitSettings) throws(StatusError) -> any UnitRenderer {
    throw StatusError(kAudioUnitErr_FailedInitialization)
  }

  /// Checks settings that an initialized unit is to have.
  func check(_ settings: UnitSettings) throws(StatusError) {}

  /// Makes the processor's input for a connected input.
  func makeInput(_ input: UnitInput, _ settings: UnitSettings) -> GraphInput {
    GraphInput(bus: input.bus, planes: input.buffers.planes)
  }

  /// The maximum number of frames that a call takes from an input.
  func inputCapacity(_ settings: UnitSettings) -> Int { settings.mostFrames }

  /// Whether the unit can have a supported format.
  func accepts(_ format: AudioStreamBasicDescription, _ part: UnitPart) -> Bool { true }

  /// The part of the first input's format that outputs use if the client has not set their format.
  var following: UnitFollowing { .format }

  /// The supported numbers of channels, or `nil` for any.
  var channelInfo: [AUChannelInfo]? { nil }

  /// Whether the unit renders without a source, as a mixer does.
  var rendersWithoutInput: Bool { true }

  /// The latency, and the time of sound after the end of the input, in seconds.
  var latency: Double { 0 }
  var tail: Double { 0 }

  /// Follows a change of a parameter, on any thread, without a lock.
  func parameterDidChange(_ parameter: UnitParameter, _ element: Int, _ value: Float) {}

  /// Whether the unit has an element of a parameter now, for elements that are not busses.
  func hasElement(_ place: Int, _ parameter: UnitParameter) -> Bool { true }

  /// Whether an output of the unit can be the source of its own input.
  func canFeedItself(_ bus: Int) -> Bool { false }

  /// Follows the choice of a preset, after its parameters.
  func presetDidChange(_ number: Int) {}

  /// Clears the sound that the renderer keeps.
  func clearSound() {}

  // MARK: Life

  override func canDo(_ selector: Int) -> Bool {
    [
      kAudioUnitInitializeSelect, kAudioUnitUninitializeSelect, kAudioUnitGetPropertyInfoSelect,
      kAudioUnitGetPropertySelect, kAudioUnitSetPropertySelect, kAudioUnitGetParameterSelect,
      kAudioUnitSetParameterSelect, kAudioUnitResetSelect, kAudioUnitAddPropertyListenerSelect,
      kAudioUnitRemovePropertyListenerWithUserDataSelect, kAudioUnitRenderSelect,
      kAudioUnitAddRenderNotifySelect, kAudioUnitRemoveRenderNotifySelect,
      kAudioUnitScheduleParametersSelect, kAudioUnitProcessSelect,
      kAudioUnitProcessMultipleSelect,
    ].contains(selector)
  }

  override func initialize() throws(StatusError) {
    try settings.withLock { settings throws(StatusError) in
      guard settings.prepared == nil else { return }
      let count = settings.mostFrames
      adjust(&settings)
      facts.update(settings)
      // No client needs memory for hours of sound.
      guard max(inputCapacity(settings), count) <= (1 << 26) / max(1, settings.channelCount) else {
        throw StatusError(kAudioUnitErr_FailedInitialization)
      }
      let renderer = try makeRenderer(settings)
      settings.prepared = PreparedUnit(
        mostFrames: count,
        inputs: settings.inputs.map {
          UnitBuffers($0.format, mostFrames: inputCapacity(settings))
        },
        outputs: settings.outputs.map { UnitBuffers($0.format, mostFrames: count) },
        renderer: renderer)
      publish(settings)
    }
  }

  override func uninitialize() throws(StatusError) {
    let prepared = settings.withLock { settings in
      published.publish(nil)
      return settings.prepared.take()
    }
    withExtendedLifetime(prepared) {}
  }

  override func end() {
    try? uninitialize()
    let sources = settings.withLock { settings -> [UnitElement] in
      defer { for index in settings.inputs.indices { settings.inputs[index].source = .empty } }
      return settings.inputs
    }
    withExtendedLifetime(sources) {}
  }

  override func reset(_ part: UnitPart) throws(StatusError) { clearSound() }

  override func waitForRendering() { published.waitForTurn() }

  // MARK: Rendering

  override func render(
    _ call: UnitCall, into list: UnsafeMutablePointer<AudioBufferList>
  ) -> OSStatus {
    guard published.begin() else { return kAudioUnitErr_CannotDoInCurrentContext }
    defer { published.end() }
    let buffers = unsafe UnsafeMutableAudioBufferListPointer(list)
    return unsafe renderInTurn(call, checking: { unsafe $0.hasRoom(buffers, call.count) }) {
      output in
      unsafe output.give(buffers, call.count)
      return unsafe list
    }
  }

  override func process(_ call: UnitCall, _ lists: UnitLists) -> OSStatus {
    prepareProcessing()
    guard published.begin() else { return kAudioUnitErr_CannotDoInCurrentContext }
    defer { published.end() }
    return processInTurn(call, lists)
  }

  override func render(_ call: UnitCall, into planes: Planes) -> OSStatus {
    guard published.begin() else { return kAudioUnitErr_CannotDoInCurrentContext }
    defer { published.end() }
    var result: Planes?
    let status = unsafe renderInTurn(call, checking: { _ in call.count <= planes.capacity }) {
      output in
      result = output.planes
      return unsafe output.giveOwnList(call.count)
    }
    if let result { planes.fill(at: 0, from: result, at: 0, count: call.count) }
    return status
  }

  // MARK: Properties and parameters

  /// The properties that only some units have.
  var ownProperties: UnitPropertyTable? { nil }

  override func value(
    of property: AudioUnitPropertyID, _ part: UnitPart
  ) throws(StatusError) -> PropertyValue {
    let place = UnitPlace(unit: self, part: part)
    // Reading some values has an effect, so only one table is asked.
    if let own = ownProperties, own.contains(property) {
      guard let value = try own.value(of: property, place) else {
        throw StatusError(kAudioUnitErr_PropertyNotInUse)
      }
      return value
    }
    guard let value = try UnitProperties.common.value(of: property, place) else {
      throw StatusError(kAudioUnitErr_InvalidProperty)
    }
    return value
  }

  override func info(
    of property: AudioUnitPropertyID, _ part: UnitPart
  ) throws(StatusError) -> (size: Int, isWritable: Bool) {
    let place = UnitPlace(unit: self, part: part)
    let own = ownProperties.flatMap { $0.contains(property) ? $0 : nil }
    let table = own ?? UnitProperties.common
    guard table.contains(property) else { throw StatusError(kAudioUnitErr_InvalidProperty) }
    let size = try table.size(of: property, place)
    // Clients can only set the sources of inputs.
    guard size != nil || table.hasSetter(property) else {
      throw StatusError(kAudioUnitErr_InvalidProperty)
    }
    return (size ?? 0, table.canSet(property, place))
  }

  override func set(
    _ property: AudioUnitPropertyID, _ part: UnitPart, to value: SettingValue
  ) throws(StatusError) {
    let place = UnitPlace(unit: self, part: part)
    if try ownProperties?.set(property, of: place, to: value) ?? false { return }
    if try UnitProperties.common.set(property, of: place, to: value) { return }
    let isKnown =
      UnitProperties.common.contains(property) || ownProperties?.contains(property) == true
    throw StatusError(
      isKnown ? kAudioUnitErr_PropertyNotWritable : kAudioUnitErr_InvalidProperty)
  }

  override func parameter(
    _ parameter: AudioUnitParameterID, _ part: UnitPart
  ) throws(StatusError) -> Float {
    let (index, element) = try place(of: parameter, part)
    return measurement(parameters.all[index], element) ?? parameters[index, element]
  }

  override func setParameter(
    _ parameter: AudioUnitParameterID, _ part: UnitPart, to value: Float, at offset: Int
  ) throws(StatusError) {
    let (index, element) = try place(of: parameter, part)
    let value = try parameters.all[index].limited(value, at: sampleRate)
    guard offset > 0 else { return store(value, index, element) }
    try add(
      UnitEvent(parameter: index, element: element, offset: offset, first: value, last: value))
  }

  override func schedule(_ event: AudioUnitParameterEvent) throws(StatusError) {
    try schedule(event, UnitPart(event.scope, event.element))
  }

  override func removeSource(_ part: UnitPart) throws(StatusError) {
    try setSource(.empty, UnitPlace(unit: self, part: part).inputPart)
  }

  // MARK: Listeners and notifications

  override func addListener(_ listener: UnitListener) throws(StatusError) {
    settings.withLock { $0.listeners.append(listener) }
  }

  override func removeListener(_ listener: UnitListener) throws(StatusError) {
    settings.withLock { settings in
      if let index = settings.listeners.firstIndex(of: listener) {
        settings.listeners.remove(at: index)
      }
    }
  }

  override func addNotification(_ notification: RenderNotification) throws(StatusError) {
    settings.withLock { settings in
      settings.notifications.append(notification)
      publish(settings)
    }
  }

  override func removeNotification(_ notification: RenderNotification) throws(StatusError) {
    settings.withLock { settings in
      guard let index = settings.notifications.firstIndex(of: notification) else { return }
      settings.notifications.remove(at: index)
      publish(settings)
    }
  }
}
