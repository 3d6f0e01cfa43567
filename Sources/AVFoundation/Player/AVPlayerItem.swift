internal import AudioContainers
internal import AudioPlayback
public import CoreMedia
public import Foundation
public import Observation
internal import Synchronization
internal import VideoFrames

/// An asset as a player plays it, with its state in that player.
///
/// An item stays `unknown` until a player takes it, and may belong to one player only. A copy is a
/// new item.
open class AVPlayerItem: NSObject, NSCopying, _KeyValueCodingAndObserving, Observable,
  @unchecked Sendable
{
  let properties = ObservedProperties()
  let state = Mutex(State())
  let currentMedia: Mutex<MediaItem>
  /// The volumes and switches of the tracks.
  let trackMixes = TrackMixes()
  /// Counts the pictures that layers and outputs have not shown.
  let droppedFrames = FrameDrops()
  /// Gives texts and metadata to the outputs.
  let timedOutputs = ItemTimedOutputs()
  /// The media, for the one player that takes this item.
  var media: MediaItem { currentMedia.withLock { $0 } }

  /// The asset.
  public let asset: AVAsset

  /// The keys of the asset that are loaded before the item becomes ready.
  public let automaticallyLoadedAssetKeys: [String]

  /// Makes an item of a URL.
  public convenience init(url: URL) {
    self.init(asset: AVURLAsset(url: url))
  }

  /// Makes an item of an asset.
  public convenience init(asset: AVAsset) {
    self.init(asset: asset, automaticallyLoadedAssetKeys: nil as [String]?)
  }

  /// Makes an item of an asset.
  ///
  /// - Parameters:
  ///   - asset: The asset.
  ///   - automaticallyLoadedAssetKeys: Stored, but has no effect: the header has all properties.
  public init(asset: AVAsset, automaticallyLoadedAssetKeys: [String]?) {
    self.asset = asset
    self.automaticallyLoadedAssetKeys = automaticallyLoadedAssetKeys ?? ["duration"]
    currentMedia = Mutex(MediaItem(asset.bytes, trackMixes: trackMixes))
    super.init()
    timedOutputs.item = self
  }

  /// Makes an item of an asset.
  ///
  /// - Parameters:
  ///   - asset: The asset.
  ///   - automaticallyLoadedAssetKeys: Stored, but has no effect: the header has all properties.
  public convenience init(
    asset: AVAsset, automaticallyLoadedAssetKeys: [AVPartialAsyncProperty<AVAsset>] = []
  ) {
    self.init(
      asset: asset, automaticallyLoadedAssetKeys: automaticallyLoadedAssetKeys.map(\.key))
  }

  /// Makes a new item of the same asset with the same settings, which no player has taken.
  open func copy(with zone: NSZone? = nil) -> Any {
    let item = AVPlayerItem(
      asset: asset, automaticallyLoadedAssetKeys: automaticallyLoadedAssetKeys)
    item.takeSettings(of: self)
    return item
  }

  // MARK: Status

  /// Whether the item can be played.
  open var status: Status {
    properties.access(self, \.status)
    return state.withLock { $0.status }
  }

  /// The reason for a failure; `nil` if the item has not failed.
  open var error: (any Error)? {
    properties.access(self, \.error)
    return state.withLock { $0.error }
  }

  /// The length; indefinite until the header has arrived, and for a live stream.
  open var duration: CMTime {
    properties.access(self, \.duration)
    return state.withLock { $0.info }?.duration ?? .indefinite
  }

  // MARK: Buffering

  /// Whether playback can begin or continue without a stall.
  open var isPlaybackLikelyToKeepUp: Bool {
    properties.access(self, \.isPlaybackLikelyToKeepUp)
    return state.withLock { $0.status == .readyToPlay && ($0.hasEnded || !$0.isEmpty) }
  }

  /// Whether no frames wait to be played.
  open var isPlaybackBufferEmpty: Bool {
    properties.access(self, \.isPlaybackBufferEmpty)
    return state.withLock { $0.isEmpty && !$0.hasEnded }
  }

  /// Whether the media have been loaded and decoded to their end.
  open var isPlaybackBufferFull: Bool {
    properties.access(self, \.isPlaybackBufferFull)
    return state.withLock { $0.hasEnded }
  }

  /// The parts that can be played without loading more, `NSValue` objects with a `CMTimeRange`.
  ///
  /// For media from a server, the end is estimated from the bytes that have arrived.
  open var loadedTimeRanges: [NSValue] {
    properties.access(self, \.loadedTimeRanges)
    guard let info = media.info, let range = media.loadedRange else { return [] }
    let start = info.time(range.lowerBound)
    return [NSValue(timeRange: CMTimeRange(start: start, end: info.time(range.upperBound)))]
  }

  /// The parts that seeks can reach, `NSValue` objects with a `CMTimeRange`.
  open var seekableTimeRanges: [NSValue] {
    properties.access(self, \.seekableTimeRanges)
    guard let info = media.info, let range = media.seekableRange else { return [] }
    let (start, end) = (info.time(range.lowerBound), info.time(range.upperBound))
    return [NSValue(timeRange: CMTimeRange(start: start, end: end))]
  }

  /// The size of the upright pictures in square pixels; zero for sound, and before the item is
  /// ready.
  open var presentationSize: CGSize {
    properties.access(self, \.status)
    guard isReady, let track = asset.tracks(withMediaType: .video).first else { return .zero }
    let size = track.naturalSize.applying(track.preferredTransform)
    return CGSize(width: abs(size.width), height: abs(size.height))
  }

  // MARK: Time

  /// The time of the item that is heard at this moment.
  open func currentTime() -> CMTime {
    let (player, id, last) = state.withLock { ($0.player, $0.id, $0.lastTime) }
    guard let player, let id, player.core.itemIDs.first == id else { return last }
    return player.time(of: self)
  }

  /// The time after which the item ends; invalid for the end of the media.
  open var forwardPlaybackEndTime: CMTime {
    get {
      properties.access(self, \.forwardPlaybackEndTime)
      return state.withLock { $0.forwardEnd }
    }
    set {
      properties.change(self, \.forwardPlaybackEndTime) {
        state.withLock { $0.forwardEnd = newValue }
      }
      applyEnd()
    }
  }

  /// The time at which playback in reverse ends; invalid for the start of the media.
  open var reversePlaybackEndTime: CMTime {
    get {
      properties.access(self, \.reversePlaybackEndTime)
      return state.withLock { $0.reverseEnd }
    }
    set {
      properties.change(self, \.reversePlaybackEndTime) {
        state.withLock { $0.reverseEnd = newValue }
      }
      applyEnd()
    }
  }

  // MARK: Sound

  /// How a rate other than 1 changes the sound.
  open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
    get {
      properties.access(self, \.audioTimePitchAlgorithm)
      return state.withLock { $0.algorithm }
    }
    set {
      properties.change(self, \.audioTimePitchAlgorithm) {
        state.withLock { $0.algorithm = newValue }
      }
      trackMixes.setAlgorithms(state.withLock { $0.audioMix }, newValue)
      state.withLock { $0.player }?.applyAlgorithm()
    }
  }

  /// The volume of the sound over time; copied.
  ///
  /// A mix that you set during playback begins after the sound that is already decoded. This sound
  /// lasts at most 0.3 seconds if the item started with a mix, otherwise up to 1.5 seconds. Mixing
  /// several tracks adds 0.5 seconds. The volume then fades to the new one within 10 milliseconds.
  open var audioMix: AVAudioMix? {
    get {
      properties.access(self, \.audioMix)
      return state.withLock { $0.audioMix }
    }
    set {
      let mix = newValue?.copy() as? AVAudioMix
      let old = state.withLock { $0.audioMix }
      properties.change(self, \.audioMix) { state.withLock { $0.audioMix = mix } }
      (media.mix, _) = (mix?.itemMix ?? .init(), trackMixes.set(mix?.volumes ?? [:]))
      trackMixes.setAlgorithms(mix, state.withLock { $0.algorithm })
      // This may release a tap, whose client code must run without a lock.
      withExtendedLifetime(old) {}
      state.withLock { $0.player }?.applyAlgorithm()
    }
  }

  /// The algorithm for rates other than 1: from the mix, or else from the item.
  var appliedAlgorithm: AVAudioTimePitchAlgorithm {
    // A client's mix must run without a lock.
    let (mix, algorithm) = state.withLock { ($0.audioMix, $0.algorithm) }
    return mix?.audible?.audioTimePitchAlgorithm ?? algorithm
  }

  // MARK: Network

  /// Seconds to load ahead; stored, but has no effect: the player chooses the duration.
  open var preferredForwardBufferDuration: TimeInterval {
    get { state.withLock { $0.forwardBuffer } }
    set { state.withLock { $0.forwardBuffer = newValue } }
  }

  /// The highest bit rate in bits per second; stored, but has no effect.
  open var preferredPeakBitRate: Double {
    get { state.withLock { $0.peakBitRate } }
    set { state.withLock { $0.peakBitRate = newValue } }
  }

  // MARK: Seeks

  /// Ends a seek that has not begun; its handler gets `false`.
  open func cancelPendingSeeks() {
    let (player, id) = state.withLock { ($0.player, $0.id) }
    guard let player, let id, player.core.itemIDs.first == id else { return }
    player.core.cancelSeek()
  }

  /// Seeks to a time.
  open func seek(to time: CMTime) { seek(to: time, completionHandler: nil) }

  /// Seeks to a time; returns whether the seek succeeded.
  @discardableResult
  open func seek(to time: CMTime) async -> Bool {
    await withCheckedContinuation { continuation in
      seek(to: time) { continuation.resume(returning: $0) }
    }
  }

  /// Seeks to a time.
  open func seek(to time: CMTime, completionHandler: (@Sendable (Bool) -> Void)? = nil) {
    seek(
      to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity,
      completionHandler: completionHandler)
  }

  /// Seeks to a time, exactly.
  ///
  /// If the item is not the current item of a player, it later starts at this time.
  ///
  /// - Parameters:
  ///   - time: The time. The ends of the media limit it.
  ///   - toleranceBefore: Ignored, because all seeks are exact.
  ///   - toleranceAfter: Ignored, because all seeks are exact.
  ///   - completionHandler: Called once, with `true` if the seek succeeded. Another seek, a change
  ///     of the item, or media that cannot seek make it `false`.
  open func seek(
    to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
    completionHandler: (@Sendable (Bool) -> Void)? = nil
  ) {
    let (player, id) = state.withLock { ($0.player, $0.id) }
    guard let player, let id else {
      state.withLock { state in
        state.startTime = time
        state.lastTime = time
      }
      completionHandler?(true)
      return
    }
    guard player.core.itemIDs.first == id else {
      let isPossible = time.isNumeric && player.core.setStartTime(max(0, time.seconds), of: id)
      if isPossible { state.withLock { $0.lastTime = time } }
      completionHandler?(isPossible)
      return
    }
    player.seekCurrent(to: time, completionHandler)
  }
}
