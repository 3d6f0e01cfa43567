import AVFAudio

/// A file that plays repeatedly, and the memory that this takes.
struct Soak {
  private let player: AVAudioPlayer
  private let seconds: Double

  init(_ file: URL, hours: Double) throws {
    player = try AVAudioPlayer(contentsOf: file)
    seconds = hours * 3600
    player.numberOfLoops = max(0, Int((seconds / player.duration).rounded()) - 1)
  }

  /// Plays, and prints the memory use after the first minute, its later maximum, and its final
  /// value.
  func run() throws {
    var memory = MemoryWatch()
    guard player.play() else { throw CocoaError(.fileReadUnknown) }
    let pace = ProcessInfo.processInfo.environment["OPENCOREAUDIO_DEVICE"] ?? ""
    // Offline playback is too fast for a first minute, so a fiftieth of the duration replaces it.
    let isOffline = pace.hasPrefix("offline")
    while player.isPlaying {
      usleep(isOffline ? 20_000 : 1_000_000)
      memory.note(isSettled: memory.clock > (isOffline ? 2 : 60))
    }
    memory.report(playedSeconds: seconds)
  }
}
