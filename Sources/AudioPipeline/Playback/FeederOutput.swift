internal import AudioDevices
internal import AudioModel
internal import AudioRealtime
internal import Synchronization

/// The renderer and the device of a player, as its feeding thread handles them.
///
/// A device that is lost is replaced by the next that plays; what nobody has heard is rendered again
/// there. While a lesser device plays, it is looked from time to time whether a better one is back.
final class FeederOutput {
  let engine: PlaybackEngine
  private(set) var renderer: Renderer?
  private(set) var device: (any OutputDevice)?
  private(set) var deviceKind: DeviceKind?
  /// Whether a device was lost and none has taken its place.
  private var isLost = false
  /// What is tried first, while it gets ready on a thread of its own.
  var prepared: PreparedDevice?
  /// A file is written by one device from beginning to end.
  private(set) var fileDevices: [DeviceKind: any OutputDevice] = [:]
  /// Files whose two channels are a single one's.
  private var spreadFiles: Set<DeviceKind> = []
  /// The moment at which the first frame was to be due.
  private(set) var startNanoseconds: Int?
  /// Which device was opened last, and which has said that it is lost.
  private var generation = 0
  private let lostGeneration = LostGeneration()
  private var better: DeviceReturn<DeviceKind>
  /// Seconds that are decoded ahead where nobody has said how much, and seconds that a device may hold.
  private var waiting = Waiting.long

  init(_ engine: PlaybackEngine) {
    self.engine = engine
    better = DeviceReturn(signal: engine.signal)
  }

  // MARK: Frames

  /// Frames that wait for a device.
  var unreadFrames: Int { renderer?.ring.unreadFrames ?? 0 }

  /// Makes ready for frames of a format, at time 0.
  func begin(format: DeviceFormat, _ waiting: Waiting) {
    self.waiting = waiting
    let renderer = rendererFor(format)
    renderer.setSpread(false)
    renderer.begin()
    engine.clock.begin(renderer, sampleRate: engine.format.sampleRate)
  }

  /// Whether frames of this format can be written now; if not, asks again later.
  ///
  /// The format changes once everything in the format before has been heard.
  func accepts(_ format: DeviceFormat) -> Bool {
    if let renderer, renderer.format == format { return true }
    guard unreadFrames == 0, device == nil || isPlayedOut else { return false }
    let wasOpen = device != nil
    closeDevice(isDiscontinuity: wasOpen)
    renderer = nil
    let renderer = rendererFor(format)
    engine.clock.change(to: renderer, sampleRate: engine.format.sampleRate)
    if wasOpen { reopen() }
    return true
  }

  /// Tells what the frames that are written next are in the player's time.
  func mark(time: Double, ratio: Double) {
    guard let renderer else { return }
    engine.clock.mark(renderer.ring.writeIndex, time: time, ratio: ratio)
  }

  /// Writes frames and wakes a device that waits for them.
  ///
  /// - Returns: The samples that were taken.
  func write(_ samples: Span<Float>) -> Int {
    guard let renderer else { return 0 }
    let frames = renderer.ring.write(samples)
    if frames > 0, let device, renderer.takeStarvation() { device.feed() }
    return frames * renderer.ring.channelCount
  }

  /// The frames of the player before the next that is written, where that follows what was heard.
  var writeTime: Double { renderer.map { engine.clock.time(at: $0.ring.writeIndex) } ?? 0 }

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
    defer { leavePrepared() }
    startNanoseconds = nanoseconds
    var firstError: DeviceError?
    for kind in engine.choice.kinds {
      do throws(DeviceError) {
        try open(kind, isRetry: false, at: nanoseconds)
        return better.wait(for: [])
      } catch {
        firstError = firstError ?? error
      }
    }
    throw firstError ?? .absent
  }

  /// Replaces a lost device by the next one, and that by a better one once it is back.
  func lookAfterDevice(isPaused: Bool) {
    if device != nil, lostGeneration.value == generation {
      closeDevice(isDiscontinuity: true)
      better.noteLoss()
      isLost = true
      if !isPaused { openSubstitute() }
    } else if !isPaused, device != nil, let kind = better.take() {
      closeDevice(isDiscontinuity: true)
      openFirst(of: [kind] + lesserKinds(than: kind))
    }
  }

  /// When to look after the device again.
  var nextLookAfterDevice: Int? { better.nextLook }

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
    } else if isLost {
      openSubstitute()
    } else {
      // Closed by a reset meanwhile.
      reopen()
    }
  }

  /// Forgets all that has not been heard; opens the device again where it is to go on.
  func reset(restarts: Bool) {
    let wasOpen = device != nil
    closeDevice(isDiscontinuity: false)
    dropUnread()
    if wasOpen, restarts { reopen() }
  }

  /// Stops at once.
  func end() {
    closeDevice(isDiscontinuity: false)
    dropUnread()
    engine.clock.end()
    better.wait(for: [])
  }

  /// Lets go of everything.
  func close() {
    end()
    fileDevices = [:]
    renderer = nil
  }

  private func dropUnread() {
    guard let renderer else { return }
    renderer.ring.dropUnread()
    renderer.unschedule()
    engine.clock.drop(from: renderer.ring.writeIndex)
  }

  /// Opens the device that was open last, or else a lesser one.
  private func reopen() {
    guard let deviceKind else { return }
    openFirst(of: [deviceKind] + lesserKinds(than: deviceKind))
  }

  /// Opens what comes after the device that was lost, which is not asked: a server may hang.
  private func openSubstitute() {
    guard let deviceKind else { return }
    let lesser = lesserKinds(than: deviceKind)
    openFirst(of: lesser.isEmpty ? [deviceKind] : lesser)
  }

  func lesserKinds(than kind: DeviceKind) -> [DeviceKind] {
    let kinds = engine.choice.afterLoss
    return Array(kinds[((kinds.firstIndex(of: kind) ?? -1) + 1)...])
  }

  /// Opens the first that plays, and waits for the better ones; the last that there is always plays.
  func openFirst(of kinds: [DeviceKind], at nanoseconds: Int? = nil) {
    let all = engine.choice.afterLoss
    for kind in kinds {
      do throws(DeviceError) {
        try open(kind, isRetry: true, at: nanoseconds)
        return better.wait(for: Array(all[..<(all.firstIndex(of: kind) ?? 0)]))
      } catch {
        continue
      }
    }
  }

  private func open(
    _ kind: DeviceKind, isRetry: Bool, at nanoseconds: Int?
  ) throws(DeviceError) {
    guard let renderer else { throw .refused }
    // More than two channels do not come to their end in a mix that PulseAudio maps to fewer; channels of a device are a
    // stream's own.
    let channels = engine.choice.channels
    let mixed =
      renderer.channelCount > 2 || channels != nil
      ? nil : nanoseconds.flatMap { kind.makeMixedDevice(start: $0) }
    let known = mixed ?? fileDevices[kind] ?? takePrepared(kind)
    let made =
      known ?? kind.makeDevice(isRetry: isRetry, role: engine.choice.role, channels: channels)
    guard let device = made else { throw .absent }
    // A device that keeps no time is given the silence before the start.
    var leadInFrames = 0
    if let nanoseconds, mixed == nil {
      leadInFrames = MonotonicClock.frames(
        inNanoseconds: max(0, nanoseconds - MonotonicClock.nanoseconds),
        sampleRate: renderer.sampleRate)
    }
    generation += 1
    let (generation, lost, signal) = (generation, lostGeneration, engine.signal)
    // What was spread stays so until the next start: going back and forth would be heard. A file stays as it is.
    let isSpread =
      fileDevices[kind] == nil
      ? renderer.isSpread || wantsSpread(renderer) : spreadFiles.contains(kind)
    renderer.setSpread(isSpread)
    renderer.beginDevice(leadInFrames: leadInFrames)
    let origin = renderer.ring.readIndex - leadInFrames
    try device.start(
      renderer, bufferFrames: Int(renderer.sampleRate * waiting.deviceSeconds)
    ) {
      lost.set(generation)
      signal.post()
    }
    engine.clock.attach(device, origin: origin)
    if case .offline = kind {
      fileDevices[kind] = device
      if isSpread { spreadFiles.insert(kind) }
    }
    self.device = device
    isLost = false
    deviceKind = kind
    engine.shared.withLock { $0.device = kind }
  }

  /// Stops the device and takes back what it has not played.
  func closeDevice(isDiscontinuity: Bool) {
    guard let device, let renderer else { return }
    device.stop()
    engine.clock.detach(isDiscontinuity: isDiscontinuity)
    renderer.rewind(max(0, renderer.ring.readIndex - engine.clock.heardFrame))
    _ = renderer.takeStarvation()
    self.device = nil
    engine.shared.withLock { $0.device = nil }
  }

  private func rendererFor(_ format: DeviceFormat) -> Renderer {
    let rate = max(1, format.sampleRate)
    let ahead =
      engine.shared.withLock { $0.aheadFrames } ?? Int(rate * waiting.aheadSeconds) + 1
    if let renderer, renderer.format == format, renderer.aheadFrames == ahead { return renderer }
    let made = Renderer(
      sampleRate: rate, channelCount: max(1, format.channelCount),
      aheadFrames: ahead,
      deviceFrames: Int(rate * Feeder.historySeconds), feeder: engine.signal)
    applyParameters(to: made)
    renderer = made
    return made
  }
}
