internal import AVFAudio
internal import AudioPlayback
internal import Foundation
internal import Synchronization

extension AVPlayer {
  /// Sets ``rate`` for ``play()`` and ``pause()``.
  ///
  /// A subclass may override the property, and may call these functions in its setter.
  func request(rate newRate: Float) {
    let thread = pthread_self()
    let isNested = published.withLock { $0.requestingThreads.contains(thread) }
    guard !isNested else { return set(rate: newRate) }
    published.withLock { _ = $0.requestingThreads.insert(thread) }
    rate = newRate
    published.withLock { _ = $0.requestingThreads.remove(thread) }
  }

  /// Sets the rate, limited to the range that the player and the item support.
  func set(rate: Float, atOnce: Bool = false, at nanoseconds: Int? = nil) {
    guard rate.isFinite, published.withLock({ $0.status }) != .failed else { return }
    var rate = max(-Self.highestRate, min(rate, Self.highestRate))
    if rate < 0, let item = published.withLock({ $0.items.first }), item.status == .readyToPlay,
      !item.canPlayReverse
    {
      rate = 0
    }
    if rate != 0, !ItemPlayer.canChangeSpeed { rate = rate < 0 ? -1 : 1 }
    guard rate != core.rate || atOnce || nanoseconds != nil else { return }
    core.setRate(rate, atOnce: atOnce, at: nanoseconds)
    synchronise()
    postRate(because: .setRateCalled)
  }

  /// Pauses when a session is interrupted or becomes inactive.
  ///
  /// - Parameter session: The session; `nil` for the one of the program.
  func listen(to session: AVAudioSession?) {
    let made = InterruptionObserver(session) { [weak self] in
      guard let self, core.rate != 0 else { return false }
      core.setRate(0, atOnce: false, at: nil)
      synchronise()
      postRate(because: .audioSessionInterrupted)
      return true
    }
    relay.interruptions.withLock { $0 = made }
  }

  private static let highestRate: Float = 32
}
