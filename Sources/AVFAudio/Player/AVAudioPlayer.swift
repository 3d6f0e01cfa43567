internal import AudioDevices
internal import AudioPlayback
internal import AudioRouting
internal import AudioRealtime
public import AudioToolbox
public import Foundation
internal import Synchronization

/// A player of an audio file, or of data in memory.
///
/// Plays every format that there is a decoder for. The player must be kept as long as it is to play: it stops where the last
/// reference to it goes.
///
/// Differences from Apple's: the content alone decides what a file is, so a hint is never needed; delegates are called on the main
/// queue, whichever run loop the player was made on.
// Unchecked: all that changes is behind locks, but for the delegate, which belongs to the main thread.
@safe open class AVAudioPlayer: NSObject, @unchecked Sendable {
  /// The file, or `nil` where data is played.
  public let url: URL?
  /// The data, or `nil` where a file is played.
  public let data: Data?
  /// Who hears of the player; set and called on the main thread.
  open weak var delegate: (any AVAudioPlayerDelegate)?

  /// What is played; `nil` in a player of nothing.
  let file: PlayerFile?
  let player: FilePlayer
  private let meters = Mutex(PlayerMeters())
  private let assignments = Mutex<[AVAudioSessionChannelDescription]?>(nil)
  private let interruptions = Mutex<InterruptionObserver?>(nil)
  /// Keeps what tells the delegate.
  private var events: PlayerEvents?

  /// Makes a player of nothing, which never plays: for variables that get a player with a sound later.
  ///
  /// Difference from Apple's: its ``format`` is one of no meaning rather than none.
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
  /// - Parameter url: A file.
  /// - Throws: An error of the domain `NSOSStatusErrorDomain` with the status of Audio File Services.
  public convenience init(contentsOf url: URL) throws {
    try self.init(contentsOf: url, fileTypeHint: nil)
  }

  /// Opens data, which is what a file would hold.
  ///
  /// - Parameter data: The content of a file.
  /// - Throws: An error of the domain `NSOSStatusErrorDomain` with the status of Audio File Services.
  public convenience init(data: Data) throws {
    try self.init(data: data, fileTypeHint: nil)
  }

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - url: A file.
  ///   - utiString: What the file is thought to be (`AVFileType`'s raw value); the content decides.
  /// - Throws: An error of the domain `NSOSStatusErrorDomain` with the status of Audio File Services.
  public init(contentsOf url: URL, fileTypeHint utiString: String?) throws {
    let file = try PlayerFile(url)
    self.file = file
    player = try Self.player(file)
    self.url = url
    data = nil
    super.init()
    listen()
  }

  /// Opens data, which is what a file would hold.
  ///
  /// - Parameters:
  ///   - data: The content of a file.
  ///   - utiString: What it is thought to be (`AVFileType`'s raw value); the content decides.
  /// - Throws: An error of the domain `NSOSStatusErrorDomain` with the status of Audio File Services.
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
    return FilePlayer(
      file.frames, frameCount: file.frames.frameCount, sampleRate: file.format.sampleRate,
      channelCount: Int(file.format.channelCount), channelMap: file.channelMap, choice: choice)
  }

  private func listen() {
    let events = PlayerEvents(self)
    self.events = events
    player.setObserver(events)
    listen(to: SharedSession.session)
  }

  /// Pauses where the server silences programs for what comes first.
  func listen(to session: ProcessSession) {
    let made = InterruptionObserver(session) { [weak self] in
      guard let self, isPlaying else { return false }
      pause()
      return true
    } tell: { [weak self] event in
      guard let self else { return }
      switch event {
      case .began: delegate?.audioPlayerBeginInterruption(self)
      case .ended: delegate?.audioPlayerEndInterruption(self, withOptions: 1)
      }
    }
    interruptions.withLock { $0 = made }
  }

  // MARK: Playing

  /// Decodes the first half second, so that ``play()`` is heard sooner.
  ///
  /// - Returns: Whether the file can be decoded.
  @discardableResult
  open func prepareToPlay() -> Bool { file != nil && player.prepare() }

  /// Plays from ``currentTime`` on; prepares where that was not done.
  ///
  /// - Returns: Whether it plays: not where no device can be opened, or the file cannot be decoded.
  @discardableResult
  open func play() -> Bool { file != nil && player.play() }

  /// Plays from ``currentTime`` on, at a moment.
  ///
  /// - Parameter time: The moment as ``deviceCurrentTime`` counts them; one that has passed is now. A player that is playing goes on
  ///   as it is.
  /// - Returns: Whether it plays, or will.
  @discardableResult
  open func play(atTime time: TimeInterval) -> Bool {
    guard file != nil, time.isFinite else { return false }
    let nanoseconds = Int(max(0, min(time, 1e9)) * 1e9)
    return player.play(nanoseconds: nanoseconds)
  }

  /// Falls silent and stays ready to go on.
  open func pause() { player.pause() }

  /// Stops and lets the device go; ``currentTime`` stays where it is.
  open func stop() { player.stop() }

  /// Whether it plays, or waits for the moment at which it is to.
  open var isPlaying: Bool { player.isPlaying }

  /// Seconds into the file: what is heard, or where ``play()`` begins.
  ///
  /// Setting it goes on from there, exactly; a time outside of the file is its nearest end. 0 after the end has been heard.
  open var currentTime: TimeInterval {
    get { player.frame / format.sampleRate }
    set {
      guard !newValue.isNaN else { return }
      let frames = max(0, min(newValue * format.sampleRate, Double(player.frameCount)))
      player.seek(to: Int(frames.rounded()))
    }
  }

  /// Seconds on the clock of ``play(atTime:)``, the monotonic clock of the system.
  open var deviceCurrentTime: TimeInterval { Double(MonotonicClock.nanoseconds) / 1e9 }

  /// Seconds of the file.
  open var duration: TimeInterval { Double(player.frameCount) / format.sampleRate }

  /// How often the file is played again after the first time, without a gap; negative for without end.
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

  /// Sets the volume, which is reached in so many seconds.
  open func setVolume(_ volume: Float, fadeDuration duration: TimeInterval) {
    guard volume.isFinite, !duration.isNaN else { return }
    player.setVolume(max(0, volume), rampSeconds: max(0, min(duration, 3600)))
  }

  /// The balance of two channels, or where between two loudspeakers a single one is heard: -1 for left alone, 1 for right alone.
  ///
  /// Has no effect on more channels.
  open var pan: Float {
    get { player.balance }
    set { if !newValue.isNaN { player.setBalance(max(-1, min(newValue, 1))) } }
  }

  /// Whether ``rate`` has an effect; to be set before ``prepareToPlay()`` and ``play()``, else it holds from the next start that
  /// follows ``stop()`` or the end.
  ///
  /// Stays false where this machine lacks libsonic.
  open var enableRate: Bool {
    get { player.isRateEnabled }
    set { player.setRateEnabled(newValue) }
  }

  /// Seconds of the file for each second of listening, 0.5 to 2; the pitch stays.
  open var rate: Float {
    get { player.rate }
    set { if !newValue.isNaN { player.setRate(max(0.5, min(newValue, 2))) } }
  }

  // MARK: Meters

  /// Whether levels are measured.
  open var isMeteringEnabled: Bool {
    get { meters.withLock { $0.isEnabled } }
    set {
      meters.withLock { meters in
        meters.isEnabled = newValue
        player.setMetering(newValue)
      }
    }
  }

  /// Takes the levels that are heard now, for ``averagePower(forChannel:)`` and ``peakPower(forChannel:)``.
  open func updateMeters() {
    let levels = player.levels
    meters.withLock { $0.take(levels) }
  }

  /// The average level at the last ``updateMeters()``, in decibels of full scale; -160 for silence and where nothing is measured.
  @discardableResult
  open func averagePower(forChannel channelNumber: Int) -> Float {
    meters.withLock { $0.decibels(channelNumber, \.average) }
  }

  /// The peak level at the last ``updateMeters()``, in decibels of full scale; -160 for silence and where nothing is measured.
  @discardableResult
  open func peakPower(forChannel channelNumber: Int) -> Float {
    meters.withLock { $0.decibels(channelNumber, \.peak) }
  }

  // MARK: What is played

  /// The number of channels.
  public var numberOfChannels: Int { Int(file?.format.channelCount ?? 0) }

  /// What the file holds.
  public var format: AVAudioFormat { file?.format ?? .ofNothing }

  /// What the file holds, as a settings dictionary.
  public var settings: [String: Any] { file?.format.settings ?? [:] }

  /// For each channel the channel of a device on which it is heard, of a port's ``AVAudioSessionPortDescription/channels``; `nil` for what
  /// the device does by itself.
  ///
  /// There should be as many as the player has channels, all of one port: a channel without one is not heard. A player that is
  /// playing goes on there; where the sound server has no such channel it does not play.
  open var channelAssignments: [AVAudioSessionChannelDescription]? {
    get { assignments.withLock { $0 } }
    set {
      assignments.withLock { $0 = newValue }
      var choice = player.choice
      choice.channels = AVAudioSessionChannelDescription.channels(newValue)
      player.setChoice(choice)
    }
  }

  /// The device that plays, or else the one that will: a name as in the variable `OPENCOREAUDIO_DEVICE`.
  ///
  /// Setting it moves the player there; `nil` is the best device that there is. A name that is none changes nothing.
  open var currentDevice: String? {
    get { player.device?.name }
    set {
      guard var choice = DeviceChoice.named(newValue) else { return }
      choice.channels = player.choice.channels
      player.setChoice(choice)
    }
  }
}
