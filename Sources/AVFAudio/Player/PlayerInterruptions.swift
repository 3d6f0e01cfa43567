internal import AudioPipeline
internal import Dispatch
internal import Synchronization

/// Pauses a player for an interruption, and tells its delegate, on the main queue.
final class PlayerInterruptions: Sendable {
  private let session: ProcessSession
  private let observer: Int

  init(_ player: AVAudioPlayer, _ session: ProcessSession) {
    self.session = session
    let wasPlaying = Mutex(false)
    session.listen()
    observer = session.observe { [weak player] event in
      guard let player else { return }
      switch event {
      case .interruptionBegan:
        guard player.isPlaying else { return }
        wasPlaying.withLock { $0 = true }
        player.pause()
        DispatchQueue.main.async { player.delegate?.audioPlayerBeginInterruption(player) }
      case .interruptionEnded:
        let isOurs = wasPlaying.withLock { wasPlaying in
          defer { wasPlaying = false }
          return wasPlaying
        }
        guard isOurs else { return }
        DispatchQueue.main.async {
          player.delegate?.audioPlayerEndInterruption(player, withOptions: 1)
        }
      case .route, .serverLost, .serverReturned, .othersPlay, .outputVolume, .inputAvailable:
        break
      }
    }
  }

  deinit {
    session.removeObserver(observer)
  }
}
