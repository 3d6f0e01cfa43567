internal import AudioCodecs
internal import AudioDevices
internal import AudioModel
internal import AudioPlayback
internal import AudioToolbox
internal import Dispatch
internal import Foundation
internal import Synchronization

/// One recording: what captures, and the file that is written, on a queue of its own.
final class RecorderSession: RecordingObserver {
  /// Called where the recording has come to its end by itself.
  typealias Ended = @Sendable (RecorderSession, NSError?) -> Void

  /// How much is written at a time, in seconds, and how many such pieces may wait for the disk.
  private static let pieceSeconds = 0.05
  private static let pieceCount = 20

  private struct State {
    /// Frames that the file is to have, or `nil` for any number.
    var limit: Int?
    var writtenFrames = 0
    var failure: NSError?
    /// Whether the end has been told, or nothing more is to be written.
    var hasEnded = false
  }

  let engine: RecordingEngine
  let file: AVAudioFile
  private let ended: Ended
  private let queue = DispatchQueue(label: "AVAudioRecorder")
  private let ending = DispatchQueue(label: "AVAudioRecorder.end")
  private let state = Mutex(State())

  /// Creates the file.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - wish: What it is to hold.
  ///   - channels: Where its channels come from, or `nil`.
  ///   - ended: Called when the recording has come to its end by itself.
  /// - Throws: Why it cannot be created, or its format cannot be recorded.
  init(
    _ url: URL, _ wish: RecorderWish, channels: DeviceChannels?, _ ended: @escaping Ended
  ) throws {
    guard var choice = AudioQueueDevices.chosenInput else {
      throw PlayerFile.error(kAudioQueueErr_InvalidDevice)
    }
    choice.channels = channels
    self.ended = ended
    file = try AVAudioFile(
      forWriting: url, settings: wish.settings, commonFormat: .pcmFormatFloat32,
      interleaved: true)
    try file.tellAtOnce()
    let format = file.processingFormat
    engine = try RecordingEngine(
      format: .interleavedFloats(
        like: StreamFormat(
          sampleRate: format.sampleRate, formatID: .linearPCM,
          channelCount: Int(format.channelCount))), choice: choice)
    engine.setObserver(self)
    let frames = AVAudioFrameCount(max(1, format.sampleRate * Self.pieceSeconds))
    for _ in 0..<Self.pieceCount {
      guard let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: frames) else {
        throw PlayerFile.error(kAudio_MemFullError)
      }
      engine.enqueue(RecorderBuffer(buffer))
    }
  }

  /// Starts, or goes on after a pause.
  ///
  /// - Parameters:
  ///   - nanoseconds: The moment of the monotonic clock from which frames are recorded.
  ///   - duration: Seconds that are to be recorded from now on, or `nil` for what is left of those that were asked for before.
  /// - Returns: Whether a device records.
  func start(nanoseconds: Int?, duration: TimeInterval?) -> Bool {
    if let duration { state.withLock { $0.limit = $0.writtenFrames + frames(duration) } }
    do throws(PlaybackError) {
      try engine.start(nanoseconds: nanoseconds)
      return true
    } catch {
      return false
    }
  }

  /// Ends so many seconds from now, in place of the end that was to be.
  ///
  /// - Returns: False where the end has come.
  func limit(to duration: TimeInterval) -> Bool {
    let captured = engine.recordedFrames
    return state.withLock { state in
      guard !state.hasEnded else { return false }
      state.limit = max(captured, state.writtenFrames) + frames(duration)
      return true
    }
  }

  /// The frames of so many seconds.
  private func frames(_ duration: TimeInterval) -> Int {
    Int((duration * file.processingFormat.sampleRate).rounded())
  }

  /// Stands still; what was captured is written.
  func pause() {
    engine.pause()
    engine.flush()
    // Behind this all that was captured is on its way to the file.
    engine.pause()
    queue.sync {}
  }

  /// Stops, writes what was captured, and closes the file.
  func end() {
    engine.stop()
    queue.sync {
      do {
        try file.finish()
      } catch {
        state.withLock { $0.failure = $0.failure ?? Self.failure(error) }
      }
    }
    state.withLock { $0.hasEnded = true }
    engine.shutDown()
  }

  /// Why not all could be written.
  var failure: NSError? { state.withLock { $0.failure } }

  /// Seconds that have been recorded: what has come of the device, or stands for what could not.
  var time: TimeInterval {
    let frames = engine.recordedFrames
    let limit = state.withLock { $0.limit } ?? frames
    return Double(min(frames, limit)) / file.processingFormat.sampleRate
  }

  // MARK: Writing

  func recordingReturned(
    _ buffer: any RecordingBuffer, _ part: RecordedPart, isDiscarded: Bool
  ) {
    guard let buffer = buffer as? RecorderBuffer else { return }
    queue.async { [self] in
      write(buffer.buffer, part.packetCount)
      engine.enqueue(buffer)
    }
  }

  func recordingRunning(_ isRunning: Bool) {}

  func recordingFailed(_ failure: RecordingFailure) {
    guard case .codec(let error) = failure else { return }
    let status =
      switch error {
      case .libraryMissing: kAudioQueueErr_CodecNotFound
      default: kAudioConverterErr_UnspecifiedError
      }
    finish(PlayerFile.error(status))
  }

  private func write(_ buffer: AVAudioPCMBuffer, _ count: Int) {
    let (frames, hasEnded) = state.withLock { state in
      (state.limit.map { max(0, min(count, $0 - state.writtenFrames)) } ?? count, state.hasEnded)
    }
    guard !hasEnded else { return }
    if frames > 0 {
      buffer.frameLength = AVAudioFrameCount(frames)
      do {
        try file.write(from: buffer)
      } catch {
        return finish(Self.failure(error))
      }
      state.withLock { $0.writtenFrames += frames }
    }
    // The limit may have been set meanwhile.
    let isWhole = state.withLock { state in state.limit.map { state.writtenFrames >= $0 } ?? false }
    if isWhole { finish(nil) }
  }

  /// An error of a file, in the domain of recorders.
  private static func failure(_ error: any Error) -> NSError {
    PlayerFile.error(OSStatus(truncatingIfNeeded: (error as NSError).code))
  }

  /// Has the recorder told, once, that nothing more is written.
  private func finish(_ error: NSError?) {
    let isFirst = state.withLock { state -> Bool in
      defer { state.hasEnded = true }
      if !state.hasEnded { state.failure = error }
      return !state.hasEnded
    }
    if isFirst { ending.async { [self] in ended(self, error) } }
  }
}

/// A buffer of samples that a recorder fills.
@safe
private final class RecorderBuffer: RecordingBuffer, @unchecked Sendable {
  // Sendable: it is either the recorder's or the writing queue's.
  let buffer: AVAudioPCMBuffer
  let byteCapacity: Int
  let packetCapacity: Int? = nil

  init(_ buffer: AVAudioPCMBuffer) {
    self.buffer = buffer
    byteCapacity = Int(
      buffer.frameCapacity * buffer.format.basicDescription.mBytesPerFrame)
  }

  func write(
    _ bytes: Range<Int>, ofBuffer index: Int, _ body: (inout MutableSpan<UInt8>) -> Void
  ) {
    precondition(bytes.lowerBound >= 0 && bytes.upperBound <= byteCapacity, "room")
    guard let memory = unsafe buffer.mutableAudioBufferList.pointee.mBuffers.mData else { return }
    // Safe: the range lies in the memory of the buffer, which this object keeps.
    let start = unsafe (memory + bytes.lowerBound).assumingMemoryBound(to: UInt8.self)
    var room = unsafe MutableSpan(_unsafeStart: start, count: bytes.count)
    body(&room)
  }
}
