internal import AudioCodecs
internal import AudioDevices
internal import AudioModel
internal import AudioRealtime
internal import Synchronization

/// The thread of a recorder, with the state that only the thread uses.
///
/// The thread handles commands between blocks, converts blocks, and fills buffers. It sleeps while
/// no block or no buffer is available.
final class RecordingThread {
  /// The activity of the recorder.
  enum Phase {
    case stopped
    case running
    case paused
  }

  /// The minimum and maximum block length, and the default without buffers, in seconds.
  private static let blockSeconds = 0.001...0.05
  private static let usualBlockSeconds = 0.02
  /// The longest gap between two devices that silence fills, in seconds.
  ///
  /// After a longer gap, the time jumps.
  private static let longestSilence = 10.0

  let engine: RecordingEngine
  let encoder: RecordingEncoder
  private let input: RecordingInput
  var filler: BufferFiller
  private var phase = Phase.stopped
  /// Whether to stop once all buffers are full.
  private var isEnding = false
  var times: RecordingTimes
  /// Frames recorded, at the recording's rate.
  private var recordedFrames = 0
  private var lostFrames = 0.0
  private var inputRate: Double
  /// Frames captured at the current rate, and the recorded frames before them.
  private var blockFramesIn = 0
  private var baseFrames = 0
  /// The time due for the next captured frame; `nil` before the first frame and after a pause.
  private var nextNanoseconds: Int?
  /// Whether the next block is the first of a new device.
  private var isNewDevice = false
  /// The time before which frames are dropped, in nanoseconds.
  private var startNanoseconds: Int?
  private var tap: RecordingTap?

  init(_ engine: RecordingEngine) {
    self.engine = engine
    input = RecordingInput(engine)
    times = RecordingTimes(sampleRate: engine.format.sampleRate)
    inputRate = engine.format.sampleRate
    do throws(CodecError) {
      encoder = try RecordingEncoder(engine.format)
    } catch {
      preconditionFailure("the encoder of the engine cannot be created again: \(error)")
    }
    filler = BufferFiller(engine.format)
  }

  /// Runs until it receives the command to quit.
  func run() {
    while true {
      while let command = engine.commands.take() {
        if case .quit = command {
          input.halt()
          return engine.commands.close()
        }
        perform(command)
      }
      input.lookAfterDevice(isPaused: phase != .running)
      if phase != .stopped, step() { continue }
      if isEnding, !hasBuffer {
        finish()
        continue
      }
      sleep()
    }
  }

  // MARK: Commands

  private func perform(_ command: RecordingCommand) {
    switch command {
    case .start(let nanoseconds, let reply): reply.send(start(nanoseconds: nanoseconds))
    case .pause(let reply):
      if phase == .running {
        input.pause()
        engine.clock.setFrozen(true)
        phase = .paused
      }
      reply.send(())
    case .stop(let reply):
      finish()
      reply.send(())
    case .stopWhenFilled(let reply):
      if phase == .running, hasBuffer { isEnding = true } else { finish() }
      reply.send(isEnding)
    case .reset(let reply):
      while fill() {}
      returnPart()
      discard()
      encoder.reset()
      settleEncoder()
      reply.send(())
    case .flush:
      // Stop at the present time: a source with endless data would keep this loop running.
      let now = MonotonicClock.nanoseconds
      while phase != .stopped, nextNanoseconds ?? 0 < now, step() {}
      returnPart()
    case .quit: break
    }
  }

  /// Starts, or continues after a pause; returns the error if that fails.
  private func start(nanoseconds: Int?) -> PlaybackError? {
    switch phase {
    case .running: return nil
    case .paused:
      // Record the frames captured before the pause first.
      while step() {}
      nextNanoseconds = nil
      startNanoseconds = nanoseconds
      input.resume()
      engine.clock.setFrozen(false, at: nanoseconds)
      phase = .running
      return nil
    case .stopped: break
    }
    begin()
    startNanoseconds = nanoseconds
    do throws(DeviceError) {
      try input.open(blockFrames: blockFrames())
    } catch {
      return .device(error)
    }
    engine.clock.begin(at: nanoseconds)
    phase = .running
    observer?.recordingRunning(true)
    return nil
  }

  /// Resets the time and all buffered frames for a new recording.
  private func begin() {
    encoder.reset()
    input.clear()
    times = RecordingTimes(sampleRate: engine.format.sampleRate)
    (recordedFrames, lostFrames, blockFramesIn, baseFrames) = (0, 0, 0, 0)
    nextNanoseconds = nil
    filler.reset()
    inputRate = engine.format.sampleRate
    tap = engine.shared.withLock { $0.tap }.map { tap in
      RecordingTap(tap, format: engine.format) { [unowned self] frame in
        var times = times
        let time = times.time(ofFrame: frame)
        return TapTime(frame: time.frames, nanoseconds: time.nanoseconds)
      }
    }
    encoder.setTap(tap)
  }

  /// The block length in frames: that of the smallest buffer, within the limits.
  private func blockFrames() -> Int {
    let format = engine.format
    let buffers = engine.shared.withLock { $0.buffers }
    let size = max(1, engine.maximumPacketSize)
    let frames = buffers.map { $0.byteCapacity / size * max(1, format.framesPerPacket) }.min()
    let wanted = frames.map(Double.init) ?? format.sampleRate * Self.usualBlockSeconds
    let bounds = Self.blockSeconds
    return Int(
      min(max(wanted, format.sampleRate * bounds.lowerBound), format.sampleRate * bounds.upperBound)
        .rounded(.up))
  }

  /// Records all captured frames, closes the device, returns all buffers, and stops.
  private func finish() {
    if phase != .stopped {
      input.halt()
      while step() {}
      attempt { () throws(CodecError) in try encoder.finish() }
      while fill() {}
      input.clear()
    }
    returnPart()
    discard()
    encoder.reset()
    encoder.setTap(nil)
    tap = nil
    isEnding = false
    phase = .stopped
    engine.clock.end()
    observer?.recordingRunning(false)
  }

  /// Prepares the encoder for further frames of the open device.
  private func settleEncoder() {
    baseFrames = recordedFrames
    blockFramesIn = 0
    filler.position = recordedFrames
    tap?.position = recordedFrames
    attempt { () throws(CodecError) in try encoder.setInputRate(inputRate) }
  }

  // MARK: Recording

  var observer: (any RecordingObserver)? { engine.shared.withLock { $0.observer } }

  private var hasBuffer: Bool {
    filler.buffer != nil || engine.shared.withLock { !$0.buffers.isEmpty }
  }

  /// Fills buffers with ready output, or converts the next block if a buffer is available.
  ///
  /// - Returns: Whether it made progress.
  private func step() -> Bool {
    if fill() { return true }
    guard hasBuffer, let event = input.take() else { return false }
    switch event {
    case .device(let sampleRate):
      if sampleRate != inputRate {
        attempt { () throws(CodecError) in try encoder.setInputRate(sampleRate) }
        baseFrames = recordedFrames
        blockFramesIn = 0
        inputRate = sampleRate
      }
      isNewDevice = true
    case .block(let block): take(block)
    }
    return true
  }

  private func take(_ block: CapturedBlock) {
    var samples = block.samples
    var nanoseconds = block.nanoseconds
    let width = engine.format.channelCount
    if let start = startNanoseconds {
      let early = Double(start - nanoseconds) * inputRate / 1e9
      let count = min(samples.count / width, Int(max(0, early.rounded(.up))))
      samples.removeFirst(count * width)
      nanoseconds += MonotonicClock.duration(ofFrames: count, sampleRate: inputRate)
      guard !samples.isEmpty else { return }
      startNanoseconds = nil
    }
    var lost = Double(block.lostFrames) * engine.format.sampleRate / inputRate
    if lost > 0 { observer?.recordingFailed(.underrun) }
    if isNewDevice, let due = nextNanoseconds {
      let gap = Double(nanoseconds - due) / 1e9
      if gap > 0, gap <= Self.longestSilence {
        let frames = Int((gap * inputRate).rounded())
        record([Float](repeating: 0, count: frames * width), at: due, lost: 0)
      } else if gap > 0 {
        lost += gap * engine.format.sampleRate
      }
    }
    isNewDevice = false
    record(samples, at: nanoseconds, lost: lost)
  }

  private func record(_ samples: [Float], at nanoseconds: Int, lost: Double) {
    let count = samples.count / engine.format.channelCount
    times.note(frame: recordedFrames, nanoseconds: nanoseconds, lostFrames: lost)
    lostFrames += lost
    blockFramesIn += count
    recordedFrames =
      baseFrames
      + Int(
        (Double(blockFramesIn) * engine.format.sampleRate / inputRate).rounded())
    let end = nanoseconds + MonotonicClock.duration(ofFrames: count, sampleRate: inputRate)
    nextNanoseconds = end
    engine.clock.note(Double(recordedFrames) + lostFrames, recorded: recordedFrames, at: end)
    attempt { () throws(CodecError) in try encoder.feed(samples) }
  }

  private func attempt(_ body: () throws(CodecError) -> Void) {
    do throws(CodecError) {
      try body()
    } catch {
      observer?.recordingFailed(.codec(error))
    }
  }

  // MARK: Sleeping

  /// Waits for a command, a buffer, or a block.
  private func sleep() {
    var deadline = MonotonicClock.nanoseconds + 3_600_000_000_000
    if phase == .running, let look = input.nextLookAfterDevice { deadline = min(deadline, look) }
    engine.signal.wait(until: deadline)
  }
}
