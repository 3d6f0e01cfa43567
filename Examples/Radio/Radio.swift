import MediaPlayer

/// A station that plays until the user pauses it.
final class Radio: NSObject, AVPlayerItemMetadataOutputPushDelegate, @unchecked Sendable {
  // Sendable: the main queue uses the variables.
  private let url: URL
  private let player = AVPlayer()
  private var title: String?
  private var observations: [NSKeyValueObservation] = []

  init(_ url: URL) {
    self.url = url
    super.init()
    observations = [
      player.observe(\.timeControlStatus) { [weak self] _, _ in
        DispatchQueue.main.async { self?.show() }
      },
      player.observe(\.currentItem?.status) { player, _ in
        guard player.currentItem?.status == .failed else { return }
        print(player.currentItem?.error?.localizedDescription ?? "the station cannot be played")
        exit(1)
      },
    ]
    handleCommands()
  }

  /// Joins the station at its present.
  func play() {
    let output = AVPlayerItemMetadataOutput(identifiers: ["icy/StreamTitle"])
    output.setDelegate(self, queue: .main)
    let item = AVPlayerItem(url: url)
    item.add(output)
    player.replaceCurrentItem(with: item)
    player.play()
  }

  /// Pauses; a later start joins the station again, because a live station cannot wait.
  private func pause() {
    player.pause()
  }

  private func handleCommands() {
    let commands = MPRemoteCommandCenter.shared()
    commands.playCommand.addTarget { [weak self] _ in
      self?.play()
      return .success
    }
    commands.pauseCommand.addTarget { [weak self] _ in
      self?.pause()
      return .success
    }
    commands.togglePlayPauseCommand.addTarget { [weak self] _ in
      guard let self else { return .commandFailed }
      if player.timeControlStatus == .paused { play() } else { pause() }
      return .success
    }
    commands.stopCommand.addTarget { _ in
      exit(0)
    }
  }

  /// Describes the station to the desktop.
  private func show() {
    let isPaused = player.timeControlStatus == .paused
    MPNowPlayingInfoCenter.default().nowPlayingInfo = [
      MPMediaItemPropertyTitle: title ?? url.host ?? "Radio",
      MPMediaItemPropertyAlbumTitle: url.host ?? "Radio",
      MPNowPlayingInfoPropertyAssetURL: url,
      MPNowPlayingInfoPropertyIsLiveStream: true,
      MPNowPlayingInfoPropertyPlaybackRate: isPaused ? 0.0 : 1.0,
    ]
    MPNowPlayingInfoCenter.default().playbackState = isPaused ? .paused : .playing
  }

  func metadataOutput(
    _ output: AVPlayerItemMetadataOutput,
    didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup], from track: AVPlayerItemTrack?
  ) {
    guard let text = groups.flatMap(\.items).last?.stringValue, text != title else { return }
    title = text
    print(text)
    show()
  }
}
