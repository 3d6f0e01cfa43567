import AVFAudio
import ToolSupport

/// A line on the terminal that shows time and level, ten times a second.
final class LevelLine: @unchecked Sendable {
  // Sendable: `isOver` is kept under `condition`; the recorder is for any thread.
  private let recorder: AVAudioRecorder
  private let condition = NSCondition()
  private var isOver = false

  init(_ recorder: AVAudioRecorder) {
    self.recorder = recorder
    recorder.isMeteringEnabled = true
    Thread.detachNewThread { self.run() }
  }

  /// Takes the line away.
  func end() {
    condition.withLock {
      isOver = true
      StatusLine.clear()
    }
  }

  private func run() {
    condition.withLock {
      while true {
        // Waits first: a device that has something to say at its start says it on a line of its own.
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

  /// A meter of twenty steps of 3 dB, with the peak.
  private static func bar(_ average: Float, _ peak: Float) -> String {
    func step(_ decibels: Float) -> Int { max(0, min(20, Int((decibels + 60) / 3))) }
    let (filled, top) = (step(average), step(peak))
    let steps = (0..<20).map { $0 < filled ? "#" : $0 == top - 1 ? "|" : " " }
    return "[" + steps.joined() + (peak >= 0 ? "!" : "]")
  }
}
