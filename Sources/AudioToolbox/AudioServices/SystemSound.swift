internal import AudioDevices
internal import AudioPlayback
internal import AudioRealtime
internal import CoreAudioTypes
internal import Dispatch
internal import Synchronization

/// A sound that plays on request, on its own queue, so that callers do not wait for a device.
///
/// A start during playback restarts the sound.
final class SystemSound: Sendable {
  /// The queue for the clients' blocks, which run one at a time for all sounds.
  private static let blocks = DispatchQueue(label: "oca-system-sounds")

  private struct State {
    var isUISound: UInt32 = 1
    var completesIfProgramEnds: UInt32 = 0
    var isDisposed = false
    var completion: SystemSoundCompletion?
    /// The number of starts that have not ended yet.
    var startCount = 0
  }

  /// The current playback and its completion.
  ///
  /// Only the queue uses it.
  private struct Playing {
    var playback: SoundPlayback
    var number: Int
    var completion: @Sendable () -> Void
  }

  let identifier: SystemSoundID
  private let choice: DeviceChoice
  /// Returns the decoded sound, or `nil` if it is silent.
  private let sound: @Sendable () -> DecodedSound?
  private let queue: DispatchQueue
  private let state = Mutex(State())
  private let playing = Mutex<Playing?>(nil)
  private let lastNumber = Mutex(0)

  /// Creates a sound.
  ///
  /// - Parameters:
  ///   - identifier: The client's identifier.
  ///   - choice: The devices to try.
  ///   - sound: Returns the decoded sound. Called on a thread that may block.
  init(
    _ identifier: SystemSoundID, choice: DeviceChoice,
    sound: @escaping @Sendable () -> DecodedSound?
  ) {
    self.identifier = identifier
    self.choice = choice
    self.sound = sound
    queue = DispatchQueue(label: "oca-system-sound")
  }

  /// Plays from the beginning, and returns immediately.
  ///
  /// - Parameter completion: A closure called after the sound, even if it was cut off or not
  ///   playable.
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
      // Desktops have a separate volume for program sounds.
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

  /// Stops the sound permanently, and removes the client's completion function.
  func dispose() {
    // Set first, so that a call of `setCompletion` on another thread keeps no new function.
    state.withLock { $0.isDisposed = true }
    setCompletion(nil)
    queue.async { [self] in stop() }
  }

  /// Sets the completion function, replacing the previous one.
  func setCompletion(_ completion: SystemSoundCompletion?) {
    let old = state.withLock { state in
      guard completion == nil || !state.isDisposed else { return completion }
      defer { state.completion = completion }
      return state.completion
    }
    old?.cancel()
  }

  /// Whether the user's settings for program sounds apply.
  var isUISound: UInt32 {
    get { state.withLock { $0.isUISound } }
    set { state.withLock { $0.isUISound = newValue } }
  }

  /// Whether a process waits for the end of the sound before it exits.
  var completesIfProgramEnds: UInt32 {
    get { state.withLock { $0.completesIfProgramEnds } }
    set { state.withLock { $0.completesIfProgramEnds = newValue } }
  }

  /// Whether a start has not ended yet.
  var isPlaying: Bool { state.withLock { $0.startCount > 0 } }

  /// Whether a playback is in progress.
  var hasBegun: Bool { playing.withLock { $0 != nil } }

  /// Whether the current playback has reached its end.
  var hasEnded: Bool { playing.withLock { $0?.playback.hasEnded ?? false } }

  /// Delays the start and end of sounds during a call.
  func whileQueueWaits<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) {
    queue.suspend()
    defer { queue.resume() }
    try body()
  }

  /// Calls a client's block after all earlier ones.
  static func runBlock(_ block: @escaping @Sendable () -> Void) {
    blocks.async(execute: block)
  }

  // MARK: On the queue

  /// Cuts off the current playback.
  ///
  /// If it has already ended, it counts as complete.
  private func stop() {
    guard let old = takePlaying(nil) else { return }
    old.playback.shutDown()
    end(old.completion, isHeard: old.playback.hasEnded)
  }

  /// Ends a playback that has reached its end or failed.
  private func finish(_ number: Int) {
    guard let old = takePlaying(number) else { return }
    old.playback.shutDown()
    end(old.completion, isHeard: true)
  }

  /// Removes and returns the current playback, if it has the given number or the number is `nil`.
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
