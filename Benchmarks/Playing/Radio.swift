import AVFoundation
import BenchmarkSupport

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
    let start = Date()
    player.play()
    var first = 0
    var (most, last) = (0, 0)
    var time = 0.0
    while time < seconds {
      usleep(20_000)
      if let error = player.currentItem?.error { throw error }
      time = player.currentTime().seconds
      last = ProcessCounts.residentKiB
      if first == 0, time > 600 { (first, most) = (last, last) }
      if first > 0 { most = max(most, last) }
    }
    let clock = Date().timeIntervalSince(start)
    print(
      String(
        format:
          "%.2f hours in %.0f s, %.0f times real time: %d KiB at first, at most %d, at last %d",
        time / 3600, clock, time / clock, first, most, last))
  }
}
