import AudioDevices
import AudioRealtime
import Foundation
import Synchronization
import TestSupport

@testable import AudioPlayback

/// A player of items on the null device, with its reported events.
final class ItemPlayerTest: ItemPlayerObserver {
  let player: ItemPlayer
  private let folder: TemporaryFolder
  private let log = Mutex<[String]>([])
  private let fileCount = Mutex(0)

  init(_ kind: DeviceKind = .null) throws {
    player = ItemPlayer(choice: DeviceChoice([kind]))
    folder = try TemporaryFolder()
    player.setObserver(self)
  }

  deinit { player.shutDown() }

  /// The events so far, each with its time to the hundredth of a second.
  var events: [String] { log.withLock { $0 } }

  func add(_ event: String) {
    let hundredths = (MonotonicClock.nanoseconds + 5_000_000) / 10_000_000
    log.withLock { $0.append("\(Double(hundredths) / 100): \(event)") }
  }

  /// Adds an item at the end.
  @discardableResult
  func insert(_ item: MediaItem) -> Int {
    let id = player.reserveID()
    player.insert(item, id: id)
    return id
  }

  func sleep(_ seconds: Double) { VirtualClock.sleep(nanoseconds: Int(seconds * 1e9)) }

  /// Waits until the player has done all work that is possible now.
  func settle() { VirtualClock.sleep(nanoseconds: 1_000_000) }

  /// An item of silence.
  func item(seconds: Double, sampleRate: Int = 8000, channelCount: Int = 1) throws -> MediaItem {
    let frames = Int(seconds * Double(sampleRate))
    return try item(
      [Int16](repeating: 0, count: frames * channelCount), sampleRate: sampleRate,
      channelCount: channelCount)
  }

  /// An item of samples.
  func item(
    _ samples: [Int16], sampleRate: Int = 8000, channelCount: Int = 1
  ) throws -> MediaItem {
    let samples = samples.flatMap {
      [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
    }
    let number = fileCount.withLock { count -> Int in
      count += 1
      return count
    }
    let url = folder.url("\(number).wav")
    try Data(Self.wave(samples, sampleRate, channelCount)).write(to: url)
    return MediaItem(MediaBytes(.file(path: url.path)))
  }

  /// An item with bytes that are not audio.
  func brokenItem() throws -> MediaItem {
    let url = folder.url("broken.wav")
    try Data("<html>not here</html>".utf8).write(to: url)
    return MediaItem(MediaBytes(.file(path: url.path)))
  }

  private static func wave(_ samples: [UInt8], _ rate: Int, _ channels: Int) -> [UInt8] {
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let format =
      little(1, 2) + little(channels, 2) + little(rate, 4) + little(rate * channels * 2, 4)
      + little(channels * 2, 2) + little(16, 2)
    let body =
      Array("WAVEfmt ".utf8) + little(16, 4) + format + Array("data".utf8)
      + little(samples.count, 4) + samples
    return Array("RIFF".utf8) + little(body.count, 4) + body
  }

  // MARK: The observer

  func playerChanged() {}
  func itemChanged(_ id: Int) {}
  func itemEnded(_ id: Int) { add("\(id) ended") }
  func itemFailed(_ id: Int, _ failure: MediaFailure) { add("\(id) failed") }
  func itemStalled(_ id: Int) { add("\(id) stalled") }
  func itemReached(_ id: Int, _ metadata: TimedMetadata) {}
  func itemJumped(_ id: Int) { add("\(id) jumped to \(player.time)") }
}
