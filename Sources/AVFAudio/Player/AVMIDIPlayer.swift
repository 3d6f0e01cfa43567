internal import AudioDevices
internal import AudioPlayback
internal import AudioRealtime
internal import AudioRouting
public import AudioToolbox
public import Foundation
internal import MIDISynthesis
internal import Synchronization

/// A closure that is called when a player has played its file to the end.
public typealias AVMIDIPlayerCompletionHandler = @Sendable () -> Void

/// Plays a Standard MIDI File with a synthesizer.
///
/// Keep a reference to the player while it plays. The sounds come from the given sound bank.
/// Without one, they come from the bank that `OPENCOREAUDIO_SOUNDFONT` names. The next choices are
/// the distribution's default bank, and Sonivox's own sounds.
// Unchecked: all state is constant or guarded by a lock.
open class AVMIDIPlayer: NSObject, @unchecked Sendable {
  private struct State {
    var isPlaying = false
    var isOpen = false
    /// The number of starts and stops.
    var turn = 0
    var handlers: [AVMIDIPlayerCompletionHandler] = []
    /// The asynchronous calls that wait for the end or a stop.
    var waiting: [CheckedContinuation<Void, Never>] = []

    /// Ends the current playback.
    ///
    /// - Returns: The calls to make after the lock has been released.
    mutating func end() -> Ending {
      defer { (isPlaying, handlers, waiting) = (false, [], []) }
      return Ending(handlers: handlers, waiting: waiting)
    }
  }

  /// The calls to make at the end of playback.
  private struct Ending {
    let handlers: [AVMIDIPlayerCompletionHandler]
    let waiting: [CheckedContinuation<Void, Never>]

    func resumeWaiting() {
      for continuation in waiting { continuation.resume() }
    }
  }

  private static let sampleRate = 44_100.0

  private let song: SongFrames
  private let playback: PulledPlayback
  private let hasDevices: Bool
  private let loss: PlayerLoss
  private let state = Mutex(State())
  /// Held while the song and the device are started or stopped.
  private let turns = WaitingLock()
  private let later = SerialThread(name: "oca-midi")
  private let interruptions = Mutex<InterruptionObserver?>(nil)

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - inURL: The location of the file.
  ///   - bankURL: The sound bank (SF2, SF3, or DLS), or `nil` for the standard sounds.
  /// - Throws: An error if the file is no MIDI file, or the sounds cannot be loaded.
  public convenience init(contentsOf inURL: URL, soundBankURL bankURL: URL?) throws {
    let data: Data
    do {
      data = try Data(contentsOf: inURL)
    } catch {
      let isRefused = (error as? CocoaError)?.code == .fileReadNoPermission
      throw NSError.audio(
        isRefused ? kAudioFilePermissionsError : kAudio_FileNotFoundError,
        "AVMIDIPlayer(contentsOf:): \(inURL.path) cannot be read")
    }
    try self.init(data: data, soundBankURL: bankURL)
  }

  /// Opens the content of a file in memory.
  ///
  /// - Parameters:
  ///   - data: The content of the file.
  ///   - bankURL: The sound bank (SF2, SF3, or DLS), or `nil` for the standard sounds.
  /// - Throws: An error if the data is not a MIDI file, or the sounds cannot be loaded.
  public init(data: Data, soundBankURL bankURL: URL?) throws {
    let bytes = [UInt8](data)
    do throws(SongError) {
      song = try SongFrames(bytes.span, bank: bankURL?.path, sampleRate: Self.sampleRate)
    } catch {
      throw NSError.audio(
        error.status, "AVMIDIPlayer(data:): not a MIDI file, or the sounds cannot be loaded")
    }
    let choice = AudioQueueDevices.chosen
    hasDevices = choice != nil
    let loss = PlayerLoss()
    self.loss = loss
    playback = PulledPlayback(choice ?? DeviceChoice([])) { if case .lost = $0 { loss.note() } }
    super.init()
    loss.player = self
    listen(to: nil)
  }

  deinit {
    state.withLock { $0.end() }.resumeWaiting()
    song.end.post()
    playback.stop()
  }

  // MARK: Time

  /// The length of the file at rate 1, in seconds.
  open var duration: TimeInterval { song.seconds }

  /// The position in seconds at rate 1.
  open var currentPosition: TimeInterval {
    get { song.position }
    set { song.position = max(0, newValue.isFinite ? newValue : 0) }
  }

  /// The factor of the tempo; 1 by default.
  open var rate: Float {
    get { Float(song.rate) }
    set { song.rate = Double(newValue) }
  }

  /// Whether the player plays.
  open var isPlaying: Bool { state.withLock { $0.isPlaying } }

  // MARK: Playing

  /// Opens the device, so that a later start is faster.
  open func prepareToPlay() {
    turns.take()
    defer { turns.give() }
    _ = open(isRetry: false)
  }

  /// Plays from the current position, or from the start if the song is over.
  ///
  /// - Parameter completionHandler: Called on an internal thread when the end has been rendered;
  ///   not after ``stop()``. If the player is already playing, it is called at the end of that
  ///   playback. If no device plays, it is called at once.
  open func play(_ completionHandler: AVMIDIPlayerCompletionHandler? = nil) {
    start(completionHandler, nil)
  }

  /// Plays from the current position to the end, or from the start if the song is over.
  ///
  /// Also returns after ``stop()``. If the player is already playing, the call returns at the end
  /// of that playback. If no device plays, it returns at once.
  open func play() async {
    await withCheckedContinuation { continuation in start(nil, continuation) }
  }

  private func start(
    _ handler: AVMIDIPlayerCompletionHandler?, _ continuation: CheckedContinuation<Void, Never>?
  ) {
    turns.take()
    let turn = state.withLock { state -> Int? in
      if let handler { state.handlers.append(handler) }
      if let continuation { state.waiting.append(continuation) }
      guard !state.isPlaying else { return nil }
      state.isPlaying = true
      state.turn += 1
      return state.turn
    }
    var isOpen = false
    if turn != nil {
      if song.isOver { song.position = 0 }
      song.start()
      isOpen = open(isRetry: false)
    }
    turns.give()
    guard let turn else { return }
    guard isOpen else { return finish(turn) }
    let song = song
    _ = AudioThread(name: "oca-midi-end") { [weak self] in
      repeat { song.end.wait() } while self?.isWaiting(turn) == true
      self?.finish(turn)
    }
  }

  /// Stops when a session is interrupted or becomes inactive.
  func listen(to session: AVAudioSession?) {
    let made = InterruptionObserver(session) { [weak self] in
      guard let self, isPlaying else { return false }
      stop()
      return true
    }
    interruptions.withLock { $0 = made }
  }

  /// Stops, and keeps the position.
  open func stop() {
    turns.take()
    let ending = state.withLock { state -> Ending? in
      guard state.isPlaying else { return nil }
      state.turn += 1
      return state.end()
    }
    if ending != nil {
      song.stop()
      close()
      song.end.post()
    }
    turns.give()
    ending?.resumeWaiting()
  }

  /// Whether the playback of a start is still in progress.
  private func isWaiting(_ turn: Int) -> Bool {
    if state.withLock({ $0.turn == turn && $0.isPlaying }) { return !song.isOver }
    // The signal may have been for the thread of a later start.
    song.end.post()
    return false
  }

  /// Ends the playback of a start and calls its handler, unless another call has ended it.
  private func finish(_ turn: Int) {
    turns.take()
    let ending = state.withLock { state in
      state.turn == turn && state.isPlaying ? state.end() : nil
    }
    if ending != nil {
      song.stop()
      close()
    }
    turns.give()
    for handler in ending?.handlers ?? [] { handler() }
    ending?.resumeWaiting()
  }

  private func open(isRetry: Bool) -> Bool {
    guard hasDevices else { return false }
    let isOpen = state.withLock { state -> Bool in
      defer { state.isOpen = true }
      return state.isOpen && !isRetry
    }
    if isOpen { return true }
    let wanted = SharedSession.session.setup.bufferSeconds
    do throws(DeviceError) {
      try playback.start(
        song, bufferSeconds: PulledPlayback.bufferSeconds(preferring: wanted), isRetry: isRetry)
      return true
    } catch {
      state.withLock { $0.isOpen = false }
      NSLog("AVMIDIPlayer: the output device cannot be started: %@", "\(error)")
      return false
    }
  }

  private func close() {
    playback.stop()
    state.withLock { $0.isOpen = false }
  }

  /// Continues on the next device after a loss.
  fileprivate func deviceWasLost() {
    later.post { [weak self] in
      guard let self else { return }
      turns.take()
      let turn = state.withLock { $0.isPlaying ? $0.turn : nil }
      let isOpen = turn == nil || open(isRetry: true)
      turns.give()
      if let turn, !isOpen { finish(turn) }
    }
  }
}

/// Notes the loss of a player's device.
private final class PlayerLoss: @unchecked Sendable {
  // Unchecked: set once, before any other thread can read it.
  weak var player: AVMIDIPlayer?

  func note() { player?.deviceWasLost() }
}

extension SongError {
  /// The status of a file that cannot be played.
  fileprivate var status: OSStatus {
    switch self {
    case .invalidFile: kAudioUnitErr_InvalidFile
    case .synthesis(let error): error.status
    }
  }
}
