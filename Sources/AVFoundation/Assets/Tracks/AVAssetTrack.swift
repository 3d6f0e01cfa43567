internal import AudioContainers
internal import AudioFiles
internal import AudioModel
internal import AudioPlayback
internal import AudioToolbox
public import CoreMedia
public import Foundation

/// A track of an asset: sound, pictures, texts or metadata, with the format and the length.
///
/// A track comes from an asset whose header has been read, so its properties do not wait. It stays
/// valid after the asset has been released.
open class AVAssetTrack: NSObject, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; only the weak reference changes.

  /// The asset, if it still exists.
  public internal(set) weak var asset: AVAsset?
  /// The number of the track in its asset.
  public let trackID: CMPersistentTrackID
  private let ownSource: CompositionSource
  /// The track in a movie with several tracks; `nil` for other media.
  private let track: MediaTrack?

  init(asset: AVAsset, trackID: CMPersistentTrackID, info: MediaItem.Info) {
    self.asset = asset
    self.trackID = trackID
    track = nil
    ownSource = CompositionSource(
      asset.bytes, info: info, url: (asset as? AVURLAsset)?.url, trackID: trackID)
  }

  init(asset: AVAsset, _ track: MediaTrack) {
    self.asset = asset
    self.track = track
    trackID = track.trackID
    ownSource = CompositionSource(
      asset.bytes.reading(track: track.index), info: track.info,
      url: (asset as? AVURLAsset)?.url, trackID: track.trackID)
  }

  /// Whether an item plays the track, unless a client changes it.
  var isPlayed: Bool { track?.isPlayed ?? true }

  /// The description of a movie's sound track; `nil` for pictures, and for other media.
  var sound: SoundTrack? {
    guard mediaType == .audio else { return nil }
    return track?.sound ?? info.container.soundTracks.first(where: \.isReadable)
  }

  /// The texts or metadata of the track; `nil` for other media.
  var timedTrack: TimedTrack? { nil }

  /// The track as a part of compositions.
  var source: CompositionSource { ownSource }

  private var info: MediaItem.Info { source.info ?? .emptyComposition }

  // MARK: Format

  /// The type of the media: audio or video.
  open var mediaType: AVMediaType { .audio }

  /// The description of the stored format, a `CMFormatDescription`.
  open var formatDescriptions: [Any] { mediaDescriptions }

  var mediaDescriptions: [CMFormatDescription] { [info.description] }

  /// Whether the track can be played.
  open var isPlayable: Bool { true }
  /// Whether the track can be decoded.
  open var isDecodable: Bool { true }
  /// Whether the movie enables the track; always true for other media.
  open var isEnabled: Bool { sound?.isEnabled ?? true }
  /// Whether the track refers to no other file.
  open var isSelfContained: Bool { true }

  /// Bytes of all packets; 0 if unknown, as in a live stream.
  open var totalSampleDataLength: Int64 { Int64(clamping: info.packetByteCount ?? 0) }

  /// Whether the media have a characteristic: sound is `audible`, and pictures are `visual`.
  open func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
    mediaCharacteristic == .audible
  }

  // MARK: Time

  /// The time range in the asset; its duration is indefinite for a live stream.
  open var timeRange: CMTimeRange { CMTimeRange(start: .zero, duration: info.duration) }

  /// The unit of times in the media: the sample rate, if it is a whole number.
  open var naturalTimeScale: CMTimeScale { info.timescale }

  /// The bit rate in bits per second; 0 if unknown.
  open var estimatedDataRate: Float {
    if let length = info.length, length.seconds > 0, let count = info.packetByteCount {
      return Float(Double(count) * 8 / length.seconds)
    }
    let format = info.container.format
    if format.hasConstantPackets {
      let packetRate = format.sampleRate / Double(format.framesPerPacket)
      return Float(packetRate * Double(format.bytesPerPacket) * 8)
    }
    return Float(info.container.statedBitRate ?? 0)
  }

  /// Converts a time of the track to the time in the stored media.
  open func samplePresentationTime(forTrackTime trackTime: CMTime) -> CMTime {
    guard let mapping = wholeSegment(at: trackTime)?.timeMapping else { return .invalid }
    return trackTime - mapping.target.start + mapping.source.start
  }

  // MARK: Sound and picture

  /// The natural volume: 1.
  open var preferredVolume: Float { 1 }
  /// The size of the picture; zero for sound.
  open var naturalSize: CGSize { .zero }
  /// How the picture is turned for display; the identity for sound.
  open var preferredTransform: CGAffineTransform { .identity }
  /// The frame rate of the picture; 0 for sound.
  open var nominalFrameRate: Float { 0 }
  /// The shortest frame of the picture; invalid for sound.
  open var minFrameDuration: CMTime { .invalid }
  /// Whether pictures are stored in another order than they are shown; false for sound.
  open var requiresFrameReordering: Bool { false }
}

// Extensions of the protocol, because a track of a composition has segments of its own type.
extension AVAsynchronousKeyValueLoading where Self: AVAssetTrack {
  /// The parts of the track: a single one, which begins after the priming frames of the media.
  public var segments: [AVAssetTrackSegment] {
    [wholeSegment]
  }

  /// The segment that plays at a time; the last one for a later time.
  public func segment(forTrackTime trackTime: CMTime) -> AVAssetTrackSegment? {
    wholeSegment(at: trackTime)
  }
}

extension AVAssetTrack {
  /// The only segment, which begins after the priming frames of the media.
  fileprivate var wholeSegment: AVAssetTrackSegment {
    let info = info
    let rate = info.container.format.sampleRate
    let priming = mediaType == .audio ? Double(info.container.trim?.primingFrames ?? 0) : 0
    let start = rate > 0 ? info.time(priming / rate) : .zero
    let source = CMTimeRange(start: start, duration: timeRange.duration)
    return AVAssetTrackSegment(timeMapping: CMTimeMapping(source: source, target: timeRange))
  }

  fileprivate func wholeSegment(at time: CMTime) -> AVAssetTrackSegment? {
    time.isNumeric ? wholeSegment : nil
  }
}

extension MediaItem.Info {
  /// The description of the stored format.
  var description: CMFormatDescription {
    CMFormatDescription(
      AudioStreamBasicDescription(container.format),
      layout: container.statedChannelLayout?.bytes ?? [], cookie: container.magicCookie,
      extensions: nil)
  }
}
