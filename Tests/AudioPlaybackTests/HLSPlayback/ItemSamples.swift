import AudioFiles
import AudioModel
import AudioRealtime
import TestSupport

@testable import AudioPlayback

/// Reads the samples of an item as a player does, without a device.
final class ItemSamples {
  let item: MediaItem
  private let arrived = Signal()
  /// The time of the first sample of each part, with the index of its first frame.
  private(set) var times: [(frame: Int, time: Double)] = []
  private(set) var samples: [Float] = []

  init(_ bytes: MediaBytes) {
    item = MediaItem(bytes)
    item.addSignal { [arrived] in arrived.post() }
    item.open()
  }

  deinit { item.close() }

  /// Waits until the item is ready.
  func open() throws -> MediaItem.Info {
    while true {
      switch item.status {
      case .ready(let info): return info
      case .failed(let failure): throw failure
      case .idle, .opening: try wait()
      }
    }
  }

  /// Reads at the item's own rate to the end, or until there are enough frames.
  ///
  /// - Throws: The failure that ended the item early.
  func read(frames limit: Int = .max) throws {
    let info = try open()
    item.decode(sampleRate: info.format.sampleRate)
    let channels = info.format.channelCount
    while samples.count / channels < limit {
      let frame = samples.count / channels
      switch item.take(min(4096, limit - frame), into: &samples) {
      case .frames(let time): note(time, frame, info.format.sampleRate)
      case .pending: try wait()
      case .end:
        if let failure = item.ahead.failure { throw failure }
        return
      }
    }
  }

  /// Continues at another time; drops the samples so far.
  func seek(to seconds: Double) {
    samples = []
    times = []
    item.seek(to: seconds)
  }

  private func note(_ time: Double, _ frame: Int, _ rate: Double) {
    let expected = times.last.map { $0.time + Double(frame - $0.frame) / rate }
    if let expected, abs(expected - time) < 0.000_1 { return }
    times.append((frame, time))
  }

  private func wait() throws {
    let deadline = MonotonicClock.nanoseconds + 30_000_000_000
    guard arrived.wait(until: deadline) else {
      throw TestFailure(description: "no samples for 30 s")
    }
  }
}
