internal import AudioContainers
internal import AudioModel
internal import AudioPlayback
internal import CoreMedia
internal import Foundation
internal import VideoFrames

/// The pictures of an asset as a track.
final class AVAssetVideoTrack: AVAssetTrack, @unchecked Sendable {
  private let video: VideoTrack

  init(
    asset: AVAsset, trackID: CMPersistentTrackID, info: MediaItem.Info, video: VideoTrack
  ) {
    self.video = video
    super.init(asset: asset, trackID: trackID, info: info)
  }

  override var mediaType: AVMediaType { .video }

  override var formatDescriptions: [Any] {
    [pictureFormat]
  }

  override var mediaDescriptions: [CMFormatDescription] { [pictureFormat] }

  private var pictureFormat: CMFormatDescription {
    let aspect: [NSString: Any] = [
      kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing: video.pixelAspect.numerator,
      kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing: video.pixelAspect.denominator,
    ]
    var extensions: [NSString: Any] = [
      kCMFormatDescriptionExtension_PixelAspectRatio: NSDictionary(dictionary: aspect)
    ]
    if let aperture = video.cleanAperture,
      aperture.area(width: video.width, height: video.height) != nil
    {
      extensions[kCMFormatDescriptionExtension_CleanAperture] = dictionary(aperture)
    }
    return CMFormatDescription(
      videoCodecType: video.codec.rawValue, width: video.width, height: video.height,
      extensions: NSDictionary(dictionary: extensions))
  }

  /// The numbers of a clean aperture.
  private func dictionary(_ aperture: CleanAperture) -> NSDictionary {
    let numbers: [NSString: Any] = [
      kCMFormatDescriptionKey_CleanApertureWidth: aperture.width.value,
      kCMFormatDescriptionKey_CleanApertureHeight: aperture.height.value,
      kCMFormatDescriptionKey_CleanApertureHorizontalOffset: aperture.horizontalOffset.value,
      kCMFormatDescriptionKey_CleanApertureVerticalOffset: aperture.verticalOffset.value,
    ]
    return NSDictionary(dictionary: numbers)
  }

  override func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
    mediaCharacteristic == .visual
  }

  override var totalSampleDataLength: Int64 { 0 }

  override var estimatedDataRate: Float { Float(video.bitRate ?? 0) }

  override var timeRange: CMTimeRange {
    let start = video.start.map { max(0, video.seconds($0)) } ?? 0
    let seconds = video.duration.map { Double($0) * video.unit.value } ?? video.fileSeconds
    return CMTimeRange(
      start: CMTime(seconds: start, preferredTimescale: naturalTimeScale),
      duration: seconds.map { CMTime(seconds: $0, preferredTimescale: naturalTimeScale) }
        ?? .indefinite)
  }

  override var naturalTimeScale: CMTimeScale {
    let scale = video.unit.numerator == 1 ? video.unit.denominator : 90_000
    return CMTimeScale(exactly: scale) ?? 90_000
  }

  override var preferredVolume: Float { 0 }

  override var naturalSize: CGSize {
    CGSize(width: video.visibleSize.width, height: video.visibleSize.height)
  }

  override var preferredTransform: CGAffineTransform {
    let transform = video.transform
    let size = naturalSize
    // The upright picture lies between 0 and its size.
    return CGAffineTransform(
      a: transform.a, b: transform.b, c: transform.c, d: transform.d,
      tx: -min(0, transform.a * size.width) - min(0, transform.c * size.height),
      ty: -min(0, transform.b * size.width) - min(0, transform.d * size.height))
  }

  override var nominalFrameRate: Float { Float(video.frameRate?.value ?? 0) }

  override var minFrameDuration: CMTime {
    guard let rate = video.frameRate, let scale = CMTimeScale(exactly: rate.numerator) else {
      return .invalid
    }
    return CMTime(value: CMTimeValue(rate.denominator), timescale: scale)
  }

  override var requiresFrameReordering: Bool { video.isReordered }
}

extension AVAsset {
  /// The pictures of a film; `nil` for other media.
  ///
  /// Opens a film on a server again, and waits for it.
  func makeVideoTrack(
    _ info: MediaItem.Info, usedIDs: [CMPersistentTrackID]
  ) -> AVAssetTrack? {
    guard bytes.isLocalFile || info.mayHavePictures, let source = try? bytes.openSource(),
      let video = FilmPlayback.track(of: source)
    else { return nil }
    return AVAssetVideoTrack(
      asset: self, trackID: (usedIDs.max() ?? 0) + 1, info: info, video: video)
  }
}

extension MediaItem.Info {
  /// Whether the medium is a file that may be a film.
  fileprivate var mayHavePictures: Bool {
    length != nil && FilmContainer.mayHold(container.fileType)
  }
}
