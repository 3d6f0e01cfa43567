internal import AudioPlayback
internal import CoreAudioTypes
internal import Foundation

/// The object behind an `AudioQueueProcessingTapRef`.
@safe
final class AudioQueueProcessingTap: @unchecked Sendable {
  // Sendable: `condition` guards what several threads use; all else is the calling thread's while it is in the callback.

  static let all = HandleTable<AudioQueueProcessingTap>()

  /// Seconds of sound that a tap is asked for at most.
  private static let longestCall = 0.05
  /// Frames that a tap may ask for at most.
  static let longestRequest = 1 << 20

  /// What the callback is told, and asks for.
  private struct Call {
    var stage: TapStage
    /// How often the source has been asked.
    var requests = 0
  }

  let flags: AudioQueueProcessingTapFlags
  let isInput: Bool
  let channelCount: Int
  let maximumFrames: Int
  private let callback: AudioQueueProcessingTapCallback
  private let clientData: UnsafeMutableRawPointer?
  private let condition = NSCondition()
  private var reference: UInt = 0
  private weak var owner: AudioQueueObject?
  private var callingThread: pthread_t?
  private var isDisposed = false
  private var call: Call?
  private let list: UnsafeMutableAudioBufferListPointer
  /// What buffers point to, for one request after the other.
  private var planes: [TapPlanes] = []

  /// Makes a tap for frames of a rate, in hertz, and a number of channels.
  init(
    _ callback: AudioQueueProcessingTapCallback, _ clientData: UnsafeMutableRawPointer?,
    flags: AudioQueueProcessingTapFlags, isInput: Bool, sampleRate: Double, channelCount: Int
  ) {
    unsafe self.callback = callback
    unsafe self.clientData = clientData
    self.flags = flags
    self.isInput = isInput
    self.channelCount = channelCount
    let frames = max(64, Int(sampleRate * Self.longestCall))
    // The power of two below it.
    maximumFrames = 1 << (Int.bitWidth - 1 - frames.leadingZeroBitCount)
    unsafe list = AudioBufferList.allocate(maximumBuffers: channelCount)
  }

  deinit {
    // Safe: allocated by `init`, and nobody else holds the object any more.
    unsafe free(list.unsafeMutablePointer)
  }

  /// Tells which queue it belongs to, and under which reference the client knows it.
  func set(_ owner: AudioQueueObject, _ reference: AudioQueueProcessingTapRef) {
    condition.withLock {
      self.owner = owner
      self.reference = UInt(bitPattern: reference)
    }
  }

  /// The queue to which it belongs, as long as there is one.
  var queue: AudioQueueObject? { condition.withLock { owner } }

  /// Ends; nothing is called after this, but for the callback that makes this call.
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

  /// Marks the callback as running, with the reference that it is told; `nil` where it is not to be called any more.
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

  /// The tap of a reference, where the caller is its callback.
  ///
  /// - Throws: ``StatusError``: -50 for what is no tap, `InvalidTapContext` for other callers.
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
    // Safe: as many buffers as were allocated. What the call before has left there is void, also for a siphon.
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
    // Safe: all that is lent outlives the call. A client that gave no data gets none: the type of C knows no null here.
    unsafe callback(
      unsafeBitCast(clientData, to: UnsafeMutableRawPointer.self), reference, UInt32(count),
      &stamp, &flags, &frames, list.unsafeMutablePointer)
    if !isSiphon { append(min(Int(frames), count), to: &samples) }
    return flags.contains(.endOfStream)
  }

  /// Appends frames that the client has left in the list, as far as they are there.
  private func append(_ count: Int, to samples: inout [Float]) {
    // Safe: the client says how many bytes its buffers have, and keeps them for the call.
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

  /// Gives a client interleaved frames: in its own memory where it has named some, or else in ours.
  ///
  /// - Parameters:
  ///   - samples: The frames.
  ///   - wanted: How many there is room for; silence stands for those that are missing.
  ///   - target: The client's list, of as many buffers as there are channels.
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
      // What we have lent for a request before may be smaller. Safe: the client's memory has room for as many frames as it asks
      // for, and so does ours.
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

  /// Answers a request of the callback for frames in front of the tap.
  ///
  /// - Parameters:
  ///   - count: How many are wanted.
  ///   - data: Takes them.
  /// - Returns: How many there were, and what is said of them.
  /// - Throws: ``StatusError`` where the list does not fit.
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

  /// The queue's time of the frames that the callback has taken.
  ///
  /// - Throws: ``StatusError`` where it has taken none, or the queue records.
  func queueTime() throws(StatusError) -> (frame: Double, frames: Double) {
    guard !isInput else { throw StatusError(kAudioQueueErr_InvalidTapType) }
    guard let time = call?.stage.takenTime else {
      throw StatusError(kAudioQueueErr_InvalidTapContext)
    }
    return time
  }
}

extension AudioTimeStamp {
  /// The time of frames in a tap.
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
