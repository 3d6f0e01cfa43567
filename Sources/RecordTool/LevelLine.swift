import AVFAudio
import ToolSupport

/// A line on the terminal with time and level, updated ten times per second.
final class LevelLine: @unchecked Sendable {
  // Sendable: `condition` guards `isOver`; any thread may use the recorder.
  private let recorder: AVAudioRecorder
  private let condition = NSCondition()
  private var isOver = false

  init(_ recorder: AVAudioRecorder) {
    self.recorder = recorder
    recorder.isMeteringEnabled = true
    Thread.detachNewThread { self.run() }
  }

  /// Removes the line.
  func end() {
    condition.withLock {
      isOver = true
      StatusLine.clear()
    }
  }

  private func run() {
    condition.withLock {
      while true {
        // Waits first, so that initial messages of a device get their own line.
        _ = condition.wait(until: Date(timeIntervalSinceNow: 0.1))
        if isOver { return }
        StatusLine.show(text)
      }
    }
  }

  private var text: String {
    recorder.updateMeters()
    let bars = (0..<Int(recorder.format.channelCount)).prefix(2).map { channel in
      Self.bar(recorder.averagePower(forChannel: channel), recorder.peakPower(forChannel: channel))
    }
    return " " + Numbers.clock(recorder.currentTime) + "  " + bars.joined(separator: " ")
  }

  /// A meter with twenty steps of 3 dB and a peak mark.
  private static func bar(_ average: Float, _ peak: Float) -> String {
    func step(_ decibels: Float) -> Int { max(0, min(20, Int((decibels + 60) / 3))) }
    let (filled, top) = (step(average), step(peak))
    let steps = (0..<20).map { $0 < filled ? "#" : $0 == top - 1 ? "|" : " " }
    return "[" + steps.joined() + (peak >= 0 ? "!" : "]")
  }
}
