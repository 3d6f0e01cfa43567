internal import AudioContainers
internal import AudioPlayback
public import CoreMedia
public import Foundation
public import Observation
internal import Synchronization

/// An asset as a player plays it, with its state in that player.
///
/// An item stays `unknown` until a player takes it, and may belong to one player only. A copy is a
/// new item.
open class AVPlayerItem: NSObject, NSCopying, _KeyValueCodingAndObserving, Observable,
  @unchecked Sendable
{
  struct State {
    var status = Status.unknown
    var error: (any Error)?
    var info: MediaItem.Info?
    var isEmpty = true
    var hasEnded = false
    var forwardEnd = CMTime.invalid
    var reverseEnd = CMTime.invalid
    var forwardBuffer = 0.0
    var peakBitRate = 0.0
    var algorithm = AVAudioTimePitchAlgorithm.timeDomain
    var audioMix: AVAudioMix?
    var selectedOption: AVMediaSelectionOption?
    /// Whether the client has selected the option, so that the player's criteria keep it.
    var isSelectedByClient = false
    var kept = KeptSettings()
    /// The reported distance from the end of a live stream, in seconds.
    var recommendedOffset: Double?
    var tracks: [AVPlayerItemTrack]?
    var outputs: [AVPlayerItemOutput] = []
    var collectors: [AVPlayerItemMediaDataCollector] = []
    var timedMetadata: [AVMetadataItem]?
    weak var player: AVPlayer?
    /// The ID in the player.
    var id: Int?
    /// The time of the last seek before a player took the item.
    var startTime: CMTime?
    /// The time when the item left its player.
    var lastTime = CMTime.zero
    var log = ItemLog()
    var attachment: (any Attachment)?
    var timebase: CMTimebase?
    /// Compares the timebase with the heard time.
    var timebaseObservation: TimeObservation?
  }

  let properties = ObservedProperties()
  let state = Mutex(State())
  private let currentMedia: Mutex<MediaItem>
  /// The volumes and switches of the tracks.
  let trackMixes = TrackMixes()
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
  }

  /// Reopens the media after the item has left a player; a failed item does not change.
  ///
  /// Playback continues at the time when the item left the player, or at the start if it has ended.
  func renewMedia() {
    let old = media
    guard old.isClosed, state.withLock({ $0.status }) != .failed else { return }
    let new = MediaItem(asset.bytes, trackMixes: trackMixes)
    new.mix = old.mix
    (new.liveOffset, new.preservesLiveOffset) = (old.liveOffset, old.preservesLiveOffset)
    new.selectRendition(state.withLock { $0.selectedOption }?.rendition.name)
    currentMedia.withLock { $0 = new }
    collectDateRanges()
    state.withLock { state in
      (state.isEmpty, state.hasEnded) = (true, false)
      let end = state.info?.duration ?? .indefinite
      if state.startTime == nil, state.lastTime.isNumeric, state.lastTime < end {
        state.startTime = state.lastTime
      }
    }
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
  public var status: Status {
    properties.access(self, \.status)
    return state.withLock { $0.status }
  }

  /// The reason for a failure; `nil` if the item has not failed.
  public var error: (any Error)? {
    properties.access(self, \.error)
    return state.withLock { $0.error }
  }

  /// The length; indefinite until the header has arrived, and for a live stream.
  public var duration: CMTime {
    properties.access(self, \.duration)
    return state.withLock { $0.info }?.duration ?? .indefinite
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
    state.withLock { $0.audioMix?.audible?.audioTimePitchAlgorithm ?? $0.algorithm }
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
