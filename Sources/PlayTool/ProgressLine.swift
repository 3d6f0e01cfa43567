import Foundation
import NowPlaying
import ToolSupport

/// A line on the terminal with the position of the player, updated five times per second.
final class ProgressLine: @unchecked Sendable {
  // Sendable: `condition` guards `isOver`; any thread may use the player.
  private let player: Player
  private let names: PlayQueue
  private let condition = NSCondition()
  private var isOver = false

  init(_ player: Player, _ names: PlayQueue) {
    (self.player, self.names) = (player, names)
    player.meter()
    Thread.detachNewThread { self.run() }
  }

  /// Removes the line.
  func end() {
    condition.withLock {
      isOver = true
      condition.broadcast()
      StatusLine.clear()
    }
  }

  private func run() {
    condition.withLock {
      while true {
        // Waits first, so that initial messages of a device get their own line.
        _ = condition.wait(until: Date(timeIntervalSinceNow: 0.2))
        if isOver { return }
        StatusLine.show(text)
      }
    }
  }

  private var text: String {
    let place = player.place
    let source = place.item.source
    let state = player.sound
    let settings = names.settings
    let elapsed = Numbers.clock(place.seconds)
    var words = [elapsed + (source.duration.map { " / " + Numbers.clock($0) } ?? "")]
    words.append(ProgressLine.bar(player.level ?? 0))
    if state.isPaused { words.append("paused") }
    if state.isMuted {
      words.append("muted")
    } else if state.volume != 1 {
      words.append("volume \(Int((state.volume * 100).rounded()))%")
    }
    if settings.shuffles { words.append("shuffle") }
    if settings.repeats != .off { words.append(settings.repeats == .all ? "repeat" : "repeat one") }
    if var progress = source.progress {
      progress.bufferedSeconds = progress.bufferedSeconds.map { $0 + player.secondsAhead }
      words += progress.words
    }
    if let title = source.title(at: place.seconds), !title.isEmpty {
      words.append(ProgressLine.plain(title))
    }
    return " " + words.joined(separator: "  ")
  }

  /// A meter with twelve steps of 4 dB.
  private static func bar(_ level: Float) -> String {
    var steps = 0
    var threshold: Float = 1
    for step in (1...12).reversed() where steps == 0 {
      threshold *= 0.631
      if level > threshold { steps = step }
    }
    return "[" + String(repeating: "#", count: steps) + String(repeating: " ", count: 12 - steps)
      + "]"
  }

  /// The start of external text, without control characters, short enough for the line.
  private static func plain(_ text: String) -> String {
    let scalars = text.unicodeScalars.filter {
      $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value)
    }
    return String(String(String.UnicodeScalarView(scalars)).prefix(40))
  }
}
