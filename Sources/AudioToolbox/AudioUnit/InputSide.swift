internal import AudioDevices
internal import AudioGraph
internal import AudioPlayback
internal import AudioRealtime
internal import CoreAudioTypes
internal import Synchronization

/// The recording side of an output unit: its element 1.
///
/// A thread of the device stores recorded frames, and calls the client's function. That function
/// takes the frames by `AudioUnitRender` on bus 1.
final class InputSide: Sendable {
  /// The element of the recording side.
  static let element = 1

  private struct State {
    /// The client's format; `nil` follows the device.
    var format: AudioStreamBasicDescription?
    var callback: RenderNotification?
    var capture: DeviceCapture?
  }

  private let state = Mutex(State())
  /// The frames while the device records.
  private let published = PublishedObject()
  private let devices: OutputDevices
  /// The thread on which the client's function runs, or 0.
  private let thread = Atomic<UInt>(0)

  init(_ devices: OutputDevices) {
    self.devices = devices
  }

  // MARK: Properties

  /// The client's format.
  var format: AudioStreamBasicDescription { state.withLock { $0.format } ?? hardware }

  /// The format of the device; 0 hertz and 0 channels without one.
  var hardware: AudioStreamBasicDescription {
    guard let device = devices.device(isOutput: false) else {
      return UnitFormat.standard(sampleRate: 0, channelCount: 0)
    }
    return UnitFormat.standard(
      sampleRate: device.nominalRate, channelCount: device.channelCount)
  }

  func setFormat(_ format: AudioStreamBasicDescription) throws(StatusError) {
    guard UnitFormat.isSupported(format) else {
      throw StatusError(kAudioUnitErr_FormatNotSupported)
    }
    state.withLock { $0.format = format }
  }

  /// Checks that the device records at the rate of the client's format.
  ///
  /// Sound servers and cards convert rates themselves.
  ///
  /// - Throws: `kAudioUnitErr_FormatNotSupported` if no library converts the rate of a file.
  func checkFormat() throws(StatusError) {
    guard devices.settings.withLock({ $0.isInputOn }),
      let device = devices.device(isOutput: false), InputKind(device.key.address).path != nil
    else { return }
    guard device.sampleRate == format.mSampleRate || UnitRates.canConvert else {
      throw StatusError(kAudioUnitErr_FormatNotSupported)
    }
  }

  func setCallback(_ callback: RenderNotification?) {
    state.withLock { $0.callback = callback }
  }

  // MARK: Recording

  var isRecording: Bool { state.withLock { $0.capture != nil } }

  /// Opens the device and starts to record.
  ///
  /// - Parameters:
  ///   - mostFrames: The maximum number of frames of a call of the client's function.
  ///   - voice: Processes the frames, if it is on.
  ///   - lost: Called when the device is gone.
  /// - Throws: `kAudioUnitErr_FailedInitialization` if no device records;
  ///   `kAudioUnitErr_FormatNotSupported` if a library for the format is missing.
  func start(
    mostFrames: Int, voice: UnitVoice, lost: @escaping @Sendable () -> Void
  ) throws(StatusError) {
    guard let choice = devices.inputChoice, let device = devices.device(isOutput: false) else {
      throw StatusError(kAudioUnitErr_FailedInitialization)
    }
    let format = format
    let map = devices.settings.withLock { $0.inputMap }
    let channels = map.isEmpty ? Int(format.mChannelsPerFrame) : device.channelCount
    let slice = min(mostFrames, device.bufferFrames)
    let capture = DeviceCapture(choice) { if case .lost = $0 { lost() } }
    do throws(DeviceError) {
      _ = try capture.open(
        sampleRate: format.mSampleRate, channelCount: channels, blockFrames: slice,
        isRateFixed: true)
    } catch {
      throw StatusError(
        error == .libraryMissing
          ? kAudioUnitErr_FormatNotSupported : kAudioUnitErr_FailedInitialization)
    }
    let frames = InputFrames(format, map: map, deviceChannels: channels, mostFrames: mostFrames)
    published.publish(frames)
    state.withLock { $0.capture = capture }
    let processing = voice.makeInput(sampleRate: format.mSampleRate, blockFrames: slice)
    capture.begin(room: nil) { [weak self] block in
      var block = block
      processing?.process(&block.samples, channelCount: channels)
      self?.take(block, frames)
    }
  }

  /// Stops, and waits until the client's function has returned, unless that function makes the
  /// call.
  func stop() {
    let capture = state.withLock { state in
      defer { state.capture = nil }
      return state.capture
    }
    capture?.stop()
    published.publish(nil)
  }

  /// Whether the calling code runs within the client's function.
  var isThreadOfCaller: Bool {
    thread.load(ordering: .relaxed) == AudioThread.currentIdentifier
  }

  private func take(_ block: CapturedBlock, _ frames: InputFrames) {
    let count = block.samples.count / frames.deviceChannels
    var done = 0
    while done < count {
      let length = min(count - done, frames.mostFrames)
      // The oldest frames make room, if the client has not taken them.
      let excess = frames.excess(with: length)
      if excess > 0, published.begin() {
        frames.ring.skip(excess)
        published.end()
      }
      frames.write(
        block.samples.span.extracting(droppingFirst: done * frames.deviceChannels), length)
      let offset = MonotonicClock.duration(ofFrames: done, sampleRate: frames.sampleRate)
      call(frames, length, block.nanoseconds + offset)
      done += length
    }
  }

  /// Calls the client's function.
  private func call(_ frames: InputFrames, _ count: Int, _ nanoseconds: Int) {
    var time = AudioTimeStamp()
    time.mFlags = [.sampleTimeValid, .hostTimeValid, .rateScalarValid]
    time.mSampleTime = Double(frames.position)
    time.mHostTime = AudioConvertNanosToHostTime(UInt64(max(0, nanoseconds)))
    time.mRateScalar = 1
    frames.position += count
    guard let callback = state.withLock({ $0.callback }) else { return }
    var flags: AudioUnitRenderActionFlags = []
    thread.store(AudioThread.currentIdentifier, ordering: .relaxed)
    // Safe: both live until the function returns.
    unsafe callback.call(
      &flags, UnitCall(&flags, &time, bus: Self.element, count: count), nil)
    thread.store(0, ordering: .relaxed)
  }

  // MARK: Taking frames

  /// Takes recorded frames; silence if they have not arrived yet.
  func render(
    _ call: UnitCall, into list: UnsafeMutableAudioBufferListPointer
  ) -> OSStatus {
    render(call, checking: { unsafe $0.hasRoom(list, call.count) }) { buffers in
      unsafe buffers.give(list, call.count)
    }
  }

  func render(_ call: UnitCall, into planes: Planes) -> OSStatus {
    render(call, checking: { _ in call.count <= planes.capacity }) { buffers in
      planes.fill(at: 0, from: buffers.planes, at: 0, count: call.count)
    }
  }

  private func render(
    _ call: UnitCall, checking hasRoom: (UnitBuffers) -> Bool, _ finish: (UnitBuffers) -> Void
  ) -> OSStatus {
    guard published.begin() else { return kAudioUnitErr_CannotDoInCurrentContext }
    defer { published.end() }
    guard let found = published.object else { return kAudioUnitErr_CannotDoInCurrentContext }
    // Safe: only such objects are published.
    let frames = unsafe unsafeDowncast(found, to: InputFrames.self)
    guard call.count <= frames.mostFrames else { return kAudioUnitErr_TooManyFramesToProcess }
    guard hasRoom(frames.buffers) else { return kAudio_ParamError }
    if frames.ring.unreadFrames < call.count {
      frames.buffers.planes.clear(count: call.count)
    } else {
      _ = frames.ring.take(frames.buffers.planes, at: 0, count: call.count)
    }
    finish(frames.buffers)
    return noErr
  }
}

/// The recorded frames that the client has not taken.
final class InputFrames: @unchecked Sendable {
  // Unchecked: the thread of the device writes the block and the position. Only the thread that
  // renders uses the buffers.

  let ring: PlaneRing
  let buffers: UnitBuffers
  let mostFrames: Int
  let deviceChannels: Int
  let sampleRate: Double
  var position = 0
  private let block: Planes
  /// The device channel for each channel of the client; -1 for silence.
  private let map: [Int]
  private let keptFrames: Int

  init(
    _ format: AudioStreamBasicDescription, map: [Int32], deviceChannels: Int, mostFrames: Int
  ) {
    let channels = Int(format.mChannelsPerFrame)
    sampleRate = format.mSampleRate
    self.mostFrames = mostFrames
    self.deviceChannels = deviceChannels
    self.map = (0..<channels).map { channel in
      map.isEmpty ? channel : channel < map.count ? Int(map[channel]) : -1
    }
    keptFrames = 4 * mostFrames
    ring = PlaneRing(channelCount: channels, capacity: keptFrames + mostFrames)
    buffers = UnitBuffers(format, mostFrames: mostFrames)
    block = Planes(channelCount: channels, capacity: mostFrames)
  }

  /// The number of old frames to discard before new frames are added.
  func excess(with count: Int) -> Int { max(0, ring.unreadFrames + count - keptFrames) }

  /// Keeps frames of interleaved samples.
  func write(_ samples: Span<Float>, _ count: Int) {
    for (channel, source) in map.enumerated() {
      block.withSamples(channel, 0, count) { plane in
        for frame in 0..<count {
          let isKnown = source >= 0 && source < deviceChannels
          plane[frame] = isKnown ? samples[frame * deviceChannels + source] : 0
        }
      }
    }
    _ = ring.write(block, at: 0, count: count)
  }
}
