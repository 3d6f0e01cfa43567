internal import AudioDevices
internal import AudioModel
internal import AudioRealtime
internal import Synchronization

/// The renderer and the device of a player, as its feeding thread handles them.
///
/// A device that is lost is replaced by the next that plays; what nobody has heard is rendered again
/// there. While a lesser device plays, the better ones are tried from time to time.
final class FeederOutput {
  /// How soon a lost device is tried again, in nanoseconds, and how long at most.
  private static let firstRetry = 250_000_000
  private static let longestRetry = 4_000_000_000

  private let engine: PlaybackEngine
  private var renderer: Renderer?
  private var device: (any OutputDevice)?
  private var deviceKind: DeviceKind?
  /// A file is written by one device from beginning to end.
  private var fileDevices: [DeviceKind: any OutputDevice] = [:]
  /// Which device was opened last, and which has said that it is lost.
  private var generation = 0
  private let lostGeneration = LostGeneration()
  private var retryDelay = FeederOutput.firstRetry
  private(set) var nextRetry: Int?
  /// The frame in the ring, and the player's frames, at which the present renderer took over.
  private var baseFrame = 0
  private var baseTime = 0.0

  init(_ engine: PlaybackEngine) {
    self.engine = engine
  }

  // MARK: Frames

  /// Frames that wait for a device.
  var unreadFrames: Int { renderer?.ring.unreadFrames ?? 0 }

  /// Makes ready for frames of a format, at time 0.
  func begin(format: DeviceFormat) {
    let renderer = rendererFor(format)
    renderer.begin()
    baseFrame = renderer.ring.writeIndex
    baseTime = 0
    engine.clock.begin(renderer, sampleRate: engine.format.sampleRate)
  }

  /// Whether frames of this format can be written now; if not, asks again later.
  ///
  /// The format changes once everything in the format before has been heard.
  func accepts(_ format: DeviceFormat) -> Bool {
    if let renderer, renderer.format == format { return true }
    guard unreadFrames == 0, device == nil || isPlayedOut else { return false }
    let old = renderer
    let wasOpen = device != nil
    let ratio = engine.format.sampleRate / (old?.sampleRate ?? engine.format.sampleRate)
    baseTime += Double((old?.ring.writeIndex ?? 0) - baseFrame) * ratio
    closeDevice(isDiscontinuity: wasOpen)
    renderer = nil
    let renderer = rendererFor(format)
    baseFrame = renderer.ring.writeIndex
    engine.clock.change(to: renderer, sampleRate: engine.format.sampleRate)
    if wasOpen { openAny(engine.choice.afterLoss, isRetry: false) }
    return true
  }

  /// Writes frames and wakes a device that waits for them.
  ///
  /// - Returns: The samples that were taken.
  func write(_ samples: Span<Float>) -> Int {
    guard let renderer else { return 0 }
    let frames = renderer.ring.write(samples)
    if frames > 0, let device, renderer.takeStarvation() { device.feed() }
    return frames * renderer.channelCount
  }

  /// Frames of the ring that are missing until the player's time reaches `frame`.
  func framesMissing(until frame: Int) -> Int {
    guard let renderer else { return 0 }
    let ratio = engine.format.sampleRate / renderer.sampleRate
    let time = baseTime + Double(renderer.ring.writeIndex - baseFrame) * ratio
    return Int(((Double(frame) - time) / ratio).rounded())
  }

  /// Asks to be woken when there is room; false where there is room now.
  func requestFrames() -> Bool { renderer?.requestFrames() ?? true }

  /// Whether everything that was written has been heard.
  var isPlayedOut: Bool {
    guard let renderer else { return true }
    return engine.clock.heardFrame >= renderer.ring.writeIndex
  }

  /// When to look again whether everything has been heard.
  var nextLookAtEnd: Int {
    let now = MonotonicClock.nanoseconds
    guard let renderer, let device else { return now + 10_000_000 }
    let missing = renderer.ring.writeIndex - engine.clock.heardFrame
    let left = MonotonicClock.duration(ofFrames: missing, sampleRate: renderer.sampleRate)
    // The device is asked for its exact time shortly before the end.
    if left < 200_000_000 { device.refreshPosition() }
    return now + max(5_000_000, left - 100_000_000)
  }

  // MARK: Devices

  /// Opens the best device.
  ///
  /// - Parameter nanoseconds: The moment at which the first frame is due, or `nil`.
  /// - Throws: ``DeviceError`` of the best one where none plays.
  func open(at nanoseconds: Int?) throws(DeviceError) {
    guard let renderer else { throw .refused }
    var leadIn = 0
    if let nanoseconds {
      leadIn = MonotonicClock.frames(
        inNanoseconds: max(0, nanoseconds - MonotonicClock.nanoseconds),
        sampleRate: renderer.sampleRate)
    }
    var firstError: DeviceError?
    for kind in engine.choice.kinds {
      do throws(DeviceError) {
        return try open(kind, isRetry: false, leadInFrames: leadIn)
      } catch {
        firstError = firstError ?? error
      }
    }
    throw firstError ?? .absent
  }

  /// Replaces a lost device, and tries better ones when it is time.
  func lookAfterDevice(isPaused: Bool) {
    if device != nil, lostGeneration.value == generation {
      closeDevice(isDiscontinuity: true)
      retryDelay = Self.firstRetry
      if !isPaused { openAny(engine.choice.afterLoss, isRetry: true) }
    } else if let nextRetry, !isPaused, device != nil, MonotonicClock.nanoseconds >= nextRetry {
      closeDevice(isDiscontinuity: true)
      retryDelay = min(retryDelay * 2, Self.longestRetry)
      openAny(engine.choice.afterLoss, isRetry: true)
    }
  }

  /// Falls silent; the clock stands.
  func pause() {
    device?.setPaused(true)
    engine.clock.setFrozen(true)
  }

  /// Goes on; with another device where the one before was lost.
  func resume() {
    engine.clock.setFrozen(false)
    if let device {
      device.setPaused(false)
    } else {
      openAny(engine.choice.afterLoss, isRetry: true)
    }
  }

  /// Takes over volume and balance, also for what the device holds.
  func revise() {
    guard let renderer else { return }
    applyParameters(to: renderer)
    device?.revise()
  }

  /// Forgets all that has not been heard; opens the device again where it is to go on.
  func reset(restarts: Bool) {
    let wasOpen = device != nil
    closeDevice(isDiscontinuity: false)
    renderer?.ring.dropUnread()
    if wasOpen, restarts { openAny(engine.choice.kinds, isRetry: false) }
  }

  /// Stops at once.
  func end() {
    closeDevice(isDiscontinuity: false)
    renderer?.ring.dropUnread()
    engine.clock.end()
    nextRetry = nil
  }

  /// Lets go of everything.
  func close() {
    end()
    fileDevices = [:]
    renderer = nil
  }

  private func openAny(_ kinds: [DeviceKind], isRetry: Bool) {
    for kind in kinds {
      do throws(DeviceError) {
        return try open(kind, isRetry: isRetry, leadInFrames: 0)
      } catch {
        // The next one may play; the last of the list always does.
        continue
      }
    }
  }

  private func open(
    _ kind: DeviceKind, isRetry: Bool, leadInFrames: Int
  ) throws(DeviceError) {
    guard let renderer, let device = fileDevices[kind] ?? kind.makeDevice(isRetry: isRetry) else {
      throw .absent
    }
    generation += 1
    let (generation, lost, signal) = (generation, lostGeneration, engine.signal)
    renderer.beginDevice(leadInFrames: leadInFrames)
    let origin = renderer.ring.readIndex - leadInFrames
    try device.start(
      renderer, bufferFrames: Int(renderer.sampleRate * Feeder.deviceSeconds)
    ) {
      lost.set(generation)
      signal.post()
    }
    engine.clock.attach(device, origin: origin)
    if case .offline = kind { fileDevices[kind] = device }
    self.device = device
    deviceKind = kind
    nextRetry =
      isRetry && kind != engine.choice.afterLoss.first
      ? MonotonicClock.nanoseconds + retryDelay : nil
  }

  /// Stops the device and takes back what it has not played.
  private func closeDevice(isDiscontinuity: Bool) {
    guard let device, let renderer else { return }
    device.stop()
    engine.clock.detach(isDiscontinuity: isDiscontinuity)
    renderer.rewind(max(0, renderer.ring.readIndex - engine.clock.heardFrame))
    _ = renderer.takeStarvation()
    self.device = nil
  }

  private func rendererFor(_ format: DeviceFormat) -> Renderer {
    if let renderer, renderer.format == format { return renderer }
    let rate = max(1, format.sampleRate)
    let made = Renderer(
      sampleRate: rate, channelCount: max(1, format.channelCount),
      aheadFrames: Int(rate * Feeder.aheadSeconds) + 1,
      deviceFrames: Int(rate * Feeder.historySeconds), feeder: engine.signal)
    applyParameters(to: made)
    renderer = made
    return made
  }

  private func applyParameters(to renderer: Renderer) {
    // Under the lock, so that nothing older takes the place of what a caller sets meanwhile.
    engine.shared.withLock { shared in
      let ramp = min(shared.rampSeconds, 3600)
      renderer.setGain(shared.gain, rampFrames: Int(ramp * renderer.sampleRate))
      renderer.setBalance(shared.balance)
      renderer.setMetering(shared.isMetering)
    }
  }
}

/// The number of the last device that said it is lost.
private final class LostGeneration: Sendable {
  private let lost = Atomic<Int>(0)

  var value: Int { lost.load(ordering: .acquiring) }

  func set(_ generation: Int) { lost.store(generation, ordering: .releasing) }
}

extension Renderer {
  /// The rate and channels of the frames.
  fileprivate var format: DeviceFormat {
    DeviceFormat(sampleRate: sampleRate, channelCount: channelCount)
  }
}
