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
    /// The number of source requests so far.
    var requests = 0
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
  private let list: UnsafeMutableAudioBufferListPointer
  /// The memory that buffers point to, one element per request.
  private var planes: [TapPlanes] = []

  /// Creates a tap for the frames of a queue with a format.
  init(
    _ callback: AudioQueueTapCallback, flags: AudioQueueProcessingTapFlags, isInput: Bool,
    _ format: StreamFormat
  ) {
    unsafe self.callback = unsafe callback
    self.flags = flags
    self.isInput = isInput
    channelCount = format.channelCount
    processingFormat = AudioStreamBasicDescription(
      mSampleRate: format.sampleRate, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagsNativeFloatPacked | kAudioFormatFlagIsNonInterleaved,
      mBytesPerPacket: 4, mFramesPerPacket: 1, mBytesPerFrame: 4,
      mChannelsPerFrame: UInt32(clamping: format.channelCount), mBitsPerChannel: 32, mReserved: 0)
    let frames = max(64, Int(format.sampleRate * Self.longestCall))
    // The largest power of two that does not exceed it.
    maximumFrames = 1 << (Int.bitWidth - 1 - frames.leadingZeroBitCount)
    unsafe list = AudioBufferList.allocate(maximumBuffers: channelCount)
  }

  deinit {
    // Safe: allocated by `init`, and no other references to the object remain.
    unsafe free(list.unsafeMutablePointer)
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
    // Safe: the list has this many buffers. Contents from the previous call are invalid, also for a
    // siphon.
    for index in 0..<channelCount {
      unsafe list[index] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 0, mData: nil)
    }
    var frames: UInt32 = 0
    if isSiphon {
      _ = stage.take(count, into: &samples)
      frames = UInt32(samples.count / channelCount)
      unsafe lend(samples, wanted: Int(frames), in: list.unsafeMutablePointer)
    }
    var stamp = AudioTimeStamp(time)
    var flags = self.flags
    // Safe: all pointers outlive the call. A client without data receives null, although the C type
    // is nonnull here.
    unsafe callback.function(
      unsafeBitCast(callback.clientData, to: UnsafeMutableRawPointer.self), reference,
      UInt32(count),
      &stamp, &flags, &frames, list.unsafeMutablePointer)
    if !isSiphon { append(min(Int(frames), count), to: &samples) }
    return flags.contains(.endOfStream)
  }

  /// Appends the frames that the client left in the list, as far as they are available.
  private func append(_ count: Int, to samples: inout [Float]) {
    // Safe: the client states the size of its buffers in bytes, and keeps them for the call.
    let filled =
      unsafe list.map { unsafe Int($0.mDataByteSize) / MemoryLayout<Float>.size }.max() ?? 0
    let count = min(count, filled)
    guard count > 0 else { return }
    samples = [Float](repeating: 0, count: count * channelCount)
    unsafe samples.withUnsafeMutableBufferPointer { samples in
      for channel in 0..<channelCount {
        let buffer = unsafe list[channel]
        guard let data = unsafe buffer.mData else { continue }
        let bytes = unsafe min(Int(buffer.mDataByteSize), count * MemoryLayout<Float>.size)
        unsafe TapPlanes.interleave(
          UnsafeRawBufferPointer(start: data, count: bytes), channel, of: channelCount,
          into: samples)
      }
    }
  }

  /// Provides interleaved frames to a client, in the client's memory if given, or otherwise in
  /// ours.
  ///
  /// - Parameters:
  ///   - samples: The frames.
  ///   - wanted: The capacity in frames. Silence replaces missing frames.
  ///   - target: The client's list, with one buffer per channel.
  private func lend(
    _ samples: [Float], wanted: Int, in target: UnsafeMutablePointer<AudioBufferList>
  ) {
    let target = unsafe UnsafeMutableAudioBufferListPointer(target)
    let request = call?.requests ?? 0
    call?.requests += 1
    if planes.count == request { planes.append(TapPlanes()) }
    let bytes = wanted * MemoryLayout<Float>.size
    let own = unsafe planes[request].memory(channelCount, bytesEach: bytes)
    for channel in 0..<channelCount {
      // Memory from an earlier request may be too small. Safe: both the client's memory and ours
      // have room for the requested frames.
      let given = unsafe target[channel].mData.flatMap { place in
        unsafe planes.contains { unsafe $0.holds(place) } ? nil : place
      }
      let data = unsafe given ?? own + channel * bytes
      unsafe TapPlanes.extract(
        channel, of: channelCount, from: samples,
        into: UnsafeMutableRawBufferPointer(start: data, count: bytes))
      unsafe target[channel] = AudioBuffer(
        mNumberChannels: 1,
        mDataByteSize: UInt32(samples.count / channelCount * MemoryLayout<Float>.size), mData: data)
    }
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
    unsafe lend(samples, wanted: count, in: data)
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
  /// - Throws: ``StatusError`` if it has not taken any, or the queue records.
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
