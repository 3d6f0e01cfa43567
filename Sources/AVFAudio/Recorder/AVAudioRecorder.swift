internal import AudioPlayback
internal import AudioRouting
internal import AudioRealtime
public import AudioToolbox
public import Foundation
internal import Synchronization

/// A recorder to an audio file.
///
/// Records to every type of file that can be written, in every format that it can hold. The file tells of all that has been written
/// to it within a tenth of a second, so that it can be read whenever the process ends (ADTS, MP3 and AC-3 from the first packet on).
/// The recorder must be kept as long as it is to record: it stops where the last reference to it goes.
///
/// What is recorded is the device that the environment names, as `AudioQueueNewInput` says.
///
/// Difference from Apple's: delegates are called on the main queue, whichever run loop the recorder was made on.
// Unchecked: all that changes is behind locks, but for the delegate, which belongs to the main thread.
@safe open class AVAudioRecorder: NSObject, @unchecked Sendable {
  /// The file.
  public let url: URL
  /// Who hears of the recorder; set and called on the main thread.
  open weak var delegate: (any AVAudioRecorderDelegate)?

  /// What the file is to hold; `nil` in a recorder to nowhere.
  private let wish: RecorderWish?
  private let meters = Mutex(PlayerMeters())
  private let state = Mutex(RecorderState())
  private let interruptions = Mutex<InterruptionObserver?>(nil)
  /// Held while a recording is started, stopped, or in between; never while a delegate is called.
  private let control = NSRecursiveLock()

  /// Makes a recorder to nowhere, which never records: for variables that get a recorder with a file later.
  ///
  /// Difference from Apple's: its ``url`` and ``format`` are of no meaning rather than none.
  public override init() {
    url = URL(fileURLWithPath: "/dev/null")
    wish = nil
    super.init()
  }

  /// Makes a recorder; nothing is opened or created yet.
  ///
  /// - Parameters:
  ///   - url: The file, which ``prepareToRecord()`` creates in place of one that is there; `/dev/null` for meters alone.
  ///   - settings: What the file is to hold, and what is asked of the encoder: the keys of `AVAudioFile`. Its type is that of
  ///     `AVAudioFileTypeKey`, or else the extension's, and CAF without any. Where there is no `AVFormatIDKey` it is what is usual for the type; without
  ///     `AVSampleRateKey` 44,100 Hz, without a number of channels two.
  /// - Throws: An error of the domain `NSOSStatusErrorDomain` where that cannot be recorded.
  public init(url: URL, settings: [String: Any]) throws {
    self.url = url
    wish = try RecorderWish(url, settings)
    super.init()
    listen(to: SharedSession.session)
  }

  /// Makes a recorder; nothing is opened or created yet.
  ///
  /// - Parameters:
  ///   - url: The file, whose extension tells its type; ``prepareToRecord()`` creates it in place of one that is there.
  ///   - format: What the file is to hold.
  /// - Throws: An error of the domain `NSOSStatusErrorDomain` where that cannot be recorded.
  public convenience init(url: URL, format: AVAudioFormat) throws {
    try self.init(url: url, settings: format.settings)
  }

  deinit {
    state.withLock { $0.session }?.end()
  }

  /// Pauses where the session of the process is interrupted, which the server does for what plays.
  func listen(to session: ProcessSession) {
    let made = InterruptionObserver(session) { [weak self] in
      guard let self, isRecording else { return false }
      pause()
      return true
    } tell: { [weak self] event in
      guard let self else { return }
      switch event {
      case .began: delegate?.audioRecorderBeginInterruption(self)
      case .ended: delegate?.audioRecorderEndInterruption(self, withOptions: 1)
      }
    }
    interruptions.withLock { $0 = made }
  }

  // MARK: Recording

  /// Creates the file, so that ``record()`` starts sooner.
  ///
  /// - Returns: Whether the file could be created.
  @discardableResult
  open func prepareToRecord() -> Bool {
    control.withLock {
      guard phase == .stopped else { return true }
      guard let wish else { return false }
      let session: RecorderSession
      do {
        let channels = AVAudioSessionChannelDescription.channels(channelAssignments)
        session = try RecorderSession(url, wish, channels: channels) { [weak self] session, error in
          self?.sessionEnded(session, error)
        }
      } catch {
        return false
      }
      session.recording.setMetering(isMeteringEnabled)
      state.withLock { state in
        state.phase = .prepared
        state.session = session
        state.format = session.file.fileFormat
      }
      return true
    }
  }

  /// Records from now on, or goes on after ``pause()``; prepares where that was not done.
  ///
  /// Behind a pause a duration that was asked for counts on: what was left of it is recorded.
  ///
  /// - Returns: Whether it records: not where the file cannot be created, or no device can be opened.
  @discardableResult
  open func record() -> Bool { record(nanoseconds: nil, duration: nil) }

  /// Records from a moment on.
  ///
  /// - Parameter time: The moment as ``deviceCurrentTime`` counts them; one that has passed is now. A recorder that is
  ///   recording goes on as it is.
  /// - Returns: Whether it records, or will.
  @discardableResult
  open func record(atTime time: TimeInterval) -> Bool {
    record(nanoseconds: time, duration: nil)
  }

  /// Records from now on and stops after so many seconds.
  ///
  /// - Parameter duration: Seconds that the file is to have; behind a pause, or of a recorder that is recording, those that it is to
  ///   have behind what it has, in place of a duration that was asked for before.
  /// - Returns: Whether it records.
  @discardableResult
  open func record(forDuration duration: TimeInterval) -> Bool {
    record(nanoseconds: nil, duration: duration)
  }

  /// Records from a moment on and stops after so many seconds.
  ///
  /// - Parameters:
  ///   - time: The moment as ``deviceCurrentTime`` counts them; one that has passed is now. A recorder that is recording goes on.
  ///   - duration: As of ``record(forDuration:)``.
  /// - Returns: Whether it records, or will.
  @discardableResult
  open func record(atTime time: TimeInterval, forDuration duration: TimeInterval) -> Bool {
    record(nanoseconds: time, duration: duration)
  }

  private func record(nanoseconds time: TimeInterval?, duration: TimeInterval?) -> Bool {
    guard time?.isFinite ?? true, duration.map({ $0 >= 0 && $0 < 1e9 }) ?? true else {
      return false
    }
    return control.withLock {
      let isRecording = phase == .recording
      guard prepareToRecord(), let session = state.withLock({ $0.session }) else { return false }
      guard !isRecording else { return duration.map { session.limit(to: $0) } ?? true }
      let nanoseconds = time.map { Int(max(0, min($0, 1e9)) * 1e9) }
      guard session.start(nanoseconds: nanoseconds, duration: duration) else { return false }
      state.withLock { $0.phase = .recording }
      return true
    }
  }

  /// Stands still; ``record()`` goes on behind what has been recorded.
  open func pause() {
    control.withLock {
      guard phase == .recording else { return }
      state.withLock { $0.session }?.recording.pause()
      state.withLock { $0.phase = .paused }
    }
  }

  /// Stops, and closes the file.
  ///
  /// The next ``record()`` creates it anew.
  open func stop() {
    let ended = control.withLock { () -> RecorderSession? in
      guard phase != .stopped else { return nil }
      return leave()
    }
    if let ended { tell(ended.failure) }
  }

  /// Ends the recording, with `control` held.
  private func leave() -> RecorderSession? {
    let session = state.withLock { state -> RecorderSession? in
      defer { (state.session, state.phase) = (nil, .stopped) }
      return state.session
    }
    session?.end()
    return session
  }

  /// Deletes the file, where the recorder is stopped.
  ///
  /// - Returns: Whether it is gone; not while it records or is paused, and nothing but a regular file ever is.
  @discardableResult
  open func deleteRecording() -> Bool {
    control.withLock {
      switch phase {
      case .recording, .paused: return false
      case .prepared: _ = leave()  // Created, and nothing in it.
      case .stopped: break
      }
      do {
        // Never a device, which is no recording, nor a folder with all that is in it.
        let kind = try FileManager.default.attributesOfItem(atPath: url.path)[.type]
        guard kind as? FileAttributeType == .typeRegular else { return false }
        try FileManager.default.removeItem(at: url)
        return true
      } catch {
        return false
      }
    }
  }

  /// A recording has reached its end by itself; called on a queue of its own.
  private func sessionEnded(_ session: RecorderSession, _ error: NSError?) {
    let isCurrent = control.withLock { () -> Bool in
      guard state.withLock({ $0.session === session }) else { return false }
      _ = leave()
      return true
    }
    if isCurrent { tell(session.failure) }
  }

  private func tell(_ error: NSError?) {
    DispatchQueue.main.async { [self] in
      if let error { delegate?.audioRecorderEncodeErrorDidOccur(self, error: error) }
      delegate?.audioRecorderDidFinishRecording(self, successfully: error == nil)
    }
  }

  private var phase: RecorderState.Phase { state.withLock { $0.phase } }

  /// Whether it records, or waits for the moment at which it is to.
  open var isRecording: Bool { phase == .recording }

  /// Seconds that have been recorded; 0 while the recorder is stopped.
  ///
  /// Goes on with each block that the device captures, and stands while that captures nothing.
  open var currentTime: TimeInterval { state.withLock { $0.session }?.time ?? 0 }

  /// Seconds on the clock of ``record(atTime:)``, the monotonic clock of the system.
  open var deviceCurrentTime: TimeInterval { Double(MonotonicClock.nanoseconds) / 1e9 }

  // MARK: Meters

  /// Whether levels are measured.
  open var isMeteringEnabled: Bool {
    get { meters.withLock { $0.isEnabled } }
    set {
      let session = state.withLock { $0.session }
      meters.withLock { meters in
        meters.isEnabled = newValue
        session?.recording.setMetering(newValue)
      }
    }
  }

  /// Takes the levels that are captured now, for ``averagePower(forChannel:)`` and ``peakPower(forChannel:)``.
  open func updateMeters() {
    let levels = state.withLock { $0.session }?.recording.levels ?? []
    meters.withLock { $0.take(levels) }
  }

  /// The average level at the last ``updateMeters()``, in decibels of full scale; -160 for silence and where nothing is measured.
  @discardableResult open func averagePower(forChannel channelNumber: Int) -> Float {
    meters.withLock { $0.decibels(channelNumber, \.average) }
  }

  /// The peak level at the last ``updateMeters()``, in decibels of full scale; -160 for silence and where nothing is measured.
  @discardableResult open func peakPower(forChannel channelNumber: Int) -> Float {
    meters.withLock { $0.decibels(channelNumber, \.peak) }
  }

  // MARK: What is recorded

  /// For each channel the channel of a device that is recorded, of a port's ``AVAudioSessionPortDescription/channels``; `nil` for what
  /// the device gives by itself.
  ///
  /// There should be as many as are recorded, all of one port: a channel without one is silent. Takes effect with the
  /// next recording that is prepared; where the sound server has no such channel it does not start.
  open var channelAssignments: [AVAudioSessionChannelDescription]? {
    get { state.withLock { $0.assignments } }
    set { state.withLock { $0.assignments = newValue } }
  }

  /// What the file holds; complete from ``prepareToRecord()`` on.
  public var format: AVAudioFormat { state.withLock { $0.format } ?? wish?.format ?? .ofNothing }

  /// What was asked for, and what the file holds; complete from ``prepareToRecord()`` on.
  public var settings: [String: Any] {
    wish?.settings.merging(format.settings) { $1 } ?? [:]
  }
}
