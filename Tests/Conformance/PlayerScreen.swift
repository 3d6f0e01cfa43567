import AVFoundation

/// Buttons to play, pause, and stop, and a bar, over a player, as published for Apple's systems.
@MainActor public final class PlayerScreen: NSObject, AVAudioPlayerDelegate {
  /// The label of the button.
  public private(set) var button = "play"
  /// The progress of the bar, from 0 to 1.
  public private(set) var progress = 0.0
  /// How often the player has reached its end.
  public private(set) var finishCount = 0

  private let player: AVAudioPlayer
  private var timer: Timer?

  /// Opens a file for playback, even while the screen is locked.
  public init(url: URL) throws {
    let session = AVAudioSession.sharedInstance()
    try session.setCategory(.playback)
    try session.setActive(true)
    player = try AVAudioPlayer(contentsOf: url)
    super.init()
    player.delegate = self
    player.isMeteringEnabled = true
  }

  /// A description of the file.
  public var information: String {
    "\(player.numberOfChannels) channels, \(player.duration) seconds, volume \(player.volume), "
      + "pan \(player.pan), rate \(player.rate), loops \(player.numberOfLoops)"
  }

  /// Whether it plays.
  public var isPlaying: Bool { player.isPlaying }

  /// The button that plays, or pauses.
  public func pressStart() {
    if player.isPlaying {
      button = "play"
      player.pause()
    } else {
      button = "pause"
      player.play()
    }
    if timer == nil {
      // A player does not report its progress.
      timer = Timer.scheduledTimer(withTimeInterval: 0.01, repeats: true) { [weak self] _ in
        MainActor.assumeIsolated { self?.updateProgress() }
      }
    }
  }

  /// The button that stops.
  public func pressStop() {
    player.stop()
    timer?.invalidate()
    timer = nil
  }

  /// The level of the first channel now, in decibels.
  public var level: Float {
    player.updateMeters()
    return player.averagePower(forChannel: 0)
  }

  private func updateProgress() {
    progress = player.currentTime / player.duration
  }

  /// The end.
  nonisolated public func audioPlayerDidFinishPlaying(
    _ player: AVAudioPlayer, successfully flag: Bool
  ) {
    MainActor.assumeIsolated {
      guard flag else { return }
      button = "play"
      finishCount += 1
    }
  }
}
