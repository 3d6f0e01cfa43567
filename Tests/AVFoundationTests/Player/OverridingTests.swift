import AVFoundation
import Foundation
import Synchronization
import Testing

/// Subclasses that replace members, as the tests of many programs do.
@Suite struct OverridingTests {
  private static let url = URL(fileURLWithPath: "/nonexistent.wav")

  private final class ReadyItem: AVPlayerItem, @unchecked Sendable {
    override var status: Status { .readyToPlay }
    override var error: (any Error)? { CocoaError(.fileNoSuchFile) }
    override var duration: CMTime { CMTime(value: 7, timescale: 1) }
    override var isPlaybackLikelyToKeepUp: Bool { true }
    override var isPlaybackBufferEmpty: Bool { false }
    override var isPlaybackBufferFull: Bool { true }
    override var loadedTimeRanges: [NSValue] { seekableTimeRanges }
    override var seekableTimeRanges: [NSValue] {
      [NSValue(timeRange: CMTimeRange(start: .zero, duration: duration))]
    }
    override var presentationSize: CGSize { CGSize(width: 4, height: 3) }
  }

  private final class PlayingPlayer: AVPlayer, @unchecked Sendable {
    let requested = ReadyItem(url: OverridingTests.url)

    override var status: Status { .readyToPlay }
    override var error: (any Error)? { nil }
    override var timeControlStatus: TimeControlStatus { .playing }
    override var reasonForWaitingToPlay: WaitingReason? { .noItemToPlay }
    override var currentItem: AVPlayerItem? { requested }

    override func addPeriodicTimeObserver(
      forInterval interval: CMTime, queue: DispatchQueue?,
      using block: @escaping @Sendable (CMTime) -> Void
    ) -> Any { interval }
    override func removeTimeObserver(_ observer: Any) {}
  }

  /// A queue with each initializer of its class.
  private final class NamedQueue: AVQueuePlayer, @unchecked Sendable {
    let name: String

    override init() {
      name = "empty"
      super.init()
    }
    override init(url: URL) {
      name = url.lastPathComponent
      super.init(url: url)
    }
    override init(playerItem item: AVPlayerItem?) {
      name = "item"
      super.init(playerItem: item)
    }
    override init(items: [AVPlayerItem]) {
      name = "items"
      super.init(items: items)
    }
  }

  private final class LoadedAsset: AVURLAsset, @unchecked Sendable {
    let keys = Mutex<[String]>([])

    override var duration: CMTime { CMTime(value: 9, timescale: 1) }
    override var commonMetadata: [AVMetadataItem] { [] }
    override func statusOfValue(
      forKey key: String, error outError: NSErrorPointer
    ) -> AVKeyValueStatus { .loaded }
    override func loadValuesAsynchronously(
      forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)? = nil
    ) {
      self.keys.withLock { $0 += keys }
      handler?()
    }
  }

  @Test("programs see the members of their subclasses of players and items")
  func players() {
    let player: AVPlayer = PlayingPlayer()
    #expect(player.status == .readyToPlay && player.timeControlStatus == .playing)
    #expect(player.reasonForWaitingToPlay == .noItemToPlay && player.error == nil)
    let token = player.addPeriodicTimeObserver(forInterval: .zero, queue: nil) { _ in }
    #expect(token as? CMTime == .zero)
    player.removeTimeObserver(token)
    let item = player.currentItem
    #expect(item?.status == .readyToPlay && item?.duration.seconds == 7)
    #expect(item?.isPlaybackLikelyToKeepUp == true && item?.isPlaybackBufferEmpty == false)
    #expect(item?.isPlaybackBufferFull == true && item?.error is CocoaError)
    #expect(item?.loadedTimeRanges.first?.timeRangeValue.duration.seconds == 7)
    #expect(item?.presentationSize == CGSize(width: 4, height: 3))
  }

  /// A player that sees each requested rate, and may answer with `play()` and `pause()`.
  private final class RatedPlayer: AVPlayer, @unchecked Sendable {
    let rates = Mutex<[Float]>([])
    var isRedirecting = false

    override var rate: Float {
      get { super.rate }
      set {
        rates.withLock { $0.append(newValue) }
        if isRedirecting {
          if newValue == 0 { pause() } else { play() }
        } else {
          super.rate = newValue
        }
      }
    }
  }

  @Test("play and pause set the rate of a subclass", arguments: [false, true])
  func rates(isRedirecting: Bool) {
    let player = RatedPlayer()
    player.isRedirecting = isRedirecting
    player.play()
    #expect(player.rate == 1 && player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
    player.defaultRate = 1.5
    player.pause()
    player.play()
    #expect(player.rates.withLock { $0 } == [1, 0, 1.5])
    player.pause()
    #expect(player.rate == 0 && player.timeControlStatus == .paused)
    // Only these two functions use the setter.
    player.playImmediately(atRate: 1)
    #expect(player.rates.withLock { $0.count } == 4 && player.rate == 1)
  }

  @Test("a subclass can extend each initializer")
  func initializers() {
    // A queue soon removes items that do not exist.
    let url = fixture("audio/cbr.mp3")
    let item = AVPlayerItem(url: url)
    let queues = [
      NamedQueue(), NamedQueue(url: url), NamedQueue(playerItem: item), NamedQueue(items: []),
    ]
    #expect(queues.map(\.name) == ["empty", "cbr.mp3", "item", "items"])
    #expect(queues.map { $0.items().count } == [0, 1, 1, 0])
    #expect(queues.allSatisfy { $0.actionAtItemEnd == .advance })
  }

  @Test("an asset of a URL has the URL, also in a subclass")
  func urls() {
    let asset: AVAsset = AVAsset(url: Self.url)
    #expect((asset as? AVURLAsset)?.url == Self.url)
    #expect(type(of: AVURLAsset(url: Self.url)) == AVURLAsset.self)
    let loaded: AVAsset = LoadedAsset(url: Self.url)
    #expect(loaded is LoadedAsset)
  }

  @Test("load asks a subclass of an asset for the state and the value of a property")
  func assets() async throws {
    let asset = LoadedAsset(url: Self.url)
    #expect(try await asset.load(.duration).seconds == 9)
    #expect(asset.keys.withLock { $0 } == ["duration"])
    #expect(asset.status(of: .commonMetadata) == .loaded([]))
  }
}
