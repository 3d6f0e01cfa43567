internal import AudioCodecs
package import AudioDevices
package import AudioFiles
internal import AudioModel
package import AudioRealtime
internal import Synchronization

/// Records to a file: takes frames from a device and writes them, on its own thread.
///
/// The recording ends with ``finish()``, which every owner must call.
package final class FileRecording: RecordingObserver, Commanded {
  private struct State {
    /// Frames that the file is to have, or `nil` for any number.
    var limit: Int?
    var writtenFrames = 0
    var failure: FileRecordingFailure?
    /// Whether the observer has been notified of the end, or writing has ended.
    var hasEnded = false
    weak var observer: (any FileRecordingObserver)?
  }

  /// The length of a buffer in seconds, and the number of buffers that may wait for the disk.
  private static let bufferSeconds = 0.05
  private static let bufferCount = 20

  /// Frames a second, in hertz.
  package let sampleRate: Double
  let commands: CommandThread<FileRecordingCommand>
  private let engine: RecordingEngine
  private let signal: Signal
  private let writer: Mutex<FrameFileWriter>
  private let state = Mutex(State())

  /// Takes over a writer for interleaved Float32; opens no device yet.
  ///
  /// - Parameters:
  ///   - writer: The file, still empty.
  ///   - choice: The devices to try.
  ///   - makeDevice: Makes a device.
  /// - Throws: ``FileRecordingFailure`` if such frames cannot be recorded.
  package init(
    _ writer: sending FrameFileWriter, choice: InputChoice,
    makeDevice: @escaping RecordingEngine.MakeDevice = RecordingEngine.device
  ) throws(FileRecordingFailure) {
    let format = StreamFormat.interleavedFloats(like: writer.clientFormat)
    do throws(FrameFileError) {
      if writer.clientFormat != format { try writer.setClientFormat(format) }
    } catch {
      throw .writing(error)
    }
    do throws(CodecError) {
      engine = try RecordingEngine(format: format, choice: choice, makeDevice: makeDevice)
    } catch {
      throw .recording(error)
    }
    signal = Signal()
    commands = CommandThread(name: "oca-file-rec", signal: signal)
    sampleRate = format.sampleRate
    self.writer = Mutex(writer)
    engine.setObserver(self)
    let frameCount = max(1, Int(format.sampleRate * Self.bufferSeconds))
    for _ in 0..<Self.bufferCount {
      engine.enqueue(FileRecordingBuffer(byteCount: frameCount * format.bytesPerFrame))
    }
  }

  /// Sets the observer of the recording; held weakly.
  package func setObserver(_ observer: any FileRecordingObserver) {
    state.withLock { $0.observer = observer }
  }

  // MARK: Recording

  /// Starts, or continues after a pause.
  ///
  /// - Parameters:
  ///   - nanoseconds: The time of the first frame to record, by the monotonic clock.
  ///   - frameCount: Frames to record from now on, or `nil` to keep the earlier limit.
  /// - Returns: Whether a device records.
  package func start(nanoseconds: Int? = nil, frameCount: Int? = nil) -> Bool {
    if let frameCount { state.withLock { $0.limit = $0.writtenFrames + frameCount } }
    do throws(PlaybackError) {
      try engine.start(nanoseconds: nanoseconds)
      return true
    } catch {
      return false
    }
  }

  /// Ends the recording after this many more frames, instead of at the earlier limit.
  ///
  /// - Returns: False if the recording has already ended.
  package func limit(to frameCount: Int) -> Bool {
    let captured = engine.recordedFrames
    return state.withLock { state in
      guard !state.hasEnded else { return false }
      state.limit = max(captured, state.writtenFrames) + frameCount
      return true
    }
  }

  /// Stops taking frames; returns once all captured frames are written.
  package func pause() {
    engine.pause()
    engine.flush()
    // The second pause is answered after the flush, so all buffers are on their way to the file.
    engine.pause()
    ask(else: ()) { .drain($0) }
  }

  /// Stops, writes the captured frames, and finishes the file, which stays open.
  package func finish() {
    engine.stop()
    commands.end(by: .quit)
    do throws(FrameFileError) {
      try writer.withLock { (writer) throws(FrameFileError) in try writer.finish() }
    } catch {
      state.withLock { $0.failure = $0.failure ?? .writing(error) }
    }
    state.withLock { $0.hasEnded = true }
    engine.shutDown()
  }

  /// Why the file lacks frames, if it does.
  package var failure: FileRecordingFailure? { state.withLock { $0.failure } }

  /// Frames recorded so far: those of the device, and silence in its gaps.
  package var frameCount: Int {
    let frames = engine.recordedFrames
    return min(frames, state.withLock { $0.limit } ?? frames)
  }

  // MARK: Levels

  /// The last captured level of each channel.
  package var levels: [Level] { engine.levels }

  /// Turns the level meters on or off.
  package func setMetering(_ isOn: Bool) { engine.setMetering(isOn) }

  // MARK: Observing the recorder

  package func recordingReturned(
    _ buffer: any RecordingBuffer, _ part: RecordedPart, isDiscarded: Bool
  ) {
    guard let buffer = buffer as? FileRecordingBuffer else { return }
    send(.write(buffer, frameCount: part.packetCount))
  }

  package func recordingRunning(_ isRunning: Bool) {}

  package func recordingFailed(_ failure: RecordingFailure) {
    if case .codec(let error) = failure { end(.recording(error)) }
  }

  // MARK: On the writing thread

  func run() {
    while true {
      switch commands.take() {
      case .write(let buffer, let frameCount):
        write(frameCount, from: buffer)
        engine.enqueue(buffer)
      case .drain(let reply): reply.send(())
      case .quit: return commands.close()
      case nil: signal.wait()
      }
    }
  }

  private func write(_ count: Int, from buffer: FileRecordingBuffer) {
    let (frames, hasEnded) = state.withLock { state in
      (state.limit.map { max(0, min(count, $0 - state.writtenFrames)) } ?? count, state.hasEnded)
    }
    guard !hasEnded else { return }
    if frames > 0 {
      do throws(FrameFileError) {
        try writer.withLock { (writer) throws(FrameFileError) in
          try writer.write(frames, from: buffer)
        }
      } catch {
        return end(.writing(error))
      }
      state.withLock { $0.writtenFrames += frames }
    }
    // The limit may have been set meanwhile.
    let isWhole = state.withLock { state in state.limit.map { state.writtenFrames >= $0 } ?? false }
    if isWhole { end(nil) }
  }

  /// Notifies the observer once that writing has ended.
  private func end(_ failure: FileRecordingFailure?) {
    let observer = state.withLock { state -> (any FileRecordingObserver)? in
      guard !state.hasEnded else { return nil }
      state.hasEnded = true
      state.failure = failure
      return state.observer
    }
    observer?.fileRecordingEnded(failure)
  }
}
