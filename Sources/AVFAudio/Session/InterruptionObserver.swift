internal import AudioRouting
internal import Dispatch
internal import Synchronization

/// Pauses a player or a recorder for an interruption, and has its delegate told on the main queue; pauses it where the session is made
/// inactive, too, which is no interruption.
final class InterruptionObserver: Sendable {
  /// What the delegate is told.
  enum Event: Sendable {
    case began
    /// It may go on without asking.
    case ended
  }

  private let session: ProcessSession
  private let observer: Int
  private let member: Int

  /// Observes a session.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - pause: Pauses what plays or records, and tells whether it did; called on any thread.
  ///   - tell: Tells the delegate of what was paused; called on the main queue.
  init(
    _ session: ProcessSession, pause: @escaping @Sendable () -> Bool,
    tell: @escaping @Sendable (Event) -> Void
  ) {
    self.session = session
    let wasPaused = Mutex(false)
    session.listen()
    member = session.join(pause)
    observer = session.observe { event in
      switch event {
      case .interruptionBegan:
        guard pause() else { return }
        wasPaused.withLock { $0 = true }
        DispatchQueue.main.async { tell(.began) }
      case .interruptionEnded:
        let isOurs = wasPaused.withLock { wasPaused in
          defer { wasPaused = false }
          return wasPaused
        }
        if isOurs { DispatchQueue.main.async { tell(.ended) } }
      case .route, .serverLost, .serverReturned, .othersPlay: break
      case .outputVolume, .inputVolume, .inputAvailable: break
      }
    }
  }

  deinit {
    session.removeObserver(observer)
    session.leave(member)
  }
}
