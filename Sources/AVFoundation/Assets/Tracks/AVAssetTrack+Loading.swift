public import AVFAudio
public import CoreMedia
public import Foundation

extension AVAssetTrack: AVAsynchronousKeyValueLoading {
  /// The state of a property: loaded.
  public func statusOfValue(
    forKey key: String, error outError: NSErrorPointer
  ) -> AVKeyValueStatus { .loaded }

  /// Calls the handler soon, because all properties are loaded.
  public func loadValuesAsynchronously(
    forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)?
  ) {
    if let handler { DispatchQueue.global().async(execute: handler) }
  }
}

extension AVPartialAsyncProperty where Root: AVAssetTrack {
  /// The description of the stored format.
  public static var formatDescriptions: AVAsyncProperty<Root, [CMFormatDescription]> {
    .init("formatDescriptions") { $0.mediaDescriptions }
  }

  /// Whether the track can be played.
  public static var isPlayable: AVAsyncProperty<Root, Bool> {
    .init("isPlayable") { $0.isPlayable }
  }

  /// Whether the track can be decoded.
  public static var isDecodable: AVAsyncProperty<Root, Bool> {
    .init("isDecodable") { $0.isDecodable }
  }

  /// Whether the track takes part in playback.
  public static var isEnabled: AVAsyncProperty<Root, Bool> { .init("isEnabled") { $0.isEnabled } }

  /// Whether the track refers to no other file.
  public static var isSelfContained: AVAsyncProperty<Root, Bool> {
    .init("isSelfContained") { $0.isSelfContained }
  }

  /// Bytes of all packets.
  public static var totalSampleDataLength: AVAsyncProperty<Root, Int64> {
    .init("totalSampleDataLength") { $0.totalSampleDataLength }
  }

  /// The time range in the asset.
  public static var timeRange: AVAsyncProperty<Root, CMTimeRange> {
    .init("timeRange") { $0.timeRange }
  }

  /// The unit of times in the media.
  public static var naturalTimeScale: AVAsyncProperty<Root, CMTimeScale> {
    .init("naturalTimeScale") { $0.naturalTimeScale }
  }

  /// The bit rate.
  public static var estimatedDataRate: AVAsyncProperty<Root, Float> {
    .init("estimatedDataRate") { $0.estimatedDataRate }
  }

  /// The parts of the track.
  public static var segments: AVAsyncProperty<Root, [AVAssetTrackSegment]> {
    .init("segments") { $0.segments }
  }

  /// The natural volume.
  public static var preferredVolume: AVAsyncProperty<Root, Float> {
    .init("preferredVolume") { $0.preferredVolume }
  }

  /// The size of the picture.
  public static var naturalSize: AVAsyncProperty<Root, CGSize> {
    .init("naturalSize") { $0.naturalSize }
  }

  /// How the picture is turned for display.
  public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
    .init("preferredTransform") { $0.preferredTransform }
  }

  /// The frame rate of the picture.
  public static var nominalFrameRate: AVAsyncProperty<Root, Float> {
    .init("nominalFrameRate") { $0.nominalFrameRate }
  }

  /// The shortest frame of the picture.
  public static var minFrameDuration: AVAsyncProperty<Root, CMTime> {
    .init("minFrameDuration") { $0.minFrameDuration }
  }

  /// The characteristics of the media.
  public static var mediaCharacteristics: AVAsyncProperty<Root, [AVMediaCharacteristic]> {
    .init("mediaCharacteristics") { track in
      [.audible, .visual].filter { track.hasMediaCharacteristic($0) }
    }
  }

  /// The language, by ISO 639-2/T.
  public static var languageCode: AVAsyncProperty<Root, String?> {
    .init("languageCode") { $0.languageCode }
  }

  /// The language, by RFC 4646.
  public static var extendedLanguageTag: AVAsyncProperty<Root, String?> {
    .init("extendedLanguageTag") { $0.extendedLanguageTag }
  }

  /// Whether samples depend on others.
  public static var hasAudioSampleDependencies: AVAsyncProperty<Root, Bool> {
    .init("hasAudioSampleDependencies") { $0.hasAudioSampleDependencies }
  }

  /// The types of associated tracks.
  public static var availableTrackAssociationTypes:
    AVAsyncProperty<Root, [AVAssetTrack.AssociationType]>
  {
    .init("availableTrackAssociationTypes") { $0.availableTrackAssociationTypes }
  }

  /// Whether cursors can step through the samples.
  public static var canProvideSampleCursors: AVAsyncProperty<Root, Bool> {
    .init("canProvideSampleCursors") { $0.canProvideSampleCursors }
  }

  /// Whether pictures are stored in another order.
  public static var requiresFrameReordering: AVAsyncProperty<Root, Bool> {
    .init("requiresFrameReordering") { $0.requiresFrameReordering }
  }
}
