internal import AudioDevices
internal import AudioPlayback
internal import AudioRealtime
internal import CoreAudioTypes
internal import Dispatch
internal import Synchronization

/// A sound that plays when it is told to, on a queue of its own: nobody waits for a device.
///
/// It plays once at a time: a start while it plays begins anew.
final class SystemSound: Sendable {
  /// Blocks of clients run one after the other, whichever sound they are of.
  private static let blocks = DispatchQueue(label: "oca-system-sounds")

  private struct State {
    var isUISound: UInt32 = 1
    var completesIfProgramEnds: UInt32 = 0
    var isDisposed = false
    var completion: SystemSoundCompletion?
    /// Starts whose end has not come yet.
    var startCount = 0
  }

  /// What plays now, and what is called when it ends; only the queue touches it.
  private struct Playing {
    var playback: SoundPlayback
    var number: Int
    var completion: @Sendable () -> Void
  }

  let identifier: SystemSoundID
  private let choice: DeviceChoice
  /// Gives the sound, or `nil` where there is nothing to hear.
  private let sound: @Sendable () -> DecodedSound?
  private let queue: DispatchQueue
  private let state = Mutex(State())
  private let playing = Mutex<Playing?>(nil)
  private let lastNumber = Mutex(0)

  /// Makes a sound.
  ///
  /// - Parameters:
  ///   - identifier: What the client knows it by.
  ///   - choice: The devices to try.
  ///   - sound: Gives what is heard; called on a thread that may wait.
  init(
    _ identifier: SystemSoundID, choice: DeviceChoice,
    sound: @escaping @Sendable () -> DecodedSound?
  ) {
    self.identifier = identifier
    self.choice = choice
    self.sound = sound
    queue = DispatchQueue(label: "oca-system-sound")
  }

  /// Plays from the beginning; returns at once.
  ///
  /// - Parameter completion: Called after the sound, also where it was cut off or could not be heard.
  func play(completion: (@Sendable () -> Void)? = nil) {
    state.withLock { $0.startCount += 1 }
    queue.async { [self] in
      stop()
      guard !state.withLock({ $0.isDisposed }), let decoded = sound() else {
        return end(completion ?? {}, isHeard: !state.withLock { $0.isDisposed })
      }
      let number = lastNumber.withLock { number in
        number += 1
        return number
      }
      var choice = choice
      // Desktops have a volume of its own for the sounds of programs.
      choice.role = isUISound != 0 ? .event : nil
      let playback = SoundPlayback(decoded, choice: choice) { [self] in
        queue.async { [self] in finish(number) }
      }
      playing.withLock {
        $0 = Playing(playback: playback, number: number, completion: completion ?? {})
      }
      do {
        try playback.start()
      } catch {
        finish(number)
      }
    }
  }

  /// Falls silent and plays no more; the client's function is forgotten.
  func dispose() {
    // Before the function is forgotten: one that another thread sets now is not kept.
    state.withLock { $0.isDisposed = true }
    setCompletion(nil)
    queue.async { [self] in stop() }
  }

  /// Sets which function hears of the end, in place of the one before.
  func setCompletion(_ completion: SystemSoundCompletion?) {
    let old = state.withLock { state in
      guard completion == nil || !state.isDisposed else { return completion }
      defer { state.completion = completion }
      return state.completion
    }
    old?.cancel()
  }

  /// Whether the user's settings for sounds of programs count.
  var isUISound: UInt32 {
    get { state.withLock { $0.isUISound } }
    set { state.withLock { $0.isUISound = newValue } }
  }

  /// Whether a program that ends waits for the end of the sound.
  var completesIfProgramEnds: UInt32 {
    get { state.withLock { $0.completesIfProgramEnds } }
    set { state.withLock { $0.completesIfProgramEnds = newValue } }
  }

  /// Whether it has been told to play and has not come to its end.
  var isPlaying: Bool { state.withLock { $0.startCount > 0 } }

  /// Whether a playing is under way.
  var hasBegun: Bool { playing.withLock { $0 != nil } }

  /// Whether the playing under way has been heard to its end.
  var hasEnded: Bool { playing.withLock { $0?.playback.hasEnded ?? false } }

  /// Holds up what starts and ends sounds during a call.
  func whileQueueWaits<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) {
    queue.suspend()
    defer { queue.resume() }
    try body()
  }

  /// Calls a client's block, after those before it.
  static func runBlock(_ block: @escaping @Sendable () -> Void) {
    blocks.async(execute: block)
  }

  // MARK: On the queue

  /// Cuts off the sounds that play, and reports those that have ended by now as complete.
  private func stop() {
    guard let old = takePlaying(nil) else { return }
    old.playback.shutDown()
    end(old.completion, isHeard: old.playback.hasEnded)
  }

  /// Ends what has been heard, or could not be.
  private func finish(_ number: Int) {
    guard let old = takePlaying(number) else { return }
    old.playback.shutDown()
    end(old.completion, isHeard: true)
  }

  /// What plays, if it is of this number or none is asked for.
  private func takePlaying(_ number: Int?) -> Playing? {
    playing.withLock { playing in
      guard let current = playing, number == nil || current.number == number else { return nil }
      playing = nil
      return current
    }
  }

  private func end(_ completion: @escaping @Sendable () -> Void, isHeard: Bool) {
    Self.runBlock(completion)
    let function = state.withLock { state -> SystemSoundCompletion? in
      state.startCount -= 1
      return state.completion
    }
    if isHeard { function?.post() }
    SystemSounds.ended.post()
  }
}
