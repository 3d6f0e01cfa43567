internal import AudioDevices
internal import AudioPlayback
internal import AudioRouting
internal import AudioRealtime
public import AudioToolbox
public import Foundation
internal import Synchronization

/// Plays an audio file, or audio data in memory.
///
/// Keep a reference to the player while it plays: it stops when the last reference is released.
///
/// Differences from Apple's: only the content determines the file type. The main queue calls the
/// delegate, whichever run loop the player was made on.
// Unchecked: locks guard all mutable state except the delegate, which belongs to the main thread.
@safe open class AVAudioPlayer: NSObject, @unchecked Sendable {
  /// The file, or `nil` if the player plays data.
  public let url: URL?
  /// The data, or `nil` if the player plays a file.
  public let data: Data?
  /// The player's delegate; set and called on the main thread.
  open weak var delegate: (any AVAudioPlayerDelegate)?

  /// The open file; `nil` in a player without a sound.
  let file: PlayerFile?
  let player: FilePlayer
  private let meters = Mutex(PlayerMeters())
  private let assignments = Mutex<[AVAudioSessionChannelDescription]?>(nil)
  private let interruptions = Mutex<InterruptionObserver?>(nil)
  /// Keeps the object that calls the delegate alive.
  private var events: PlayerEvents?

  /// Makes a player without a sound, which never plays; for variables that get a player later.
  ///
  /// Difference from Apple's: its ``format`` is a placeholder rather than `nil`.
  public override init() {
    file = nil
    player = FilePlayer(
      NoFrames(), frameCount: 0, sampleRate: AVAudioFormat.ofNothing.sampleRate,
      channelCount: Int(AVAudioFormat.ofNothing.channelCount),
      choice: AudioQueueDevices.chosen ?? .automatic)
    url = nil
    data = nil
    super.init()
  }

  /// Opens a file.
  ///
  /// - Parameter url: The location of the file.
  /// - Throws: An `NSOSStatusErrorDomain` error with the status of Audio File Services.
  public convenience init(contentsOf url: URL) throws {
    try self.init(contentsOf: url, fileTypeHint: nil)
  }

  /// Opens the content of a file in memory.
  ///
  /// - Parameter data: The content of a file.
  /// - Throws: An `NSOSStatusErrorDomain` error with the status of Audio File Services.
  public convenience init(data: Data) throws {
    try self.init(data: data, fileTypeHint: nil)
  }

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - url: The location of the file.
  ///   - utiString: The expected type (`AVFileType`'s raw value), ignored because the content
  ///     decides.
  /// - Throws: An `NSOSStatusErrorDomain` error with the status of Audio File Services.
  public init(contentsOf url: URL, fileTypeHint utiString: String?) throws {
    let file = try PlayerFile(url)
    self.file = file
    player = try Self.player(file)
    self.url = url
    data = nil
    super.init()
    listen()
  }

  /// Opens the content of a file in memory.
  ///
  /// - Parameters:
  ///   - data: The content of a file.
  ///   - utiString: The expected type (`AVFileType`'s raw value), ignored because the content
  ///     decides.
  /// - Throws: An `NSOSStatusErrorDomain` error with the status of Audio File Services.
  public init(data: Data, fileTypeHint utiString: String?) throws {
    let file = try PlayerFile(data)
    self.file = file
    player = try Self.player(file)
    url = nil
    self.data = data
    super.init()
    listen()
  }

  deinit {
    player.shutDown()
  }

  private static func player(_ file: PlayerFile) throws -> FilePlayer {
    guard let choice = AudioQueueDevices.chosen else {
      throw PlayerFile.error(kAudioQueueErr_InvalidDevice)
    }
    let player = FilePlayer(
      file.frames, frameCount: file.frames.frameCount, sampleRate: file.format.sampleRate,
      channelCount: Int(file.format.channelCount), choice: choice)
    player.setChannelMap(file.channelMap)
    return player
  }

  private func listen() {
    let events = PlayerEvents(self)
    self.events = events
    player.setObserver(events)
    listen(to: SharedSession.session)
  }

  /// Pauses during interruptions by audio of higher priority, and notifies the delegate.
  func listen(to session: ProcessSession) {
    let made = InterruptionObserver(session) { [weak self] in
      guard let self, isPlaying else { return false }
      pause()
      return true
    } notify: { [weak self] event in
      guard let self else { return }
      switch event {
      case .began: delegate?.audioPlayerBeginInterruption(self)
      case .ended: delegate?.audioPlayerEndInterruption(self, withOptions: 1)
      }
    }
    interruptions.withLock { $0 = made }
  }

  // MARK: Playing

  /// Decodes the first half second, so that ``play()`` starts sooner.
  ///
  /// - Returns: Whether the file can be decoded.
  @discardableResult
  open func prepareToPlay() -> Bool { file != nil && player.prepare() }

  /// Plays from ``currentTime``; prepares first if necessary.
  ///
  /// - Returns: `false` if no device can be opened, or the file cannot be decoded.
  @discardableResult
  open func play() -> Bool { file != nil && player.play() }

  /// Plays from ``currentTime`` at a given time; has no effect on a player that is already playing.
  ///
  /// - Parameter time: The start on the clock of ``deviceCurrentTime``; a past time means now.
  /// - Returns: Whether the player plays or is scheduled to play.
  @discardableResult
  open func play(atTime time: TimeInterval) -> Bool {
    guard file != nil, time.isFinite else { return false }
    let nanoseconds = Int(max(0, min(time, 1e9)) * 1e9)
    return player.play(nanoseconds: nanoseconds)
  }

  /// Pauses, and stays ready to resume.
  open func pause() { player.pause() }

  /// Stops and releases the device; ``currentTime`` does not change.
  open func stop() { player.stop() }

  /// Whether the player plays, or waits for its scheduled start.
  open var isPlaying: Bool { player.isPlaying }

  /// The time of the audible sound in seconds, or the start of the next ``play()``.
  ///
  /// It is 0 after the sound finishes. Set it to continue exactly from that time, which is clamped
  /// to the file's duration.
  open var currentTime: TimeInterval {
    get { player.frame / format.sampleRate }
    set {
      guard !newValue.isNaN else { return }
      let frames = max(0, min(newValue * format.sampleRate, Double(player.frameCount)))
      player.seek(to: Int(frames.rounded()))
    }
  }

  /// The time in seconds on the clock of ``play(atTime:)``, which is the system's monotonic clock.
  open var deviceCurrentTime: TimeInterval { Double(MonotonicClock.nanoseconds) / 1e9 }

  /// The duration of the file in seconds.
  open var duration: TimeInterval { Double(player.frameCount) / format.sampleRate }

  /// The number of repetitions after the first pass, without gaps; negative to repeat forever.
  open var numberOfLoops: Int {
    get { player.loopCount }
    set { player.setLoopCount(newValue) }
  }

  // MARK: Sound

  /// The volume: 0 for silence, 1 for unchanged.
  open var volume: Float {
    get { player.volume }
    set { setVolume(newValue, fadeDuration: 0) }
  }

  /// Sets the volume, which fades linearly over a duration in seconds.
  open func setVolume(_ volume: Float, fadeDuration duration: TimeInterval) {
    guard volume.isFinite, !duration.isNaN else { return }
    player.setVolume(max(0, volume), rampSeconds: max(0, min(duration, 3600)))
  }

  /// The balance of two channels, or the position of a single one.
  ///
  /// The value is -1 for left only to 1 for right only; it has no effect on more channels.
  open var pan: Float {
    get { player.balance }
    set { if !newValue.isNaN { player.setBalance(max(-1, min(newValue, 1))) } }
  }

  /// Whether ``rate`` has an effect; `false` if libsonic is not installed.
  ///
  /// Set it before ``prepareToPlay()`` and ``play()``. Otherwise, it takes effect at the next start
  /// after ``stop()`` or the end.
  open var enableRate: Bool {
    get { player.isRateEnabled }
    set { player.setRateEnabled(newValue) }
  }

  /// The playback rate without pitch change, 0.5 to 2.
  open var rate: Float {
    get { player.rate }
    set { if !newValue.isNaN { player.setRate(max(0.5, min(newValue, 2))) } }
  }

  // MARK: Meters

  /// Whether the player measures levels.
  open var isMeteringEnabled: Bool {
    get { meters.withLock { $0.isEnabled } }
    set {
      meters.withLock { meters in
        meters.isEnabled = newValue
        player.setMetering(newValue)
      }
    }
  }

  /// Takes the current levels for ``averagePower(forChannel:)`` and ``peakPower(forChannel:)``.
  open func updateMeters() {
    let levels = player.levels
    meters.withLock { $0.take(levels) }
  }

  /// The average level at the last ``updateMeters()`` in decibels; -160 for silence or no metering.
  @discardableResult
  open func averagePower(forChannel channelNumber: Int) -> Float {
    meters.withLock { $0.decibels(channelNumber, \.average) }
  }

  /// The peak level at the last ``updateMeters()`` in decibels; -160 for silence or no metering.
  @discardableResult
  open func peakPower(forChannel channelNumber: Int) -> Float {
    meters.withLock { $0.decibels(channelNumber, \.peak) }
  }

  // MARK: Format

  /// The number of channels.
  public var numberOfChannels: Int { Int(file?.format.channelCount ?? 0) }

  /// The format of the file.
  public var format: AVAudioFormat { file?.format ?? .ofNothing }

  /// The format of the file as a settings dictionary.
  public var settings: [String: Any] { file?.format.settings ?? [:] }

  /// The device channel for each channel of the player; `nil` for the device's own order.
  ///
  /// Assign one channel for each channel of the player, from the
  /// ``AVAudioSessionPortDescription/channels`` of one port. A channel without an assignment is
  /// silent. A running player moves; it does not play if the server lacks a channel.
  open var channelAssignments: [AVAudioSessionChannelDescription]? {
    get { assignments.withLock { $0 } }
    set {
      assignments.withLock { $0 = newValue }
      var choice = player.choice
      choice.channels = AVAudioSessionChannelDescription.channels(newValue)
      player.setChoice(choice)
    }
  }

  /// The name of the current or next device, in the form of `OPENCOREAUDIO_DEVICE`.
  ///
  /// Set it to move the player; `nil` selects the best available device. Invalid names have no
  /// effect.
  open var currentDevice: String? {
    get { player.device?.name }
    set {
      guard var choice = DeviceChoice.named(newValue) else { return }
      choice.channels = player.choice.channels
      player.setChoice(choice)
    }
  }
}
