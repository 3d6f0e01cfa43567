internal import AudioCodecs
internal import AudioDevices
internal import AudioModel
internal import AudioPlayback
internal import CoreAudioTypes
internal import Foundation
internal import Synchronization

/// The object behind an `AudioQueueRef`.
final class AudioQueueObject: Sendable {
  static let all = HandleTable<AudioQueueObject>()
  /// All timelines, each with a reference to its queue.
  static let timelines = HandleTable<AudioQueueTimeline>()

  /// The progress of disposal.
  enum Disposal {
    case none
    /// The queue is playing its enqueued buffers.
    case pending
    case done
  }

  /// A registered property listener.
  @safe
  struct Listener: @unchecked Sendable {
    // Sendable: the pointer is only passed back to the client.
    var property: AudioQueuePropertyID
    var function: AudioQueuePropertyListenerProc
    var userData: UnsafeMutableRawPointer?

    /// Whether both describe the same registration.
    func matches(_ other: Listener) -> Bool {
      // Safe: the function pointers are only compared.
      unsafe property == other.property && userData == other.userData
        && unsafeBitCast(function, to: UInt.self) == unsafeBitCast(other.function, to: UInt.self)
    }
  }

  /// The state protected by the queue's lock.
  struct State {
    var reference: UInt = 0
    var buffers: [UInt: AudioQueueBufferRecord] = [:]
    var enqueued: Set<UInt> = []
    var disposal = Disposal.none
    var isRunning = false
    /// Whether an asynchronous stop is in progress.
    var isStopping = false
    var isPaused = false
    /// Whether to stop after playing the enqueued buffers, because a stop preceded the start.
    var stopsOncePlayed = false
    /// The number of resets in progress.
    var resetCount = 0
    /// The frames of all buffers since the last stop or reset, plus those played until then.
    var enqueuedFrames = 0
    var isMetering = false
    var magicCookie: [UInt8] = []
    /// An `AudioChannelLayout`, empty if not set.
    var channelLayout: [UInt8] = []
    var hardwareCodecPolicy = kAudioQueueHardwareCodecPolicy_Default
    var timePitchAlgorithm = UInt32(kAudioQueueTimePitchAlgorithm_TimeDomain)
    var converterError: UInt32 = 0
    var listeners: [Listener] = []
    /// The device last reported to listeners, or `nil` without such listeners.
    var reportedDevice: AudioQueueDevice?
    /// The offline output that replaces a device.
    var offline: AudioQueueOfflineOutput?
    var timelines: Set<UInt> = []
    var tap: AudioQueueProcessingTap?
    /// Leaves the session of the process.
    var leaveSession: (@Sendable () -> Void)?

    /// The buffer for a key, if it can be enqueued now.
    ///
    /// - Throws: ``StatusError`` if the buffer cannot be enqueued.
    func enqueueable(_ key: UInt) throws(StatusError) -> AudioQueueBufferRecord {
      guard resetCount == 0, !isStopping else {
        throw StatusError(kAudioQueueErr_EnqueueDuringReset)
      }
      guard let record = buffers[key] else { throw StatusError(kAudioQueueErr_InvalidBuffer) }
      guard !enqueued.contains(key) else {
        throw StatusError(kAudioQueueErr_BufferEnqueuedTwice)
      }
      return record
    }
  }

  /// The direction of the audio.
  enum Direction {
    case output(PlaybackEngine)
    case input(RecordingEngine)
  }

  let format: StreamFormat
  let direction: Direction
  let callbacks: AudioQueueCallbacks
  let state = Mutex(State())

  /// Creates a playback queue.
  ///
  /// - Parameters:
  ///   - description: The format of the packets.
  ///   - choice: The devices to try.
  ///   - place: The context for the client's callbacks.
  /// - Throws: ``StatusError`` if the format is not playable.
  init(
    _ description: AudioStreamBasicDescription, choice: DeviceChoice,
    place: AudioQueueCallbacks.Place
  ) throws(StatusError) {
    let format = StreamFormat(description)
    guard DecoderFactory.canDecode(format.formatID),
      PlaybackEngine.canPlay(sampleRate: format.sampleRate, channelCount: format.channelCount)
    else { throw StatusError(kAudioConverterErr_FormatNotSupported) }
    if format.isLinearPCM {
      let isPlanar = format.pcmFlags.contains(.nonInterleaved) && format.channelCount > 1
      guard !isPlanar, (try? DecoderFactory.makeDecoder(format: format)) != nil else {
        throw StatusError(kAudioConverterErr_FormatNotSupported)
      }
    }
    self.format = format
    let player = PlaybackEngine(format: format, choice: choice)
    player.setChannelMap(AudioQueueChannels(format).usualMap)
    direction = .output(player)
    callbacks = AudioQueueCallbacks(place)
    player.setObserver(self)
  }

  /// Creates a recording queue.
  ///
  /// - Parameters:
  ///   - description: The format to record.
  ///   - choice: The devices to try.
  ///   - place: The context for the client's callbacks.
  /// - Throws: ``StatusError`` if the format is not recordable.
  init(
    recording description: AudioStreamBasicDescription, _ choice: InputChoice,
    place: AudioQueueCallbacks.Place
  ) throws(StatusError) {
    let wanted = StreamFormat(description)
    guard
      PlaybackEngine.canPlay(sampleRate: wanted.sampleRate, channelCount: wanted.channelCount)
    else { throw StatusError(kAudioConverterErr_FormatNotSupported) }
    let recorder: RecordingEngine
    do throws(CodecError) {
      recorder = try RecordingEngine(format: wanted, choice: choice)
    } catch .libraryMissing {
      throw StatusError(kAudioQueueErr_CodecNotFound)
    } catch {
      throw StatusError(kAudioConverterErr_FormatNotSupported)
    }
    format = recorder.format
    direction = .input(recorder)
    callbacks = AudioQueueCallbacks(place)
    recorder.setObserver(self)
  }

  /// The player or recorder.
  var engine: any AudioQueueEngine {
    switch direction {
    case .output(let player): player
    case .input(let recorder): recorder
    }
  }

  /// The player.
  ///
  /// - Throws: ``StatusError`` if the queue records.
  func player() throws(StatusError) -> PlaybackEngine {
    guard case .output(let player) = direction else {
      throw StatusError(kAudioQueueErr_InvalidQueueType)
    }
    return player
  }

  /// Finds the object for a reference that is still usable.
  ///
  /// - Throws: ``StatusError``: -50 if the reference is invalid, or `DisposalPending` if disposal
  ///   has begun.
  static func usable(_ reference: AudioQueueRef) throws(StatusError) -> AudioQueueObject {
    guard let object = unsafe all.object(reference) else { throw StatusError(kAudio_ParamError) }
    guard object.state.withLock({ $0.disposal == .none }) else {
      throw StatusError(kAudioQueueErr_DisposalPending)
    }
    return object
  }

  // MARK: Disposal

  /// Ends the queue immediately and makes no further callbacks.
  func dispose() {
    let reference = state.withLock { state -> UInt in
      state.disposal = .done
      return state.reference
    }
    if let reference = unsafe OpaquePointer(bitPattern: reference) {
      _ = unsafe Self.all.remove(reference)
    }
    engine.shutDown()
    // A tap must not wait, because the callback in progress may be waiting for the tap.
    callbacks.close(waits: !engine.isCurrent)
    let (tap, leaveSession) = state.withLock { state in
      defer { (state.tap, state.leaveSession) = (nil, nil) }
      return (state.tap, state.leaveSession)
    }
    leaveSession?()
    tap?.dispose()
    let timelines = state.withLock { state -> Set<UInt> in
      state.buffers = [:]
      state.enqueued = []
      state.listeners = []
      defer { state.timelines = [] }
      return state.timelines
    }
    for timeline in timelines {
      if let timeline = unsafe OpaquePointer(bitPattern: timeline) {
        _ = unsafe Self.timelines.remove(timeline)
      }
    }
  }

  /// Ends the queue after all enqueued buffers have played.
  func disposeWhenPlayed() {
    state.withLock { $0.disposal = .pending }
    // Ask the engine, because another thread may be starting the queue.
    if !engine.stopWhenDone() { dispose() }
  }

  // MARK: Notification

  /// Notifies listeners of a property.
  func notify(_ property: AudioQueuePropertyID) {
    let isHeard = state.withLock { $0.listeners.contains { $0.property == property } }
    if isHeard { callbacks.post(.property(property)) }
  }

  /// Calls the listeners of a property, in the client's context.
  func tell(_ property: AudioQueuePropertyID) {
    let (listeners, reference) = state.withLock { ($0.listeners, $0.reference) }
    guard let reference = unsafe OpaquePointer(bitPattern: reference) else { return }
    for listener in listeners where listener.property == property {
      // A listener may have removed another one, or disposed of the queue.
      let isThere = state.withLock { $0.listeners.contains { $0.matches(listener) } }
      if isThere { unsafe listener.function(listener.userData, reference, property) }
    }
  }

  /// Returns a buffer to the client.
  ///
  /// Returns false if it was freed or enqueued again.
  func takeBack(_ record: AudioQueueBufferRecord, isReset: Bool) -> Bool {
    state.withLock { state in
      guard state.buffers[record.key] === record else { return false }
      if isReset { return !state.enqueued.contains(record.key) }
      state.enqueued.remove(record.key)
      return true
    }
  }
}
