internal import AudioDevices
internal import AudioGraph
internal import AudioPlayback
internal import AudioRealtime
internal import AudioRouting
internal import AudioToolbox
internal import Foundation
internal import Synchronization

extension AVAudioEngine {
  /// Whether the engine renders.
  public var isRunning: Bool { state.withLock { $0.isRunning } }

  /// Compiles the connections, so that a later start is faster.
  public func prepare() {
    takeHardwareFormat()
    state.withLock { state in
      if !state.isRunning { publish(&state) }
    }
  }

  /// Starts, or continues after a pause.
  ///
  /// - Throws: An error of the domain `com.apple.coreaudio.avfaudio` if no device can be started,
  ///   or if the engine has no output node. Also if an instrument has no sounds, or if a closure on
  ///   the render thread makes the call.
  public func start() throws {
    if keeper.graph.isRenderThread {
      // A stop may wait for this thread.
      guard !isRunning else { return }
      throw NSError.audio(
        EngineStatus.failedInitialization, "AVAudioEngine.start: called on the render thread")
    }
    turns.take()
    defer { turns.give() }
    if state.withLock({ $0.isRunning }) { return }
    guard state.withLock({ $0.output != nil || $0.isPulledByInput }) else {
      throw NSError.audio(
        EngineStatus.noConnection, "AVAudioEngine.start: the engine has no output node")
    }
    try makeUnits()
    keeper.start()
    if state.withLock({ $0.manual }) != nil {
      startByHand()
    } else if state.withLock({ $0.isPaused }),
      keeper.playback.isOpen || recorder.isOpen || idleness.isDeviceDown
    {
      keeper.playback.setPaused(false)
      recorder.setPaused(false)
      state.withLock { ($0.isRunning, $0.isPaused) = (true, false) }
    } else {
      try startDevice()
    }
    startTaps()
    idleness.wake()
  }

  private func startByHand() {
    state.withLock { state in
      publish(&state)
      state.isRunning = true
    }
    keeper.setDevice(origin: nil, rate: state.withLock { $0.graphFormat.sampleRate })
    rendersByHand.store(true, ordering: .sequentiallyConsistent)
  }

  private func startDevice() throws {
    guard hasDevices else {
      throw NSError.audio(
        EngineStatus.invalidPropertyValue,
        "AVAudioEngine.start: the value of OPENCOREAUDIO_DEVICE is not a valid device name")
    }
    takeHardwareFormat()
    takeRecordingFormat()
    keeper.graph.rewind()
    try openInput()
    let (rate, isRetry, isPulled) = state.withLock { state in
      publish(&state)
      state.isRunning = true
      state.startVoice()
      return (state.graphFormat.sampleRate, state.hasLostDevice, state.isPulledByInput)
    }
    keeper.setDevice(origin: isPulled ? nil : 0, rate: rate, isPulledByInput: isPulled)
    if !isPulled { try startPlayback(rate: rate, isRetry: isRetry) }
    state.withLock { $0.isPaused = false }
    beginInput()
  }

  /// The length of an output buffer that the session prefers, in seconds.
  static var bufferSeconds: Double {
    PulledPlayback.bufferSeconds(preferring: SharedSession.session.setup.bufferSeconds)
  }

  private func startPlayback(rate: Double, isRetry: Bool) throws {
    do throws(DeviceError) {
      try keeper.playback.start(
        playedFrames, bufferSeconds: Self.bufferSeconds, isRetry: isRetry)
    } catch {
      state.withLock { $0.isRunning = false }
      keeper.setDevice(origin: nil, rate: rate)
      recorder.close()
      throw NSError.audio(
        EngineStatus.failedInitialization,
        "AVAudioEngine.start: the output device cannot be started: \(error)")
    }
    let isSilent = keeper.playback.kind == .null
    state.withLock { state in
      // Once a device plays again, a later start that finds no device throws.
      state.hasLostDevice = state.hasLostDevice && isSilent
    }
  }

  /// Pauses; the nodes keep their positions.
  public func pause() {
    if keeper.graph.isRenderThread { return later.post { [weak self] in self?.pause() } }
    turns.take()
    defer { turns.give() }
    rendersByHand.store(false, ordering: .sequentiallyConsistent)
    let wasRunning = state.withLock { state -> Bool in
      defer { (state.isRunning, state.isPaused) = (false, state.isRunning || state.isPaused) }
      return state.isRunning
    }
    guard wasRunning else { return }
    keeper.playback.setPaused(true)
    recorder.setPaused(true)
    flushTaps()
  }

  /// Stops the engine and its players.
  ///
  /// If a closure on the render thread calls this function, the engine stops after the closure
  /// returns.
  public func stop() {
    if keeper.graph.isRenderThread { return later.post { [weak self] in self?.stop() } }
    turns.take()
    defer { turns.give() }
    stopInTurn()
  }

  private func stopInTurn() {
    rendersByHand.store(false, ordering: .sequentiallyConsistent)
    let (wasActive, rate) = state.withLock { state in
      let wasActive = state.isRunning || state.isPaused
      (state.isRunning, state.isPaused) = (false, false)
      return (wasActive, state.graphFormat.sampleRate)
    }
    guard wasActive else { return }
    idleness.isDeviceDown = false
    keeper.playback.stop()
    recorder.close()
    keeper.report(until: .max)
    keeper.setDevice(origin: nil, rate: rate)
    for player in keeper.players { player.stop() }
    flushTaps()
  }

  /// Clears the frames that nodes hold.
  ///
  /// In manual rendering, the next frame is frame 0.
  public func reset() {
    for node in allNodes { node.reset() }
    if isInManualRenderingMode {
      keeper.report(until: .max)
      keeper.graph.rewind()
    }
  }

  /// Stops after the loss of the device, and notifies observers.
  func deviceWasLost() {
    turns.take()
    stopInTurn()
    state.withLock { $0.hasLostDevice = true }
    turns.give()
    keeper.handlers.post { [weak self] in
      guard let self else { return }
      NotificationCenter.default.post(name: .AVAudioEngineConfigurationChange, object: self)
    }
  }

  // MARK: Taps

  /// Starts the threads of taps, which offline rendering does not need.
  func startTaps() {
    let isOffline = state.withLock { $0.manual?.mode == .offline || !$0.isRunning }
    guard !isOffline else { return }
    for node in allNodes {
      for tap in node.taps.values { tap.start() }
    }
  }

  private func flushTaps() {
    let isOffline = state.withLock { $0.manual?.mode == .offline }
    for node in allNodes {
      for tap in node.taps.values {
        tap.flush()
        if isOffline { tap.deliver() }
      }
    }
  }

  // MARK: Time

  /// Reads the format of the device, unless the engine runs.
  func takeHardwareFormat() {
    let rate = EngineFormats.hardware.sampleRate
    state.withLock { state in
      guard !state.isRunning, !state.isPaused else { return }
      let isUsable = GraphFormat(sampleRate: rate, channelCount: 2).isValid
      state.hardware.sampleRate = isUsable ? rate : 44_100
    }
  }

  /// The time between rendering and hearing a frame, in seconds.
  var presentationLatency: TimeInterval {
    guard isRunning, let anchor = keeper.anchor else { return 0 }
    let frames = keeper.graph.frame - anchor.frame
    return Double(max(0, frames)) / state.withLock { $0.graphFormat.sampleRate }
  }

  /// The sum of the latencies between a node and the output, on the path with the largest sum.
  func latency(after node: AVAudioNode) -> TimeInterval {
    guard isRunning else { return 0 }
    let targets = state.withLock { state in
      state.links.filter { $0.source === node }.map(\.target)
    }
    return targets.map { $0.latency + latency(after: $0) }.max() ?? 0
  }

  /// The time of the last frames of a node.
  func renderTime(of node: AVAudioNode) -> AVAudioTime? {
    let (isRunning, rate, nodeRate) = state.withLock { state in
      (
        state.isRunning, state.graphFormat.sampleRate,
        state.outputFormat(of: node, 0).sampleRate
      )
    }
    guard isRunning else { return nil }
    // Programs schedule by this time before they render the first frame.
    guard let last = keeper.graph.lastSlice else {
      return AVAudioTime(sampleTime: 0, atRate: nodeRate)
    }
    let progress = node.core.progress
    let own = progress.isWarped ? progress.lastHeardFrame : nil
    let frame = own ?? FrameClock(nodeRate, graphRate: rate).frame(at: last.frame)
    guard let anchor = keeper.anchor else {
      return AVAudioTime(sampleTime: AVAudioFramePosition(frame), atRate: nodeRate)
    }
    let ahead = MonotonicClock.duration(ofFrames: last.frame - anchor.frame, sampleRate: rate)
    return AVAudioTime(
      hostTime: AudioConvertNanosToHostTime(UInt64(max(0, anchor.nanoseconds + ahead))),
      sampleTime: AVAudioFramePosition(frame), atRate: nodeRate)
  }

  /// The frame of a node that is heard at a time of the machine's clock; `nil` without a device.
  ///
  /// For a node before a time effect, the current rate of the effect decides the frame.
  func frame(of node: AVAudioNode, _ nodeRate: Double, atHostTime hostTime: UInt64) -> Int? {
    guard let anchor = keeper.anchor else { return nil }
    let nanoseconds = Int(clamping: AudioConvertHostTimeToNanos(hostTime))
    let seconds = Double(nanoseconds - anchor.nanoseconds) / 1e9
    let (rate, inputRate) = state.withLock { ($0.graphFormat.sampleRate, $0.inputRate(of: node)) }
    var frame = (Double(anchor.frame) / rate + seconds) * nodeRate
    let progress = node.core.progress
    if progress.isWarped, let own = progress.lastHeardFrame, let last = keeper.graph.lastSlice {
      let ahead = frame - Double(last.frame) / rate * nodeRate
      frame = Double(own) + ahead * (inputRate ?? 1)
    }
    return Int(exactly: frame.rounded())
  }
}

extension AVAudioEngine {
  /// Makes the processors of all units.
  ///
  /// - Throws: An error if one of them cannot be made.
  private func makeUnits() throws {
    let units = allNodes.compactMap { $0 as? AVAudioUnit }
      .filter { $0.hosted != nil || $0 is AVAudioUnitMIDIInstrument || $0.failure != noErr }
    guard !units.isEmpty else { return }
    prepare()
    for unit in units where unit.failure != noErr {
      let reason =
        unit is AVAudioUnitMIDIInstrument
        ? "cannot load its synthesizer or its sounds" : "cannot initialize its audio unit"
      throw NSError.audio(unit.failure, "AVAudioEngine.start: \(type(of: unit)) \(reason)")
    }
  }
}
