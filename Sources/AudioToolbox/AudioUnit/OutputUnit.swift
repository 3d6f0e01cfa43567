internal import AudioDevices
internal import AudioGraph
internal import AudioPlayback
internal import AudioRealtime
internal import AudioRouting
internal import CoreAudioTypes
internal import Synchronization

/// An output unit that the client pulls.
final class GenericOutputUnit: AudioUnitObject, @unchecked Sendable {
  // Unchecked: it has no state of its own.

  override func makeRenderer(_ settings: UnitSettings) throws(StatusError) -> any UnitRenderer {
    let formats = (settings.inputs[0].format, settings.outputs[0].format)
    guard formats.0.mSampleRate == formats.1.mSampleRate,
      formats.0.mChannelsPerFrame == formats.1.mChannelsPerFrame
    else { throw StatusError(kAudioUnitErr_FormatNotSupported) }
    return ProcessorRenderer(PassThrough())
  }

  override var rendersWithoutInput: Bool { false }
}

/// An output unit that a device pulls.
///
/// The device gets frames at the rate and with the channels of the client's format.
final class OutputUnit: AudioUnitObject, @unchecked Sendable {
  // Unchecked: all state is constant, atomic, or guarded by a lock.

  /// The usual frames of a slice, as on Apple's systems.
  private static let sliceFrames = 512

  private let gain = GainRamp()
  private let hasDevices: Bool
  private let playback: PulledPlayback
  private let loss: OutputLoss
  private let isRunning = Mutex(false)
  /// Held while the device starts or stops.
  private let turns = WaitingLock()
  /// Carries out calls that come from the render thread.
  private let later = SerialThread(name: "oca-control")
  /// The part of the time that rendering takes.
  let load = UnitLoad()

  override init(kind: UnitKind, component: UInt) {
    var choice = AudioQueueDevices.chosen
    hasDevices = choice != nil
    if kind.subType == kAudioUnitSubType_SystemOutput { choice?.role = .event }
    let loss = OutputLoss()
    self.loss = loss
    playback = PulledPlayback(choice ?? DeviceChoice([])) { if case .lost = $0 { loss.note() } }
    super.init(kind: kind, component: component)
    loss.unit = self
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

  // MARK: Properties

  /// The format of the device, as far as it is known.
  var hardware: AudioStreamBasicDescription {
    if let format = playback.hardwareFormat {
      return UnitFormat.standard(
        sampleRate: format.sampleRate, channelCount: format.channelCount)
    }
    let rate = SharedSession.session.hardware.sampleRate
    let isUsable = GraphFormat(sampleRate: rate, channelCount: 2).isValid
    return UnitFormat.standard(sampleRate: isUsable ? rate : 44_100, channelCount: 2)
  }

  override var ownProperties: UnitPropertyTable? { OutputProperties.table }

  var runs: Bool { isRunning.withLock { $0 } }

  // MARK: Life

  override func canDo(_ selector: Int) -> Bool {
    super.canDo(selector)
      || [kAudioOutputUnitStartSelect, kAudioOutputUnitStopSelect].contains(selector)
  }

  override func uninitialize() throws(StatusError) {
    if published.isTurnOfCaller { return later.post { [self] in try? uninitialize() } }
    try stop()
    try super.uninitialize()
  }

  override func end() {
    if published.isTurnOfCaller { return later.post { [self] in end() } }
    super.end()
  }

  override func start() throws(StatusError) {
    if published.isTurnOfCaller { return later.post { [self] in try? start() } }
    guard try startInTurn() else { return }
    notify(kAudioOutputUnitProperty_IsRunning, .global)
  }

  private func startInTurn() throws(StatusError) -> Bool {
    turns.take()
    defer { turns.give() }
    if runs { return false }
    try open(isRetry: false)
    isRunning.withLock { $0 = true }
    return true
  }

  private func open(isRetry: Bool) throws(StatusError) {
    let (format, prepared) = settings.withLock { ($0.inputs[0].format, $0.prepared) }
    guard let prepared else { throw StatusError(kAudioUnitErr_Uninitialized) }
    guard hasDevices else { throw StatusError(kAudioUnitErr_FailedInitialization) }
    let source = OutputSource(
      self, UnitFormat.graphFormat(format),
      sliceFrames: min(Self.sliceFrames, prepared.mostFrames))
    let wanted = SharedSession.session.setup.bufferSeconds
    do throws(DeviceError) {
      try playback.start(
        source, bufferSeconds: wanted > 0 ? wanted : PulledPlayback.usualBufferSeconds,
        isRetry: isRetry)
    } catch {
      throw StatusError(kAudioUnitErr_FailedInitialization)
    }
  }

  override func stop() throws(StatusError) {
    if published.isTurnOfCaller { return later.post { [self] in try? stop() } }
    guard stopInTurn() else { return }
    notify(kAudioOutputUnitProperty_IsRunning, .global)
  }

  private func stopInTurn() -> Bool {
    turns.take()
    defer { turns.give() }
    guard runs else { return false }
    playback.stop()
    isRunning.withLock { $0 = false }
    return true
  }

  /// Continues on the next device after a loss.
  func deviceWasLost() {
    later.post { [weak self] in
      guard let self else { return }
      turns.take()
      let isLost = runs && (try? open(isRetry: true)) == nil
      if isLost { isRunning.withLock { $0 = false } }
      turns.give()
      if isLost { notify(kAudioOutputUnitProperty_IsRunning, .global) }
    }
  }
}

/// Notes the loss of a unit's device.
private final class OutputLoss: @unchecked Sendable {
  // Unchecked: set once, before any other thread can read it.
  weak var unit: OutputUnit?

  func note() { unit?.deviceWasLost() }
}

/// A volume.
private final class GainProcessor: GraphProcessor {
  private let gain: GainRamp

  init(_ gain: GainRamp) {
    self.gain = gain
  }

  func render(_ slice: GraphSlice, from inputs: [GraphInput], to outputs: [Planes]) {
    let output = outputs[0]
    if inputs.isEmpty {
      output.clear(count: slice.count)
    } else {
      output.fill(at: 0, from: inputs[0].planes, at: 0, count: slice.count)
    }
    gain.apply(to: output, count: slice.count)
  }
}
