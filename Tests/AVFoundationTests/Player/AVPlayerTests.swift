import AVFoundation
import AudioDevices
import AudioRealtime
import Foundation
import Synchronization
import TestSupport
import Testing

/// AVPlayer and AVQueuePlayer on the null device and a virtual clock.
@Suite struct AVPlayerTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Events with their times to the tenth of a second.
  private final class Log: Sendable {
    private let entries = Mutex<[String]>([])

    func add(_ event: String) {
      let tenths = (MonotonicClock.nanoseconds + 50_000_000) / 100_000_000
      entries.withLock { $0.append("\(Double(tenths) / 10): \(event)") }
    }

    var events: [String] { entries.withLock { $0 } }
  }

  private func run(_ body: () throws -> Void) throws {
    try AudioQueueDevices.$choice.withValue(DeviceChoice([.null])) {
      try VirtualClock().run { try body() }
    }
  }

  private func sleep(_ seconds: Double) { VirtualClock.sleep(nanoseconds: Int(seconds * 1e9)) }

  /// A file of silence.
  private func file(_ name: String = "a.wav", seconds: Double) throws -> URL {
    let url = folder.url(name)
    let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 8000, channels: 1))
    let file = try AVAudioFile(forWriting: url, settings: format.settings)
    let frames = AVAudioFrameCount(seconds * 8000)
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: frames))
    buffer.frameLength = frames
    try file.write(from: buffer)
    return url
  }

  private func observeEnds(_ log: Log, of items: [AVPlayerItem]) -> [any NSObjectProtocol] {
    items.enumerated().map { index, item in
      NotificationCenter.default.addObserver(
        forName: .AVPlayerItemDidPlayToEndTime, object: item, queue: nil
      ) { _ in log.add("\(index) ended") }
    }
  }

  @Test("a file plays to its end, and the states change accordingly")
  func plays() throws {
    let log = Log()
    try run {
      let player = AVPlayer(url: try file(seconds: 5))
      let item = try #require(player.currentItem)
      #expect(item.status == .unknown && item.duration.isIndefinite)
      let observations = [
        player.observe(\.timeControlStatus) { player, _ in
          log.add("control \(player.timeControlStatus.rawValue)")
        },
        player.observe(\.rate) { player, _ in log.add("rate \(player.rate)") },
        player.observe(\.currentItem?.status) { player, _ in
          let seconds = player.currentItem?.duration.seconds ?? 0
          log.add("item \(player.currentItem?.status.rawValue ?? -1), \(seconds) s")
        },
      ]
      let ends = observeEnds(log, of: [item])
      player.play()
      #expect(player.rate == 1 && player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
      #expect(player.reasonForWaitingToPlay == .evaluatingBufferingRate)
      sleep(2)
      #expect(player.timeControlStatus == .playing && player.reasonForWaitingToPlay == nil)
      #expect(abs(player.currentTime().seconds - 2) < 0.05)
      sleep(5)
      #expect(player.currentTime() == item.duration && item.currentTime() == item.duration)
      #expect(item.duration == CMTime(value: 40_000, timescale: 8000))
      withExtendedLifetime((observations, ends)) {}
    }
    #expect(log.events.filter { $0.contains("item") } == ["0.0: item 1, 5.0 s"])
    #expect(log.events.filter { $0.contains("ended") } == ["5.0: 0 ended"])
    let controls = ["0.0: control 1", "0.0: control 2", "5.0: control 0"]
    #expect(log.events.filter { $0.contains("control") } == controls)
    #expect(log.events.filter { $0.contains("rate") } == ["0.0: rate 1.0", "5.0: rate 0.0"])
  }

  @Test("a queue plays its items without gaps, and currentItem follows")
  func queue() throws {
    let log = Log()
    try run {
      let items = try (0..<3).map { AVPlayerItem(url: try file("\($0).wav", seconds: 2)) }
      let player = AVQueuePlayer(items: items)
      #expect(player.actionAtItemEnd == .advance && player.items() == items)
      #expect(!player.canInsert(items[0], after: nil))
      let ends = observeEnds(log, of: items)
      let current = player.observe(\.currentItem) { player, _ in
        let index = items.firstIndex { $0 === player.currentItem }
        log.add("current \(index ?? -1)")
      }
      player.play()
      sleep(3)
      #expect(player.currentItem === items[1])
      sleep(10)
      #expect(player.currentItem == nil && player.items().isEmpty)
      #expect(player.reasonForWaitingToPlay == .noItemToPlay)
      withExtendedLifetime((ends, current)) {}
    }
    #expect(
      log.events == [
        "2.0: 0 ended", "2.0: current 1", "4.0: 1 ended", "4.0: current 2", "6.0: 2 ended",
        "6.0: current -1",
      ])
  }

  @Test("a failed item has an error that names it, and the next one plays")
  func failure() throws {
    let log = Log()
    try run {
      let player = AVPlayer(url: folder.url("none.wav"))
      let broken = try #require(player.currentItem)
      player.play()
      sleep(1)
      #expect(broken.status == .failed)
      let error = try #require(broken.error) as NSError
      #expect(error.domain == AVFoundationErrorDomain)
      #expect(error.localizedDescription.contains("none.wav"))
      #expect(error.userInfo[NSUnderlyingErrorKey] is NSError)
      let item = AVPlayerItem(url: try file(seconds: 1))
      let ends = observeEnds(log, of: [item])
      player.replaceCurrentItem(with: item)
      sleep(5)
      withExtendedLifetime(ends) {}
    }
    #expect(log.events == ["2.0: 0 ended"])
  }

  @Test("each seek completes once, and the time stays the old one until then")
  func seeks() throws {
    let log = Log()
    try run {
      let empty = AVPlayer()
      empty.seek(to: .zero) { log.add("empty \($0)") }
      let player = AVPlayer(url: try file(seconds: 10))
      player.seek(to: CMTime(value: 3, timescale: 1)) { log.add("first \($0)") }
      player.seek(to: CMTime(value: 4, timescale: 1), toleranceBefore: .zero, toleranceAfter: .zero)
      { log.add("second \($0)") }
      sleep(0.01)
      #expect(player.currentTime() == CMTime(value: 4, timescale: 1))
      player.play()
      sleep(1)
      player.seek(to: .positiveInfinity) { log.add("end \($0)") }
      sleep(1)
      #expect(player.rate == 0 && player.currentTime().seconds == 10)
    }
    #expect(
      log.events == ["0.0: empty false", "0.0: first false", "0.0: second true", "1.0: end true"])
  }

  @Test("a looper repeats a part of an item without a gap until it is disabled")
  func looper() throws {
    try run {
      let template = AVPlayerItem(url: try file(seconds: 10))
      let player = AVQueuePlayer()
      let range = CMTimeRange(
        start: CMTime(value: 1, timescale: 1), duration: CMTime(value: 2, timescale: 1))
      let looper = AVPlayerLooper(player: player, templateItem: template, timeRange: range)
      #expect(player.items().count == 3 && !player.items().contains(template))
      player.play()
      sleep(0.5)
      #expect(looper.status == .ready && abs(player.currentTime().seconds - 1.5) < 0.05)
      sleep(20)
      #expect(looper.loopCount == 10 && player.items().count == 3)
      #expect(abs(player.currentTime().seconds - 1.5) < 0.05)
      looper.disableLooping()
      #expect(looper.status == .cancelled && player.items().count == 1)
      sleep(10)
      #expect(looper.loopCount == 10 && player.currentItem == nil)
    }
  }

  @Test("a looper's copies come before or after the other items of the player")
  func loopOrder() throws {
    try run {
      for order in [
        AVPlayerLooper.ItemOrdering.loopingItemsPrecedeExistingItems,
        .loopingItemsFollowExistingItems,
      ] {
        let template = AVPlayerItem(url: try file(seconds: 2))
        let other = AVPlayerItem(url: try file("other.wav", seconds: 3))
        let player = AVQueuePlayer(items: [other])
        let looper = AVPlayerLooper(
          player: player, templateItem: template, timeRange: .invalid,
          existingItemsOrdering: order)
        let isFirst = order == .loopingItemsFollowExistingItems
        #expect(
          player.items().count == 4 && player.items().firstIndex(of: other) == (isFirst ? 0 : 3))
        player.play()
        sleep(1)
        #expect(looper.status == (isFirst ? .unknown : .ready))
        sleep(9.5)
        // Three seconds of the other item come first, or wait for the end of the loop.
        #expect(looper.loopCount == (isFirst ? 3 : 5))
        #expect(player.items().count == (isFirst ? 3 : 4))
        looper.disableLooping()
        sleep(2.5)
        #expect(player.currentItem == (isFirst ? nil : other))
      }
    }
  }

  @Test("a queued item starts at its seek position")
  func seekOfWaitingItem() throws {
    let log = Log()
    try run {
      let items = try (0..<2).map { AVPlayerItem(url: try file("\($0).wav", seconds: 10)) }
      let player = AVQueuePlayer(items: items)
      items[1].seek(to: CMTime(value: 8, timescale: 1)) { log.add("seek \($0)") }
      #expect(items[1].currentTime().seconds == 8)
      let ends = observeEnds(log, of: items)
      player.play()
      sleep(30)
      withExtendedLifetime(ends) {}
    }
    #expect(log.events == ["0.0: seek true", "10.0: 0 ended", "12.0: 1 ended"])
  }

  @Test("an end time beyond the file means the file's end")
  func farEnd() throws {
    let log = Log()
    try run {
      let item = AVPlayerItem(url: try file(seconds: 2))
      item.forwardPlaybackEndTime = CMTime(value: .max, timescale: 1)
      let player = AVPlayer(playerItem: item)
      let ends = observeEnds(log, of: [item])
      player.play()
      sleep(10)
      withExtendedLifetime(ends) {}
    }
    #expect(log.events == ["2.0: 0 ended"])
  }

  @Test("a local file is loaded and seekable as a whole")
  func ranges() throws {
    try run {
      let player = AVPlayer(url: try file(seconds: 3))
      sleep(0.01)
      let item = try #require(player.currentItem)
      let whole = CMTimeRange(start: .zero, duration: CMTime(value: 3, timescale: 1))
      #expect(item.loadedTimeRanges.map(\.timeRangeValue) == [whole])
      #expect(item.seekableTimeRanges.map(\.timeRangeValue) == [whole])
    }
  }

  @Test("an item that has left its queue plays again")
  func itemsAgain() throws {
    let log = Log()
    try run {
      let items = try (0..<2).map { AVPlayerItem(url: try file("\($0).wav", seconds: 2)) }
      let player = AVQueuePlayer(items: items)
      let ends = observeEnds(log, of: items)
      player.play()
      sleep(3)
      // The first item has ended, and the second one has played a second.
      player.insert(items[0], after: nil)
      player.remove(items[1])
      sleep(0.5)
      #expect(player.currentItem === items[0] && abs(player.currentTime().seconds - 0.5) < 0.05)
      player.insert(items[1], after: nil)
      sleep(10)
      #expect(player.items().isEmpty)
      withExtendedLifetime(ends) {}
    }
    #expect(log.events == ["2.0: 0 ended", "5.0: 0 ended", "6.0: 1 ended"])
  }

  @Test("an item has one player; a copy is a new item")
  func items() throws {
    try run {
      let item = AVPlayerItem(url: try file(seconds: 1))
      item.seek(to: CMTime(value: 1, timescale: 2)) { #expect($0) }
      #expect(item.currentTime().seconds == 0.5)
      let player = AVPlayer(playerItem: item)
      let copy = try #require(item.copy() as? AVPlayerItem)
      #expect(copy !== item && copy.asset === item.asset)
      let other = AVQueuePlayer(playerItem: copy)
      sleep(0.01)
      #expect(item.status == .readyToPlay && item.currentTime().seconds == 0.5)
      #expect(copy.status == .readyToPlay && copy.currentTime() == .zero)
      other.remove(copy)
      #expect(other.currentItem == nil && player.currentItem === item)
    }
  }
}
