internal import AudioDevices
internal import AudioModel
internal import AudioRealtime
internal import Synchronization

extension FeederOutput {
  /// Opens the best device.
  ///
  /// - Parameter nanoseconds: The time of the first frame, or `nil`.
  /// - Throws: ``DeviceError`` of the best device if no device can be started.
  func open(at nanoseconds: Int?) throws(DeviceError) {
    defer { leavePrepared() }
    engine.shared.withLock { $0.startNanoseconds = nanoseconds }
    try DeviceOpening.openBest(of: engine.choice.kinds) { (kind) throws(DeviceError) in
      try open(kind, isRetry: false, at: nanoseconds)
    }
    better.wait(for: [])
  }

  /// Replaces a lost device by the next one, and returns to a better one when it is back.
  func lookAfterDevice(isPaused: Bool) {
    if device != nil, news.isLost(generation) {
      closeDevice(isDiscontinuity: true)
      better.noteLoss()
      isLost = true
      if !isPaused { openSubstitute() }
    } else if !isPaused, device != nil, let kind = better.take() {
      closeDevice(isDiscontinuity: true)
      openFirst(of: [kind] + lesserKinds(than: kind))
    }
    if device != nil, news.takeMove(of: generation) { reportDevice() }
  }

  /// Reports another device, or other hardware, to the player's owner.
  private func reportDevice() {
    engine.observers.observer?.playbackDeviceChanged()
  }

  /// The time of the next look for a better device.
  var nextLookAfterDevice: Int? { better.nextLook }

  /// Silences the device; the clock stops.
  func pause() {
    device?.setPaused(true)
    engine.clock.setFrozen(true)
  }

  /// Continues, with another device if the previous one was lost.
  func resume() {
    engine.clock.setFrozen(false)
    if let device {
      device.setPaused(false)
    } else if isLost {
      openSubstitute()
    } else {
      // A reset has closed the device.
      reopen()
    }
  }

  /// Continues at a time, or at once instead of at a pending time.
  func resume(at nanoseconds: Int?) {
    closeDevice(isDiscontinuity: false)
    engine.clock.setFrozen(false)
    engine.shared.withLock { $0.startNanoseconds = nanoseconds }
    if isLost { openSubstitute() } else { reopen() }
  }

  /// Drops all frames that have not played; opens the device again if playback continues.
  func reset(restarts: Bool) {
    let wasOpen = device != nil
    closeDevice(isDiscontinuity: false)
    ring.dropUnread()
    if wasOpen, restarts { reopen() }
  }

  /// Ends before a written frame: later frames become silence, even those that the device has.
  ///
  /// - Parameter time: The first frame of the player's time that must not play.
  /// - Returns: False if the device cannot do that, or the frame is about to play.
  func end(at time: Double) -> Bool {
    guard let renderer, let device, device.canRevise, ring.conversion == nil,
      let frame = engine.clock.frame(at: time), frame <= renderer.ring.writeIndex,
      frame > engine.clock.playedFrame + Int(renderer.sampleRate / 10)
    else { return false }
    renderer.setEnd(frame)
    ring.endFrame = frame
    device.revise()
    return true
  }

  /// Stops at once.
  func end() {
    closeDevice(isDiscontinuity: false)
    ring.dropUnread()
    engine.clock.end()
    engine.shared.withLock { $0.startNanoseconds = nil }
    better.wait(for: [])
  }

  /// Releases everything.
  func close() {
    end()
    fileDevices = [:]
    ring.close()
  }

  /// Opens the last device again, or else a lesser one.
  func reopen() {
    guard let deviceKind else { return }
    openFirst(of: [deviceKind] + lesserKinds(than: deviceKind))
  }

  /// Opens the device after the lost one.
  ///
  /// The lost one is not tried, because its server may hang.
  private func openSubstitute() {
    guard let deviceKind else { return }
    let lesser = lesserKinds(than: deviceKind)
    openFirst(of: lesser.isEmpty ? [deviceKind] : lesser)
  }

  func lesserKinds(than kind: DeviceKind) -> [DeviceKind] {
    DeviceOpening.lesser(than: kind, among: engine.choice.afterLoss)
  }

  /// Opens the first device that works, and looks for better devices later.
  ///
  /// The last device in the list always works. A pending start time still applies.
  func openFirst(of kinds: [DeviceKind]) {
    let nanoseconds = engine.comingStart
    let lacking = DeviceOpening.openFirst(of: kinds, among: engine.choice.afterLoss) {
      (kind) throws(DeviceError) in
      try open(kind, isRetry: true, at: nanoseconds)
    }
    if let lacking { better.wait(for: lacking) }
  }

  private func open(
    _ kind: DeviceKind, isRetry: Bool, at nanoseconds: Int?
  ) throws(DeviceError) {
    let channels = engine.choice.channels
    let mixed = try openMixed(kind, at: nanoseconds)
    guard let renderer else { throw .refused }
    let known = mixed ?? fileDevices[kind] ?? takePrepared(kind)
    let made =
      known ?? kind.makeDevice(isRetry: isRetry, role: engine.choice.role, channels: channels)
    guard let device = made else { throw .absent }
    // A device that cannot start at a given time first plays silence until that time.
    var leadInFrames = 0
    if let nanoseconds, mixed == nil {
      leadInFrames = MonotonicClock.frames(
        inNanoseconds: max(0, nanoseconds - MonotonicClock.nanoseconds),
        sampleRate: renderer.sampleRate)
    }
    generation += 1
    let (generation, news) = (generation, news)
    let isSpread = startsSpread(renderer, kind)
    renderer.setSpread(isSpread)
    renderer.beginDevice(leadInFrames: leadInFrames)
    let origin = renderer.ring.readIndex - leadInFrames
    try device.start(renderer, bufferFrames: ring.deviceFrames) {
      news.take($0, of: generation)
    }
    engine.clock.attach(device, origin: origin)
    if kind.isFile {
      fileDevices[kind] = device
      if isSpread { spreadFiles.insert(kind) }
    }
    self.device = device
    isLost = false
    deviceKind = kind
    engine.shared.withLock { $0.device = kind }
    reportDevice()
  }

  /// Whether a single channel is spread to two channels for a device.
  ///
  /// A spread channel stays spread until the next start, because a change is audible. The device of
  /// a file keeps its channel count.
  private func startsSpread(_ renderer: Renderer, _ kind: DeviceKind) -> Bool {
    fileDevices[kind] == nil
      ? renderer.isSpread || ring.wantsSpread : spreadFiles.contains(kind)
  }

  /// Stops the device and takes back the frames that it has not played.
  func closeDevice(isDiscontinuity: Bool) {
    guard let device, let renderer else { return }
    device.stop()
    engine.clock.detach(isDiscontinuity: isDiscontinuity)
    renderer.rewind(max(0, renderer.ring.readIndex - engine.clock.playedFrame))
    _ = renderer.takeStarvation()
    self.device = nil
    engine.shared.withLock { $0.device = nil }
  }
}
