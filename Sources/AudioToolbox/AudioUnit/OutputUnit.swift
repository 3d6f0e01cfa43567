internal import AudioDevices
internal import AudioGraph
internal import AudioPlayback
internal import AudioRealtime
internal import AudioRouting
internal import CoreAudioTypes
internal import Synchronization

/// An output unit that a device pulls, and that gives the frames of a recording device.
///
/// The device gets frames at the rate and with the channels of the client's format.
final class OutputUnit: AudioUnitObject, @unchecked Sendable {
  // Unchecked: all state is constant, atomic, or guarded by a lock.

  struct State {
    /// The devices while the unit runs.
    var running: [HardwareKey]?
    /// The device that plays, from its first start until another one is set.
    var playback: (key: HardwareKey?, playback: PulledPlayback)?
    /// The format that the device last reported.
    var lastFormat: DeviceFormat?
  }

  private let gain = GainRamp()
  let devices: OutputDevices
  let input: InputSide
  let voice: UnitVoice
  private let loss: OutputLoss
  let state = Mutex(State())
  /// Held while the device starts or stops.
  let turns = WaitingLock()
  /// Carries out calls that come from the render thread.
  let later = SerialThread(name: "oca-control")
  /// The share of time that rendering takes.
  let load = UnitLoad()

  override init(kind: UnitKind, component: UInt) {
    devices = OutputDevices(kind)
    input = InputSide(devices)
    voice = UnitVoice(kind)
    loss = OutputLoss()
    super.init(kind: kind, component: component)
    loss.unit = self
  }

  /// Whether the client can choose devices and record, as with the units of all devices.
  var hasInput: Bool {
    [
      kAudioUnitSubType_HALOutput, kAudioUnitSubType_RemoteIO, kAudioUnitSubType_VoiceProcessingIO,
    ].contains(kind.subType)
  }

  // MARK: Rendering

  override func adjust(_ settings: inout UnitSettings) {
    let format = UnitFormat.graphFormat(settings.inputs[0].format)
    settings.outputs[0].format = UnitFormat.standard(
      sampleRate: format.sampleRate, channelCount: format.channelCount)
  }

  override func makeRenderer(_ settings: UnitSettings) throws(StatusError) -> any UnitRenderer {
    ProcessorRenderer(GainProcessor(gain))
  }

  override var following: UnitFollowing { .never }

  override func parameterDidChange(_ parameter: UnitParameter, _ element: Int, _ value: Float) {
    gain.value = value
  }

  override func render(
    _ call: UnitCall, into list: UnsafeMutablePointer<AudioBufferList>
  ) -> OSStatus {
    guard call.bus == InputSide.element else { return unsafe super.render(call, into: list) }
    return unsafe input.render(call, into: UnsafeMutableAudioBufferListPointer(list))
  }

  override func render(_ call: UnitCall, into planes: Planes) -> OSStatus {
    guard call.bus == InputSide.element else { return super.render(call, into: planes) }
    return input.render(call, into: planes)
  }

  /// The recording side can feed the playing side.
  override func canFeedItself(_ bus: Int) -> Bool { bus == InputSide.element && hasInput }

  // MARK: Properties

  override var ownProperties: UnitPropertyTable? { OutputProperties.table }

  override func value(
    of property: AudioUnitPropertyID, _ part: UnitPart
  ) throws(StatusError) -> PropertyValue {
    guard let place = try devicePlace(property, part) else {
      return try super.value(of: property, part)
    }
    return try place.value()
  }

  override func info(
    of property: AudioUnitPropertyID, _ part: UnitPart
  ) throws(StatusError) -> (size: Int, isWritable: Bool) {
    guard let place = try devicePlace(property, part) else {
      return try super.info(of: property, part)
    }
    return (try place.value().byteCount, place.isSettable)
  }

  override func set(
    _ property: AudioUnitPropertyID, _ part: UnitPart, to value: SettingValue
  ) throws(StatusError) {
    guard let place = try devicePlace(property, part) else {
      return try super.set(property, part, to: value)
    }
    try place.set(value)
  }

  /// A property of the device, which has a four-character code; `nil` for one of the unit.
  private func devicePlace(
    _ property: AudioUnitPropertyID, _ part: UnitPart
  ) throws(StatusError) -> HardwarePlace? {
    guard property > 0xFFFF else { return nil }
    let scope =
      switch part.scope {
      case kAudioUnitScope_Input: kAudioObjectPropertyScopeInput
      case kAudioUnitScope_Output: kAudioObjectPropertyScopeOutput
      default: kAudioObjectPropertyScopeGlobal
      }
    return try HardwarePlace(
      devices.currentNumber,
      AudioObjectPropertyAddress(
        mSelector: property, mScope: scope, mElement: kAudioObjectPropertyElementMain),
      devices.source)
  }

  var runs: Bool { state.withLock { $0.running != nil } }

  // MARK: Life

  override func canDo(_ selector: Int) -> Bool {
    super.canDo(selector)
      || [kAudioOutputUnitStartSelect, kAudioOutputUnitStopSelect].contains(selector)
  }

  /// Whether the caller runs on a thread of a device, which cannot wait for that device.
  override var isDeviceCalling: Bool { published.isTurnOfCaller || input.isThreadOfCaller }

  override func initialize() throws(StatusError) {
    try input.checkFormat()
    try super.initialize()
  }

  override func uninitialize() throws(StatusError) {
    if isDeviceCalling { return later.post { [self] in try? uninitialize() } }
    // No other thread starts the devices meanwhile.
    turns.take()
    let wasRunning = stopInTurn()
    defer {
      turns.give()
      if wasRunning { notify(kAudioOutputUnitProperty_IsRunning, .global) }
    }
    try super.uninitialize()
  }

  override func end() {
    if isDeviceCalling { return later.post { [self] in end() } }
    super.end()
  }

  override func start() throws(StatusError) {
    if isDeviceCalling { return later.post { [self] in try? start() } }
    guard try startInTurn() else { return }
    notify(kAudioOutputUnitProperty_IsRunning, .global)
  }

  private func startInTurn() throws(StatusError) -> Bool {
    turns.take()
    defer { turns.give() }
    if runs { return false }
    try open(isRetry: false)
    let keys = devices.usedKeys
    state.withLock { $0.running = keys }
    HardwareIO.shared.noteUnit(self, keys, devices.source)
    return true
  }

  func open(isRetry: Bool) throws(StatusError) {
    guard let prepared = settings.withLock({ $0.prepared }) else {
      throw StatusError(kAudioUnitErr_Uninitialized)
    }
    let (isOutputOn, isInputOn) = devices.settings.withLock { ($0.isOutputOn, $0.isInputOn) }
    if isInputOn, !input.isRecording {
      voice.begin(
        rate: isOutputOn ? settings.withLock { $0.inputs[0].format.mSampleRate } : nil)
      try input.start(mostFrames: prepared.mostFrames, voice: voice) { [loss] in loss.note() }
    }
    guard isOutputOn else { return }
    do throws(StatusError) {
      try play(prepared, isRetry: isRetry)
    } catch {
      input.stop()
      throw error
    }
  }

  private func play(_ prepared: PreparedUnit, isRetry: Bool) throws(StatusError) {
    guard let choice = devices.outputChoice else {
      throw StatusError(kAudioUnitErr_FailedInitialization)
    }
    let key = devices.settings.withLock { $0.output }
    let playback = state.withLock { state -> PulledPlayback in
      if let known = state.playback, known.key == key { return known.playback }
      let made = PulledPlayback(choice) { [loss] in if case .lost = $0 { loss.note() } }
      state.playback = (key, made)
      return made
    }
    let format = settings.withLock { $0.inputs[0].format }
    let source = OutputSource(
      self, UnitFormat.graphFormat(format), map: devices.settings.withLock { $0.outputMap },
      sliceFrames: min(devices.sliceFrames, prepared.mostFrames))
    let wanted = SharedSession.session.setup.bufferSeconds
    do throws(DeviceError) {
      try playback.start(
        voice.played(source),
        bufferSeconds: PulledPlayback.bufferSeconds(preferring: wanted), isRetry: isRetry)
    } catch {
      throw StatusError(kAudioUnitErr_FailedInitialization)
    }
    _ = playingFormat
  }

  override func stop() throws(StatusError) {
    if isDeviceCalling { return later.post { [self] in try? stop() } }
    turns.take()
    let wasRunning = stopInTurn()
    turns.give()
    if wasRunning { notify(kAudioOutputUnitProperty_IsRunning, .global) }
  }

  /// Stops while the caller has the turn; returns whether the unit was running.
  private func stopInTurn() -> Bool {
    stopDevices()
    guard runs else { return false }
    noteStop()
    return true
  }

  func stopDevices() {
    state.withLock { $0.playback?.playback }?.stop()
    input.stop()
  }

  /// Changes the format of an initialized unit that does not run, as units of devices allow.
  func whileUninitialized(_ change: () throws(StatusError) -> Void) throws(StatusError) {
    let isPrepared = settings.withLock { $0.prepared != nil }
    guard isPrepared, !runs, !isDeviceCalling else { return try change() }
    try super.uninitialize()
    do throws(StatusError) {
      try change()
    } catch {
      try super.initialize()
      throw error
    }
    try super.initialize()
  }

  func noteStop() {
    state.withLock { $0.running = nil }
    HardwareIO.shared.noteUnit(self, [], devices.source)
  }
}
