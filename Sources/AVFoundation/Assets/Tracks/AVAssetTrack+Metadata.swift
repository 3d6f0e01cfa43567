internal import AudioContainers
public import CoreMedia
internal import Foundation

/// The language of a movie's track, and the metadata of a track, which are always empty.
extension AVAssetTrack {
  /// The language of a movie's track, by ISO 639-2/T; `nil` if it is not stated.
  public var languageCode: String? { sound?.language ?? timedTrack?.language }
  /// The language, by RFC 4646: `nil`, because it is not read from the media.
  public var extendedLanguageTag: String? { nil }

  /// The metadata of the track: empty, because the asset has all of them.
  public var metadata: [AVMetadataItem] { [] }
  /// The metadata of the track with keys that all formats share: empty.
  public var commonMetadata: [AVMetadataItem] { [] }
  /// The formats of the track's metadata: empty.
  public var availableMetadataFormats: [AVMetadataFormat] { [] }

  /// The metadata of a format: empty, because the asset has all of them.
  public func metadata(forFormat format: AVMetadataFormat) -> [AVMetadataItem] { [] }

  /// Loads the metadata of a format: an empty array, because the asset has all of them.
  ///
  /// The handler is called once, on any thread.
  public func loadMetadata(
    for format: AVMetadataFormat,
    completionHandler: @escaping @Sendable ([AVMetadataItem]?, (any Error)?) -> Void
  ) {
    DispatchQueue.global().async { completionHandler([], nil) }
  }

  /// Loads the metadata of a format: an empty array, because the asset has all of them.
  public func loadMetadata(for format: AVMetadataFormat) async throws -> [AVMetadataItem] { [] }

  // MARK: Segments

  /// Loads the segment that plays at a time.
  ///
  /// The handler is called once, on any thread.
  public func loadSegment(
    forTrackTime trackTime: CMTime,
    completionHandler: @escaping @Sendable (AVAssetTrackSegment?, (any Error)?) -> Void
  ) {
    DispatchQueue.global().async {
      completionHandler(self.segment(forTrackTime: trackTime), nil)
    }
  }

  /// Loads the segment that plays at a time.
  public func loadSegment(forTrackTime trackTime: CMTime) async throws -> AVAssetTrackSegment? {
    segment(forTrackTime: trackTime)
  }

  /// Converts a time of the track to the time in the stored media.
  ///
  /// The handler is called once, on any thread.
  public func loadSamplePresentationTime(
    forTrackTime trackTime: CMTime,
    completionHandler: @escaping @Sendable (CMTime, (any Error)?) -> Void
  ) {
    DispatchQueue.global().async {
      completionHandler(self.samplePresentationTime(forTrackTime: trackTime), nil)
    }
  }

  /// Converts a time of the track to the time in the stored media.
  public func loadSamplePresentationTime(forTrackTime trackTime: CMTime) async throws -> CMTime {
    samplePresentationTime(forTrackTime: trackTime)
  }

  /// Whether samples depend on others, as in xHE-AAC; always false, because it is not supported.
  public var hasAudioSampleDependencies: Bool { false }
}
