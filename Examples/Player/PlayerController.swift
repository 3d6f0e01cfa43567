import AVFoundation
import Foundation
import MediaPlayer

/// Plays files in order, handles keys, and shows the progress.
@MainActor final class PlayerController: NSObject, AVAudioPlayerDelegate {
  private let files: [URL]
  private var nextFile = 0
  private var failureCount: Int32 = 0
  /// The player; it stops when the last reference goes away, so keep it.
  private var player: AVAudioPlayer?
  private var timer: Timer?
  private var lastTime: TimeInterval = 0
  private let terminal = TerminalInput()

  init(_ files: [URL]) {
    self.files = files
  }

  /// Plays the first file and starts to handle keys.
  func start() {
    terminal.listen { [weak self] key in self?.take(key) }
    HeadphoneWatcher.watch { [weak self] in self?.pause() }
    handleCommands()
    playNext()
    // A player does not report its progress, so poll it.
    timer = Timer.scheduledTimer(withTimeInterval: 0.1, repeats: true) { [weak self] _ in
      MainActor.assumeIsolated { self?.show() }
    }
  }

  private func playNext() {
    while nextFile < files.count {
      let file = files[nextFile]
      nextFile += 1
      do {
        let player = try AVAudioPlayer(contentsOf: file)
        player.delegate = self
        player.isMeteringEnabled = true
        player.enableRate = true
        guard player.play() else { throw CocoaError(.featureUnsupported) }
        self.player = player
        describe()
        print("\(file.lastPathComponent): \(Self.clock(player.duration)), \(player.format)")
        return
      } catch {
        failureCount += 1
        FileHandle.standardError.write(Data("Player: \(file.path): \(error)\n".utf8))
      }
    }
    end()
  }

  private func end() {
    timer?.invalidate()
    player?.stop()
    terminal.restore()
    exit(failureCount == 0 ? 0 : 1)
  }

  // MARK: Keys

  private func take(_ key: TerminalInput.Key) {
    guard let player else { return }
    switch key {
    case .space: if player.isPlaying { player.pause() } else { player.play() }
    case .right: player.currentTime += 5
    case .left: player.currentTime -= 5
    case .up: player.setVolume(min(1, player.volume + 0.1), fadeDuration: 0.2)
    case .down: player.setVolume(max(0, player.volume - 0.1), fadeDuration: 0.2)
    case .letter("l"): player.numberOfLoops = player.numberOfLoops == 0 ? -1 : 0
    case .letter("r"): player.rate = player.rate < 2 ? player.rate + 0.25 : 0.5
    case .letter("s"):
      player.stop()
      player.currentTime = 0
    case .letter("n"): playNext()
    case .letter("q"): end()
    case .letter: break
    }
    describe()
    show()
  }

  private func pause() {
    player?.pause()
    describe()
  }

  // MARK: Now playing

  /// Handles media keys, and the commands of other programs.
  private func handleCommands() {
    let commands = MPRemoteCommandCenter.shared()
    commands.togglePlayPauseCommand.addTarget { [weak self] _ in
      self?.take(.space)
      return .success
    }
    commands.nextTrackCommand.addTarget { [weak self] _ in
      self?.take(.letter("n"))
      return .success
    }
    commands.changePlaybackPositionCommand.addTarget { [weak self] event in
      guard let event = event as? MPChangePlaybackPositionCommandEvent, let player = self?.player
      else { return .commandFailed }
      player.currentTime = event.positionTime
      self?.describe()
      return .success
    }
  }

  /// Publishes the current item; between changes, other programs compute the position.
  private func describe() {
    guard let player, let url = player.url else { return }
    MPNowPlayingInfoCenter.default().nowPlayingInfo = [
      MPMediaItemPropertyTitle: url.deletingPathExtension().lastPathComponent,
      MPMediaItemPropertyPlaybackDuration: player.duration,
      MPNowPlayingInfoPropertyElapsedPlaybackTime: player.currentTime,
      MPNowPlayingInfoPropertyPlaybackRate: player.isPlaying ? player.rate : 0,
    ]
  }

  // MARK: Display

  private func show() {
    guard let player else { return }
    // A loop goes back to the start.
    if player.currentTime < lastTime { describe() }
    lastTime = player.currentTime
    player.updateMeters()
    let meters = (0..<player.numberOfChannels).map {
      Self.meter(player.averagePower(forChannel: $0))
    }
    let fraction = player.duration > 0 ? player.currentTime / player.duration : 0
    var line = player.isPlaying ? "> " : "| "
    line += Self.clock(player.currentTime) + " " + Self.bar(fraction, width: 24)
    line += " " + Self.clock(player.duration) + "  " + meters.joined(separator: " ")
    if player.volume < 1 { line += String(format: "  volume %.0f%%", player.volume * 100) }
    if player.rate != 1 { line += String(format: "  rate %.2f", player.rate) }
    if player.numberOfLoops < 0 { line += "  loop" }
    terminal.show(line)
  }

  /// Formats a time as minutes and seconds.
  private static func clock(_ seconds: TimeInterval) -> String {
    String(format: "%02d:%02d", Int(seconds) / 60, Int(seconds) % 60)
  }

  private static func bar(_ fraction: Double, width: Int) -> String {
    let steps = Int((max(0, min(fraction, 1)) * Double(width)).rounded())
    return "[" + String(repeating: "=", count: steps)
      + String(repeating: " ", count: width - steps) + "]"
  }

  /// Draws a meter of eight steps of 6 dB up to full scale.
  private static func meter(_ decibels: Float) -> String {
    let steps = max(0, min(8, Int((decibels + 48) / 6)))
    return String(repeating: "#", count: steps) + String(repeating: ".", count: 8 - steps)
  }

  // MARK: AVAudioPlayerDelegate, on the main queue

  nonisolated func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
    MainActor.assumeIsolated {
      if !flag { failureCount += 1 }
      playNext()
    }
  }

  nonisolated func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {
    let text = error.map { "\($0)" } ?? "unknown"
    FileHandle.standardError.write(Data("Player: decoding: \(text)\n".utf8))
  }
}
