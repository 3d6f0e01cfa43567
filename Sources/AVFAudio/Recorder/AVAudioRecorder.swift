internal import AudioPlayback
internal import AudioRouting
internal import AudioRealtime
public import AudioToolbox
public import Foundation
internal import Synchronization

/// A recorder that writes an audio file.
///
/// An audio recorder can write every writable file type, in every format that the type can hold.
/// The file states its length within a tenth of a second of recording. So it stays readable if the
/// process ends. ADTS, MP3, and AC-3 files are readable from the first packet on. Keep a reference
/// to the recorder while it records: it stops when the last reference goes away.
///
/// The environment names the input device, as `AudioQueueNewInput` describes.
///
/// Difference from Apple's: the recorder calls its delegate on the main queue, whichever run loop
/// it was made on.
// Unchecked: locks protect all mutable state except the delegate, which belongs to the main thread.
@safe open class AVAudioRecorder: NSObject, @unchecked Sendable {
  /// The file.
  public let url: URL
  /// The delegate; set and called on the main thread.
  open weak var delegate: (any AVAudioRecorderDelegate)?

  /// The requested contents of the file; `nil` in a recorder without a file.
  private let request: RecorderRequest?
  private let meters = Mutex(PlayerMeters())
  let state = Mutex(RecorderState())
  private let interruptions = Mutex<InterruptionObserver?>(nil)
  /// Held to start or stop a recording, and for other changes; never while a delegate is called.
  let control = NSRecursiveLock()

  /// Makes a recorder without a file, which never records; use it as a placeholder.
  ///
  /// Difference from Apple's: ``url`` and ``format`` have placeholder values instead of being
  /// unset.
  public override init() {
    url = URL(fileURLWithPath: "/dev/null")
    request = nil
    super.init()
  }

  /// Makes a recorder from settings; opens no device and creates no file yet.
  ///
  /// The file type comes from `AVAudioFileTypeKey`, or else from the extension; without both, it is
  /// CAF. Without `AVFormatIDKey`, the format is the usual one for the file type. The default rate
  /// is 44,100 Hz, and the default channel count is 2.
  ///
  /// - Parameters:
  ///   - url: The file, which ``prepareToRecord()`` creates or replaces; `/dev/null` to use only
  ///     the meters.
  ///   - settings: The format of the file and the options of the encoder, with the keys of
  ///     `AVAudioFile`.
  /// - Throws: An error of the domain `NSOSStatusErrorDomain` if the settings are unsupported.
  public init(url: URL, settings: [String: Any]) throws {
    self.url = url
    request = try RecorderRequest(url, settings)
    super.init()
    listen(to: SharedSession.session)
  }

  /// Makes a recorder from a format; opens no device and creates no file yet.
  ///
  /// - Parameters:
  ///   - url: The file, which ``prepareToRecord()`` creates or replaces; its extension determines
  ///     the type.
  ///   - format: The format of the file.
  /// - Throws: An error of the domain `NSOSStatusErrorDomain` if the format is unsupported.
  public convenience init(url: URL, format: AVAudioFormat) throws {
    try self.init(url: url, settings: format.settings)
  }

  deinit {
    state.withLock { $0.session }?.end()
  }

  /// Pauses when the session of the process is interrupted; servers interrupt only processes that
  /// play.
  func listen(to session: ProcessSession) {
    let made = InterruptionObserver(session) { [weak self] in
      guard let self, isRecording else { return false }
      pause()
      return true
    } notify: { [weak self] event in
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
      guard let request else { return false }
      let session: RecorderSession
      do {
        let channels = AVAudioSessionChannelDescription.channels(channelAssignments)
        session = try RecorderSession(url, request, channels: channels) {
          [weak self] session, error in
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

  /// Starts recording, or continues after ``pause()``; prepares the recorder if necessary.
  ///
  /// After a pause, the remainder of an earlier duration still applies.
  ///
  /// - Returns: Whether the recorder records. False if it cannot create the file, or cannot open
  ///   the device that `OPENCOREAUDIO_INPUT` names. If no device works, the recording is silent.
  @discardableResult
  open func record() -> Bool { record(nanoseconds: nil, duration: nil) }

  /// Starts recording at a time.
  ///
  /// - Parameter time: The time on the clock of ``deviceCurrentTime``; a past time means now. A
  ///   recorder that is already recording continues.
  /// - Returns: Whether the recorder records or will record.
  @discardableResult
  open func record(atTime time: TimeInterval) -> Bool {
    record(nanoseconds: time, duration: nil)
  }

  /// Starts recording now and stops after a duration.
  ///
  /// - Parameter duration: The duration to record, in seconds. After a pause or during a recording,
  ///   this is the further duration, which replaces an earlier duration.
  /// - Returns: Whether the recorder records.
  @discardableResult
  open func record(forDuration duration: TimeInterval) -> Bool {
    record(nanoseconds: nil, duration: duration)
  }

  /// Starts recording at a time and stops after a duration.
  ///
  /// - Parameters:
  ///   - time: The time on the clock of ``deviceCurrentTime``; a past time means now. A recorder
  ///     that is already recording continues.
  ///   - duration: The duration in seconds, as for ``record(forDuration:)``.
  /// - Returns: Whether the recorder records or will record.
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

  /// Pauses the recording; ``record()`` continues after the last recorded frame.
  open func pause() {
    control.withLock {
      guard phase == .recording else { return }
      state.withLock { $0.session }?.recording.pause()
      state.withLock { $0.phase = .paused }
    }
  }

  /// Stops recording and closes the file.
  ///
  /// The next ``record()`` creates the file again.
  open func stop() {
    let ended = control.withLock { () -> RecorderSession? in
      guard phase != .stopped else { return nil }
      return leave()
    }
    if let ended { notifyDelegate(ended.failure) }
  }

  /// Deletes the file if the recorder is stopped.
  ///
  /// - Returns: Whether the file was deleted. False during a recording or pause, or if it is not a
  ///   regular file.
  @discardableResult
  open func deleteRecording() -> Bool {
    control.withLock {
      switch phase {
      case .recording, .paused: return false
      case .prepared: _ = leave()  // The file is still empty.
      case .stopped: break
      }
      do {
        // Never delete a device, which is not a recording, or a folder with its contents.
        let kind = try FileManager.default.attributesOfItem(atPath: url.path)[.type]
        guard kind as? FileAttributeType == .typeRegular else { return false }
        try FileManager.default.removeItem(at: url)
        return true
      } catch {
        return false
      }
    }
  }

  var phase: RecorderState.Phase { state.withLock { $0.phase } }

  /// Whether the recorder is recording, or waiting for its start time.
  open var isRecording: Bool { phase == .recording }

  /// The recorded duration in seconds; 0 while the recorder is stopped.
  ///
  /// It advances with each captured block, and stops while the device captures no frames.
  open var currentTime: TimeInterval { state.withLock { $0.session }?.time ?? 0 }

  /// Seconds on the clock of ``record(atTime:)``, the monotonic clock of the system.
  open var deviceCurrentTime: TimeInterval { Double(MonotonicClock.nanoseconds) / 1e9 }

  // MARK: Meters

  /// Whether the recorder measures levels.
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

  /// Updates the levels for ``averagePower(forChannel:)`` and ``peakPower(forChannel:)``.
  open func updateMeters() {
    let levels = state.withLock { $0.session }?.recording.levels ?? []
    meters.withLock { $0.take(levels) }
  }

  /// The average level at the last ``updateMeters()``, in decibels of full scale; -160 for silence
  /// or without metering.
  @discardableResult open func averagePower(forChannel channelNumber: Int) -> Float {
    meters.withLock { $0.decibels(channelNumber, \.average) }
  }

  /// The peak level at the last ``updateMeters()``, in decibels of full scale; -160 for silence or
  /// without metering.
  @discardableResult open func peakPower(forChannel channelNumber: Int) -> Float {
    meters.withLock { $0.decibels(channelNumber, \.peak) }
  }

  // MARK: Recorded contents

  /// The device channel to record for each channel; `nil` for the device's default.
  ///
  /// The channels come from a port's ``AVAudioSessionPortDescription/channels``. Assign one for
  /// each recorded channel, all from the same port; a channel without an assignment is silent. A
  /// change takes effect with the next prepared recording. If the sound server lacks a channel,
  /// recording does not start.
  open var channelAssignments: [AVAudioSessionChannelDescription]? {
    get { state.withLock { $0.assignments } }
    set { state.withLock { $0.assignments = newValue } }
  }

  /// The format of the file; complete after ``prepareToRecord()``.
  public var format: AVAudioFormat { state.withLock { $0.format } ?? request?.format ?? .ofNothing }

  /// The requested settings and the file's format; complete after ``prepareToRecord()``.
  public var settings: [String: Any] {
    request?.settings.merging(format.settings) { $1 } ?? [:]
  }
}
