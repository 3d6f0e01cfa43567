internal import AudioModel
internal import AudioPlayback
internal import CoreAudioTypes
internal import Foundation

/// A client's function, and the pointer that it gets.
@unsafe struct AudioQueueTapCallback {
  let function: AudioQueueProcessingTapCallback
  let clientData: UnsafeMutableRawPointer?
}

/// The object behind an `AudioQueueProcessingTapRef`.
@safe
final class AudioQueueProcessingTap: @unchecked Sendable {
  // Sendable: `condition` protects the state shared between threads. During a callback, only the
  // calling thread uses the rest.

  static let all = HandleTable<AudioQueueProcessingTap>()

  /// The maximum duration in seconds of audio per callback.
  private static let longestCall = 0.05
  /// The maximum number of frames that a tap may request.
  static let longestRequest = 1 << 20

  /// The state of a callback in progress.
  private struct Call {
    var stage: TapStage
  }

  let flags: AudioQueueProcessingTapFlags
  let isInput: Bool
  let channelCount: Int
  let maximumFrames: Int
  /// The format of the callback's buffers.
  let processingFormat: AudioStreamBasicDescription
  private let callback: AudioQueueTapCallback
  private let condition = NSCondition()
  private var reference: UInt = 0
  private weak var owner: AudioQueueObject?
  private var callingThread: pthread_t?
  private var isDisposed = false
  private var call: Call?
  private let buffers: TapBuffers

  /// Creates a tap for the frames of a queue with a format.
  init(
    _ callback: AudioQueueTapCallback, flags: AudioQueueProcessingTapFlags, isInput: Bool,
    _ format: StreamFormat
  ) {
    unsafe self.callback = unsafe callback
    self.flags = flags
    self.isInput = isInput
    channelCount = format.channelCount
    processingFormat = TapBuffers.format(
      sampleRate: format.sampleRate, channelCount: format.channelCount)
    let frames = max(64, Int(format.sampleRate * Self.longestCall))
    // The largest power of two that does not exceed this number.
    maximumFrames = 1 << (Int.bitWidth - 1 - frames.leadingZeroBitCount)
    buffers = TapBuffers(channelCount: format.channelCount)
  }

  /// Sets the queue of the tap and the reference that the client uses.
  func set(_ owner: AudioQueueObject, _ reference: AudioQueueProcessingTapRef) {
    condition.withLock {
      self.owner = owner
      self.reference = UInt(bitPattern: reference)
    }
  }

  /// The queue of the tap, while it exists.
  var queue: AudioQueueObject? { condition.withLock { owner } }

  /// Ends the tap.
  ///
  /// No callbacks follow, apart from one that makes this call.
  func dispose() {
    let reference = condition.withLock { () -> UInt in
      isDisposed = true
      while let thread = callingThread, pthread_equal(thread, pthread_self()) == 0 {
        condition.wait()
      }
      return self.reference
    }
    if let reference = unsafe OpaquePointer(bitPattern: reference) {
      _ = unsafe Self.all.remove(reference)
    }
  }

  /// Marks the callback as running and returns its reference, or `nil` after disposal.
  private func enter() -> AudioQueueProcessingTapRef? {
    unsafe condition.withLock {
      guard !isDisposed else { return nil }
      callingThread = pthread_self()
      return unsafe OpaquePointer(bitPattern: reference)
    }
  }

  private func leave() {
    condition.withLock {
      callingThread = nil
      condition.broadcast()
    }
  }

  /// The tap for a reference, if the caller is its callback.
  ///
  /// - Throws: ``StatusError``: -50 if the reference is invalid, or `InvalidTapContext` for other
  ///   callers.
  static func called(
    _ reference: AudioQueueProcessingTapRef
  ) throws(StatusError) -> AudioQueueProcessingTap {
    guard let tap = unsafe all.object(reference) else { throw StatusError(kAudio_ParamError) }
    let isCalled = tap.condition.withLock {
      tap.callingThread.map { pthread_equal($0, pthread_self()) != 0 } ?? false
    }
    guard isCalled else { throw StatusError(kAudioQueueErr_InvalidTapContext) }
    return tap
  }
}

extension AudioQueueProcessingTap: AudioTap {
  var place: TapPlace { flags.contains(.preEffects) ? .beforeEffects : .afterEffects }
  var isSiphon: Bool { flags.contains(.siphon) }

  func process(
    _ count: Int, at time: TapTime, from stage: TapStage, into samples: inout [Float]
  ) -> Bool {
    guard let reference = unsafe enter() else {
      _ = stage.take(count, into: &samples)
      return true
    }
    call = Call(stage: stage)
    defer {
      call = nil
      leave()
    }
    let list = unsafe buffers.begin()
    var frames: UInt32 = 0
    if isSiphon {
      _ = stage.take(count, into: &samples)
      frames = UInt32(samples.count / channelCount)
      unsafe buffers.lend(samples, wanted: Int(frames), in: list)
    }
    var stamp = AudioTimeStamp(time)
    var flags = self.flags
    // Safe: all pointers outlive the call. A client without data receives null, although the C type
    // is nonnull here.
    unsafe callback.function(
      unsafeBitCast(callback.clientData, to: UnsafeMutableRawPointer.self), reference,
      UInt32(count),
      &stamp, &flags, &frames, list)
    if !isSiphon { buffers.append(min(Int(frames), count), to: &samples) }
    return flags.contains(.endOfStream)
  }

  /// Answers a request from the callback for frames before the tap.
  ///
  /// - Parameters:
  ///   - count: The number of requested frames.
  ///   - data: On return, the frames.
  /// - Returns: The number of frames, their time, and their flags.
  /// - Throws: ``StatusError`` if the list does not fit.
  func source(
    _ count: Int, into data: UnsafeMutablePointer<AudioBufferList>
  ) throws(StatusError) -> (frames: Int, time: TapTime, flags: AudioQueueProcessingTapFlags) {
    guard !isSiphon else { throw StatusError(kAudioQueueErr_InvalidTapType) }
    guard let stage = call?.stage else { throw StatusError(kAudioQueueErr_InvalidTapContext) }
    guard count <= Self.longestRequest, unsafe Int(data.pointee.mNumberBuffers) == channelCount
    else { throw StatusError(kAudio_ParamError) }
    var samples: [Float] = []
    let (time, mark) = stage.take(count, into: &samples)
    unsafe buffers.lend(samples, wanted: count, in: data)
    let flags: AudioQueueProcessingTapFlags =
      switch mark {
      case .continuous: []
      case .start: .startOfStream
      case .end: .endOfStream
      }
    return (samples.count / channelCount, time, flags)
  }

  /// The queue time of the frames that the callback has taken.
  ///
  /// - Throws: ``StatusError`` if the callback has not taken any frames, or the queue records.
  func queueTime() throws(StatusError) -> (frame: Double, frames: Double) {
    guard !isInput else { throw StatusError(kAudioQueueErr_InvalidTapType) }
    guard let time = call?.stage.takenTime else {
      throw StatusError(kAudioQueueErr_InvalidTapContext)
    }
    return time
  }
}

extension AudioTimeStamp {
  /// Creates a time stamp from the time of frames in a tap.
  init(_ time: TapTime) {
    self.init()
    mSampleTime = time.frame
    mFlags = .sampleTimeValid
    if let nanoseconds = time.nanoseconds {
      mHostTime = UInt64(clamping: nanoseconds)
      mFlags.insert(.hostTimeValid)
    }
  }
}
