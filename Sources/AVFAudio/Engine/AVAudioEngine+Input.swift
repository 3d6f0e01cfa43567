internal import AudioDevices
internal import AudioGraph
internal import AudioPlayback
internal import AudioRealtime
internal import AudioRouting
internal import AudioToolbox
internal import Foundation
internal import Synchronization

extension AVAudioEngine {
  /// The seconds of a block of the recording device.
  static let blockSeconds = 0.01

  /// The node that gives the frames of the recording device; made by the first access.
  public var inputNode: AVAudioInputNode {
    let node = state.withLock { state -> AVAudioInputNode in
      if let input = state.input { return input }
      let input = AVAudioInputNode()
      input.setEngine(self)
      state.input = input
      return input
    }
    takeRecordingFormat()
    return node
  }

  /// The format of the input node.
  var recordingFormat: AVAudioFormat {
    takeRecordingFormat()
    return state.withLock { $0.recordingFormat }
  }

  /// Reads the format of the recording device, unless it is open.
  func takeRecordingFormat() {
    guard state.withLock({ $0.input != nil && $0.manual == nil }), !recorder.isOpen else { return }
    let format = recorder.format
    state.withLock { $0.recording = format }
  }

  /// Sets the source of the input node; returns false outside of manual rendering or while running.
  func setManualInput(_ format: AVAudioFormat, _ source: ManualInput) -> Bool {
    let (isSet, old) = state.withLock { state -> (Bool, [AnyObject]) in
      guard state.manual != nil, !state.isRunning, let input = state.input else {
        return (false, [])
      }
      state.manual?.input = format
      return (true, input.input.setSource(source))
    }
    withExtendedLifetime(old) {}
    return isSet
  }

  /// Opens the recording device, if a node or a tap needs it.
  ///
  /// Its blocks wait for ``beginInput()``.
  func openInput() throws {
    let (isNeeded, input, isPulling, isRendering) = state.withLock {
      ($0.usesInput, $0.input, $0.isPulledByInput, $0.isRunning)
    }
    guard isNeeded, let input else { return }
    let source: CaptureSource
    do throws(DeviceError) {
      source = try recorder.open(
        blockSeconds: Self.blockSeconds, pullsGraph: isPulling, isPaced: usesVoice,
        loss: keeper.loss)
    } catch {
      throw NSError.audio(
        EngineStatus.failedInitialization,
        "AVAudioEngine.start: the recording device cannot be opened: \(error)")
    }
    input.input.setSource(source, isRendering: isRendering)
    state.withLock { $0.recording = source.format }
  }

  /// Sends the blocks of the recording device to the graph, or lets the blocks pull the graph.
  func beginInput() {
    recorder.begin(
      pulling: state.withLock { $0.isPulledByInput } ? keeper.graph : nil, voice: makeVoice())
  }

  /// Opens the recording device for a node that was connected while the engine runs.
  func openInputIfNeeded() {
    let isMissing = state.withLock {
      $0.isRunning && $0.manual == nil && $0.usesInput && !$0.isPulledByInput
    }
    guard isMissing, !recorder.isOpen else { return }
    later.post { [weak self] in self?.openInputNow() }
  }

  private func openInputNow() {
    turns.take()
    defer { turns.give() }
    guard state.withLock({ $0.isRunning && $0.usesInput }), !recorder.isOpen else { return }
    do {
      try openInput()
      beginInput()
      state.withLock { publish(&$0) }
    } catch {
      NSLog("AVAudioEngine: the input node cannot record: %@", "\(error)")
    }
  }
}

/// The recording device of an engine.
final class EngineRecorder: Sendable {
  private struct State {
    var capture: DeviceCapture?
    var source: CaptureSource?
  }

  /// The devices to try, and the format of the first one if it is a file.
  private struct Wanted {
    var choice: InputChoice?
    var fileFormat: GraphFormat?

    init(_ choice: InputChoice?) {
      self.choice = choice
      fileFormat = choice?.kinds.first?.path.flatMap { path in
        let file = try? AVAudioFile(forReading: URL(fileURLWithPath: path))
        return file?.processingFormat.graphFormat
      }
    }
  }

  private let wanted: Mutex<Wanted>
  private let state = Mutex(State())

  /// Makes a recorder without an open device.
  ///
  /// - Parameter choice: The devices to try, or `nil` if an environment variable is invalid.
  init(_ choice: InputChoice?) { wanted = Mutex(Wanted(choice)) }

  /// Sets the devices that the next start tries, or `nil` if an environment variable is invalid.
  func setChoice(_ choice: InputChoice?) {
    let new = Wanted(choice)
    wanted.withLock { $0 = new }
  }

  /// Whether a device is open.
  var isOpen: Bool { state.withLock { $0.capture != nil } }

  /// The format of the device that the next start opens; `nil` without a device.
  var format: GraphFormat? {
    let wanted = wanted.withLock { $0 }
    guard let choice = wanted.choice, !choice.kinds.isEmpty else { return nil }
    if let fileFormat = wanted.fileFormat { return fileFormat }
    let hardware = EngineFormats.hardware
    // A device that the environment names counts as available until a start fails to open it.
    guard choice.kinds.count == 1 || hardware.isInputAvailable else { return nil }
    let (rate, channels) = hardware.recordingFormat ?? (hardware.sampleRate, 1)
    return GraphFormat(sampleRate: rate, channelCount: max(1, min(channels, 64)))
  }

  /// Opens the device.
  ///
  /// - Parameters:
  ///   - blockSeconds: The length of a block.
  ///   - pullsGraph: Whether each block of the device renders the graph, so that only one clock
  ///     exists.
  ///   - isPaced: Whether a file gives its frames at their time, as a device does.
  ///   - loss: Notes the loss of the device.
  /// - Returns: The source of its frames.
  /// - Throws: ``DeviceError`` if no device records.
  func open(
    blockSeconds: Double, pullsGraph: Bool, isPaced: Bool, loss: DeviceLoss
  ) throws(DeviceError) -> CaptureSource {
    guard let choice = wanted.withLock({ $0.choice }), let wanted = format else { throw .absent }
    close()
    let capture = DeviceCapture(choice) { if case .lost = $0 { loss.note() } }
    let rate = try capture.open(
      sampleRate: wanted.sampleRate, channelCount: wanted.channelCount,
      blockFrames: max(1, Int(wanted.sampleRate * blockSeconds)))
    let source = CaptureSource(
      GraphFormat(sampleRate: rate, channelCount: wanted.channelCount), sampleRate: rate,
      clocks: pullsGraph || !capture.hasClock && !isPaced ? .same : .different,
      bufferSeconds: AVAudioEngine.bufferSeconds, writer: capture.signal)
    state.withLock { ($0.capture, $0.source) = (capture, source) }
    return source
  }

  /// Starts to give blocks to the source, and to render a graph with each of them.
  ///
  /// - Parameters:
  ///   - graph: The graph, unless another device pulls it.
  ///   - voice: Processes each block first.
  func begin(pulling graph: RenderGraph?, voice: VoiceInput?) {
    let (capture, source) = state.withLock { ($0.capture, $0.source) }
    guard let capture, let source else { return }
    let room: @Sendable () -> Int = { source.writableFrames }
    let isPaced = graph != nil || voice != nil
    capture.begin(room: isPaced ? nil : room) { block in
      if block.lostFrames > 0 { source.noteLost(block.lostFrames) }
      var samples = block.samples
      voice?.process(&samples, channelCount: source.format.channelCount)
      source.write(samples.span)
      let count = block.samples.count / source.format.channelCount
      graph?.render(count, nanoseconds: block.nanoseconds) { _, _, _ in }
    }
  }

  func setPaused(_ isPaused: Bool) { state.withLock { $0.capture }?.setPaused(isPaused) }

  /// Stops the device.
  func close() {
    let capture = state.withLock { state in
      defer { state = State() }
      return state.capture
    }
    capture?.stop()
  }
}
