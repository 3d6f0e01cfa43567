import AVFAudio
import BenchmarkSupport

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
    let start = Date()
    guard player.play() else { throw CocoaError(.fileReadUnknown) }
    let pace = ProcessInfo.processInfo.environment["OPENCOREAUDIO_DEVICE"] ?? ""
    // Offline playback is too fast for a first minute, so a fiftieth of the duration replaces it.
    let isOffline = pace.hasPrefix("offline")
    var first = 0
    var (most, last) = (0, 0)
    while player.isPlaying {
      usleep(isOffline ? 20_000 : 1_000_000)
      last = ProcessCounts.residentKiB
      if first == 0 {
        let passed = Date().timeIntervalSince(start)
        if passed > (isOffline ? 2 : 60) { (first, most) = (last, last) }
      }
      if first > 0 { most = max(most, last) }
    }
    let clock = Date().timeIntervalSince(start)
    print(
      String(
        format:
          "%.2f hours in %.0f s, %.0f times real time: %d KiB at first, at most %d, at last %d",
        seconds / 3600, clock, seconds / clock, first, most, last))
  }
}
