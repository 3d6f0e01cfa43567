import AVFAudio

/// Players of one file that play at the same time.
struct ManyPlayers {
  private let players: [AVAudioPlayer]

  init(_ file: URL, count: Int) throws {
    players = try (0..<count).map { _ in try AVAudioPlayer(contentsOf: file) }
  }

  /// Plays to the end and prints the cost.
  ///
  /// - Parameter atOnce: Whether all players start at the same time, and so share one mix.
  /// - Throws: An error if one of the players fails.
  func play(atOnce: Bool) throws {
    for player in players { player.prepareToPlay() }
    let before = Self.processorSeconds
    let start = players[0].deviceCurrentTime + 0.5
    for player in players {
      guard atOnce ? player.play(atTime: start) : player.play() else {
        throw CocoaError(.fileReadUnknown)
      }
    }
    while players.contains(where: { $0.isPlaying }) { usleep(20_000) }
    let processor = Self.processorSeconds - before
    let seconds = players[0].duration
    print(
      String(
        format: "%d players, %.0f s: %.2f s of processor, %.1f times real time on one core",
        players.count, seconds, processor, seconds / processor))
  }

  /// The processor time of all threads of the process, in seconds.
  static var processorSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
