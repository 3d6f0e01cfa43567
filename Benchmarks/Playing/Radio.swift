import AVFoundation

/// A live stream that plays for a time, and the memory that this takes.
struct Radio {
  private let player: AVPlayer
  private let seconds: Double

  init(_ url: URL, hours: Double) {
    player = AVPlayer(url: url)
    seconds = hours * 3600
  }

  /// Plays, and prints the memory use after the first ten minutes of the stream, its later maximum,
  /// and its final value.
  func run() throws {
    var memory = MemoryWatch()
    player.play()
    var time = 0.0
    // The player pauses if the stream ends.
    while time < seconds, player.rate > 0 {
      usleep(20_000)
      if let error = player.currentItem?.error { throw error }
      time = player.currentTime().seconds
      memory.note(isSettled: time > 600)
    }
    memory.report(playedSeconds: time)
  }
}
