internal import AudioDevices
internal import AudioModel
internal import AudioRealtime
internal import Synchronization

/// The device of a recorder, as its thread handles it.
///
/// The next device that records replaces a lost one; the last resort is silence. While a substitute
/// records, the input checks from time to time whether a better device is back.
final class RecordingInput {
  /// An event from the devices, in order.
  enum Event {
    case block(CapturedBlock)
    /// The next blocks come from another device, with this rate.
    case device(sampleRate: Double)
  }

  private let engine: RecordingEngine
  private var device: (any InputDevice)?
  private var deviceKind: InputKind?
  /// The rate at which the device captures, in hertz.
  private var deviceRate = 0.0
  private var blockFrames = 1
  /// The events that earlier devices have left.
  private var backlog: [Event] = []
  /// The number of the last opened device, and the reports of devices.
  private var generation = 0
  private let news: DeviceNews
  private var better: DeviceReturn<InputKind>

  init(_ engine: RecordingEngine) {
    self.engine = engine
    news = DeviceNews(signal: engine.signal)
    better = DeviceReturn(signal: engine.signal)
  }

  /// Takes the next event.
  func take() -> Event? {
    if !backlog.isEmpty { return backlog.removeFirst() }
    guard let block = engine.capturer.take() else { return nil }
    device?.feed()
    return .block(block)
  }

  /// Whether no events are pending.
  var isEmpty: Bool { backlog.isEmpty && engine.capturer.isEmpty }

  /// Opens the best device.
  ///
  /// - Parameter blockFrames: The wanted number of frames in a block.
  /// - Throws: ``DeviceError`` of the best device if all of them fail.
  func open(blockFrames: Int) throws(DeviceError) {
    self.blockFrames = blockFrames
    try DeviceOpening.openBest(of: choice.kinds) { (kind) throws(DeviceError) in
      try open(kind, isRetry: false)
    }
    better.wait(for: [])
  }

  /// Replaces a lost device by the next one, and a substitute by a better device once it is back.
  func lookAfterDevice(isPaused: Bool) {
    if device != nil, news.isLost(generation) {
      leaveDevice()
      better.noteLoss()
      if !isPaused { openSubstitute() }
    } else if !isPaused, device != nil, let kind = better.take() {
      leaveDevice()
      openFirst(of: [kind] + lesserKinds(than: kind))
    }
    if let device, news.takeMove(of: generation) { reportDevice(device) }
  }

  /// The time of the next check for a better device.
  var nextLookAfterDevice: Int? { better.nextLook }

  func pause() { device?.setPaused(true) }

  /// Resumes capturing, with another device if the previous one was lost.
  func resume() {
    if let device { device.setPaused(false) } else { openSubstitute() }
  }

  /// Stops capturing; captured blocks stay.
  func halt() {
    closeDevice()
    better.wait(for: [])
  }

  /// Drops all captured blocks.
  func clear() {
    backlog = []
    while engine.capturer.take() != nil {}
  }

  private var choice: InputChoice { engine.choice }

  /// Closes the device and keeps its captured blocks.
  private func leaveDevice() {
    closeDevice()
    while let block = engine.capturer.take() { backlog.append(.block(block)) }
    engine.clock.noteDiscontinuity()
  }

  private func closeDevice() {
    device?.stop()
    device = nil
    engine.shared.withLock { ($0.device, $0.deviceFormat) = (nil, nil) }
  }

  /// Opens a device after the lost one in the list; the lost server may hang, so it is not tried.
  private func openSubstitute() {
    guard let deviceKind else { return }
    let lesser = lesserKinds(than: deviceKind)
    openFirst(of: lesser.isEmpty ? [deviceKind] : lesser)
  }

  private func lesserKinds(than kind: InputKind) -> [InputKind] {
    DeviceOpening.lesser(than: kind, among: choice.afterLoss)
  }

  /// Opens the first working device and waits for better devices; the last device always works.
  private func openFirst(of kinds: [InputKind]) {
    let lacking = DeviceOpening.openFirst(of: kinds, among: choice.afterLoss) {
      (kind) throws(DeviceError) in
      try open(kind, isRetry: true)
    }
    if let lacking { better.wait(for: lacking) }
  }

  private func open(_ kind: InputKind, isRetry: Bool) throws(DeviceError) {
    guard let device = engine.makeDevice(kind, choice.channels, isRetry) else { throw .absent }
    generation += 1
    let (generation, news) = (generation, news)
    let rate = try device.start(
      engine.capturer, sampleRate: engine.format.sampleRate, blockFrames: blockFrames,
      isRateFixed: !RecordingEncoder.convertsRates
    ) {
      news.take($0, of: generation)
    }
    // The device may have captured blocks already.
    var early: [Event] = []
    while let block = engine.capturer.take() { early.append(.block(block)) }
    backlog += [.device(sampleRate: rate)] + early
    self.device = device
    deviceKind = kind
    deviceRate = rate
    reportDevice(device)
  }

  /// Notifies the recorder's owner of the capturing device.
  private func reportDevice(_ device: any InputDevice) {
    let format =
      device.hardwareFormat
      ?? DeviceFormat(sampleRate: deviceRate, channelCount: engine.format.channelCount)
    let observer = engine.shared.withLock { shared in
      (shared.device, shared.deviceFormat) = (deviceKind, format)
      return shared.observer
    }
    observer?.recordingDeviceChanged()
  }
}
