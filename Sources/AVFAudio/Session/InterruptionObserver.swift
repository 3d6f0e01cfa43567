internal import AudioRouting
internal import AudioToolbox
internal import Dispatch
internal import Synchronization

/// Pauses a player, recorder or engine during interruptions, and notifies its delegate on the main
/// queue.
///
/// It also pauses when the session becomes inactive, which is not an interruption.
package final class InterruptionObserver: Sendable {
  /// An event for the delegate.
  enum Event: Sendable {
    case began
    /// The client may resume without asking the user.
    case ended
  }

  private let session: ProcessSession
  private let observer: Int
  private let member: Int

  /// Observes a session.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - pause: Pauses the player or recorder, and returns whether it was running; called on any
  ///     thread.
  ///   - notify: Notifies the delegate of a paused player or recorder; called on the main queue.
  init(
    _ session: ProcessSession, pause: @escaping @Sendable () -> Bool,
    notify: @escaping @Sendable (Event) -> Void
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
        DispatchQueue.main.async { notify(.began) }
      case .interruptionEnded:
        let isOurs = wasPaused.withLock { wasPaused in
          defer { wasPaused = false }
          return wasPaused
        }
        if isOurs { DispatchQueue.main.async { notify(.ended) } }
      case .route, .serverLost, .serverReturned, .othersPlay: break
      case .outputVolume, .inputVolume, .inputAvailable: break
      }
    }
  }

  /// Observes a session, without a delegate.
  ///
  /// - Parameters:
  ///   - session: The session; `nil` for the one of the program.
  ///   - pause: Pauses the player, and returns whether it was running; called on any thread.
  package convenience init(
    _ session: AVAudioSession? = nil, pause: @escaping @Sendable () -> Bool
  ) {
    self.init(session?.session ?? SharedSession.session, pause: pause) { _ in }
  }

  deinit {
    session.removeObserver(observer)
    session.leave(member)
  }
}
