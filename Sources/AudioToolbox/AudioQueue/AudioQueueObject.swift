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
  /// Timelines, each with the queue that it belongs to.
  static let timelines = HandleTable<AudioQueueTimeline>()

  /// How far the end of a queue has come.
  enum Disposal {
    case none
    /// Plays out what is enqueued.
    case pending
    case done
  }

  /// A function that hears of a property.
  @safe
  struct Listener: @unchecked Sendable {
    // Sendable: the address is the client's and only handed back to it.
    var property: AudioQueuePropertyID
    var function: AudioQueuePropertyListenerProc
    var userData: UnsafeMutableRawPointer?

    /// Whether both are one registration.
    func matches(_ other: Listener) -> Bool {
      // Safe: function pointers are compared as the numbers that they are.
      unsafe property == other.property && userData == other.userData
        && unsafeBitCast(function, to: UInt.self) == unsafeBitCast(other.function, to: UInt.self)
    }
  }

  /// What the queue's lock guards.
  struct State {
    var reference: UInt = 0
    var buffers: [UInt: AudioQueueBufferRecord] = [:]
    var enqueued: Set<UInt> = []
    var disposal = Disposal.none
    var isRunning = false
    /// Whether an asynchronous stop is under way.
    var isStopping = false
    var isPaused = false
    /// Whether a start plays what is enqueued and no more: an asynchronous stop came before it.
    var stopsOncePlayed = false
    /// How many calls are throwing buffers out.
    var resetCount = 0
    /// Frames of all buffers since the last stop or reset, on top of those heard then.
    var enqueuedFrames = 0
    var isMetering = false
    var magicCookie: [UInt8] = []
    /// An `AudioChannelLayout`, empty where none has been set.
    var channelLayout: [UInt8] = []
    var hardwareCodecPolicy = kAudioQueueHardwareCodecPolicy_Default
    var timePitchAlgorithm = UInt32(kAudioQueueTimePitchAlgorithm_TimeDomain)
    var converterError: UInt32 = 0
    var listeners: [Listener] = []
    /// What was told of the device, `nil` as long as nobody has listened to that.
    var toldDevice: AudioQueueDevice?
    /// What renders into memory, in place of a device.
    var offline: AudioQueueOfflineOutput?
    var timelines: Set<UInt> = []
    var tap: AudioQueueProcessingTap?
    /// Ends the membership in the session of the process.
    var leaveSession: (@Sendable () -> Void)?

    /// The buffer of a number, if it can be enqueued now.
    ///
    /// - Throws: ``StatusError`` where it cannot.
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

  /// Which way the sound goes.
  enum Direction {
    case output(PlaybackEngine)
    case input(RecordingEngine)
  }

  let format: StreamFormat
  let direction: Direction
  let callbacks: AudioQueueCallbacks
  let state = Mutex(State())

  /// Makes a queue that plays.
  ///
  /// - Parameters:
  ///   - description: What the packets are.
  ///   - choice: The devices to try.
  ///   - place: Where the client is called.
  /// - Throws: ``StatusError`` where the format cannot be played.
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

  /// Makes a queue that records.
  ///
  /// - Parameters:
  ///   - description: What the packets are to be.
  ///   - choice: The devices to try.
  ///   - place: Where the client is called.
  /// - Throws: ``StatusError`` where the format cannot be recorded.
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

  /// What plays or records.
  var engine: any AudioQueueEngine {
    switch direction {
    case .output(let player): player
    case .input(let recorder): recorder
    }
  }

  /// What plays.
  ///
  /// - Throws: ``StatusError`` where the queue records.
  func player() throws(StatusError) -> PlaybackEngine {
    guard case .output(let player) = direction else {
      throw StatusError(kAudioQueueErr_InvalidQueueType)
    }
    return player
  }

  /// The object of a reference that can be used.
  ///
  /// - Throws: ``StatusError``: -50 for what is no queue, `DisposalPending` for one that is about to end.
  static func usable(_ reference: AudioQueueRef) throws(StatusError) -> AudioQueueObject {
    guard let object = unsafe all.object(reference) else { throw StatusError(kAudio_ParamError) }
    guard object.state.withLock({ $0.disposal == .none }) else {
      throw StatusError(kAudioQueueErr_DisposalPending)
    }
    return object
  }

  // MARK: The end

  /// Ends at once: no callback is made after this.
  func dispose() {
    let reference = state.withLock { state -> UInt in
      state.disposal = .done
      return state.reference
    }
    if let reference = unsafe OpaquePointer(bitPattern: reference) {
      _ = unsafe Self.all.remove(reference)
    }
    engine.shutDown()
    // A tap waits for nobody: the function that is being called may wait for the tap.
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

  /// Ends once all that is enqueued has been heard.
  func disposeWhenPlayed() {
    state.withLock { $0.disposal = .pending }
    // The player is asked, since a start may be under way in another thread.
    if !engine.stopWhenDone() { dispose() }
  }

  // MARK: Telling the client

  /// Tells those who listen to a property.
  func notify(_ property: AudioQueuePropertyID) {
    let isHeard = state.withLock { $0.listeners.contains { $0.property == property } }
    if isHeard { callbacks.post(.property(property)) }
  }

  /// Calls listeners, at the client's place.
  func tell(_ property: AudioQueuePropertyID) {
    let (listeners, reference) = state.withLock { ($0.listeners, $0.reference) }
    guard let reference = unsafe OpaquePointer(bitPattern: reference) else { return }
    for listener in listeners where listener.property == property {
      // One may have removed another, or ended the queue.
      let isThere = state.withLock { $0.listeners.contains { $0.matches(listener) } }
      if isThere { unsafe listener.function(listener.userData, reference, property) }
    }
  }

  /// Makes a buffer the client's again; false where it is no more there, or enqueued anew.
  func takeBack(_ record: AudioQueueBufferRecord, isReset: Bool) -> Bool {
    state.withLock { state in
      guard state.buffers[record.key] === record else { return false }
      if isReset { return !state.enqueued.contains(record.key) }
      state.enqueued.remove(record.key)
      return true
    }
  }
}
