internal import AudioDevices
internal import AudioModel
internal import AudioRealtime
internal import Synchronization

/// The device of a recorder, as its thread handles it.
///
/// A device that is lost is replaced by the next that records, silence in the last place. While a lesser device
/// records, it is looked from time to time whether a better one is back.
final class RecordingInput {
  /// What comes from the devices, in its order.
  enum Event {
    case block(CapturedBlock)
    /// What follows is another device's, of this rate.
    case device(sampleRate: Double)
  }

  private let engine: RecordingEngine
  private var device: (any InputDevice)?
  private var deviceKind: InputKind?
  /// The rate at which it captures, in hertz.
  private var deviceRate = 0.0
  private var blockFrames = 1
  /// What the devices before the present one have left.
  private var backlog: [Event] = []
  /// Which device was opened last, and what devices say.
  private var generation = 0
  private let news: DeviceNews
  private var better: DeviceReturn<InputKind>

  init(_ engine: RecordingEngine) {
    self.engine = engine
    news = DeviceNews(signal: engine.signal)
    better = DeviceReturn(signal: engine.signal)
  }

  /// The next thing that has come.
  func take() -> Event? {
    if !backlog.isEmpty { return backlog.removeFirst() }
    guard let block = engine.capturer.take() else { return nil }
    device?.feed()
    return .block(block)
  }

  /// Whether nothing waits to be taken.
  var isEmpty: Bool { backlog.isEmpty && engine.capturer.isEmpty }

  /// Opens the best device.
  ///
  /// - Parameter blockFrames: How many frames should come at a time.
  /// - Throws: ``DeviceError`` of the best one where none records.
  func open(blockFrames: Int) throws(DeviceError) {
    self.blockFrames = blockFrames
    var firstError: DeviceError?
    for kind in choice.kinds {
      do throws(DeviceError) {
        try open(kind, isRetry: false)
        if kind == .null, firstError != nil { DeviceLibraries.reportMissing() }
        return better.wait(for: [])
      } catch {
        firstError = firstError ?? error
      }
    }
    DeviceLibraries.reportMissing()
    throw firstError ?? .absent
  }

  /// Replaces a lost device by the next one, and that by a better one once it is back.
  func lookAfterDevice(isPaused: Bool) {
    if device != nil, news.isLost(generation) {
      leaveDevice()
      better.noteLoss()
      if !isPaused { openSubstitute() }
    } else if !isPaused, device != nil, let kind = better.take() {
      leaveDevice()
      openFirst(of: [kind] + lesserKinds(than: kind))
    }
    if let device, news.takeMove(of: generation) { tell(device) }
  }

  /// When to look after the device again.
  var nextLookAfterDevice: Int? { better.nextLook }

  func pause() { device?.setPaused(true) }

  /// Goes on; with another device where the one before was lost.
  func resume() {
    if let device { device.setPaused(false) } else { openSubstitute() }
  }

  /// Stops capturing; what has come stays.
  func halt() {
    closeDevice()
    better.wait(for: [])
  }

  /// Forgets all that has come.
  func clear() {
    backlog = []
    while engine.capturer.take() != nil {}
  }

  private var choice: InputChoice { engine.choice }

  /// Closes a device, and keeps what it has given.
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

  /// Opens what comes after the device that was lost, which is not asked: a server may hang.
  private func openSubstitute() {
    guard let deviceKind else { return }
    let lesser = lesserKinds(than: deviceKind)
    openFirst(of: lesser.isEmpty ? [deviceKind] : lesser)
  }

  private func lesserKinds(than kind: InputKind) -> [InputKind] {
    let kinds = choice.afterLoss
    return Array(kinds[((kinds.firstIndex(of: kind) ?? -1) + 1)...])
  }

  /// Opens the first that records, and waits for the better ones; the last that there is always records.
  private func openFirst(of kinds: [InputKind]) {
    let all = choice.afterLoss
    for kind in kinds {
      do throws(DeviceError) {
        try open(kind, isRetry: true)
        return better.wait(for: Array(all[..<(all.firstIndex(of: kind) ?? 0)]))
      } catch {
        continue
      }
    }
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
    // The device may have given something already.
    var early: [Event] = []
    while let block = engine.capturer.take() { early.append(.block(block)) }
    backlog += [.device(sampleRate: rate)] + early
    self.device = device
    deviceKind = kind
    deviceRate = rate
    tell(device)
  }

  /// Tells the recorder's owner what captures now.
  private func tell(_ device: any InputDevice) {
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
