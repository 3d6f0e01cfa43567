internal import AudioContainers
internal import AudioModel
internal import AudioPlayback
internal import CoreMedia
internal import Foundation

/// A track of texts or metadata of a movie.
final class AVAssetTimedTrack: AVAssetTrack, @unchecked Sendable {
  private let timed: TimedTrack

  init(
    asset: AVAsset, trackID: CMPersistentTrackID, info: MediaItem.Info, timed: TimedTrack
  ) {
    self.timed = timed
    super.init(asset: asset, trackID: trackID, info: info)
  }

  override var timedTrack: TimedTrack? { timed }

  override var mediaType: AVMediaType { AVMediaType(timed.handler.description) }

  override var formatDescriptions: [Any] { mediaDescriptions }

  override var mediaDescriptions: [CMFormatDescription] {
    timed.entry.isEmpty ? [] : [timed.formatDescription]
  }

  override var isPlayable: Bool { false }

  override var isEnabled: Bool { timed.isEnabled }

  override func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
    mediaCharacteristic == .legible && mediaType != .metadata
  }

  override var totalSampleDataLength: Int64 {
    timed.samples.reduce(0) { sum, sample in
      let (total, overflow) = sum.addingReportingOverflow(
        Int64(clamping: sample.extent.byteCount))
      return overflow ? .max : total
    }
  }

  override var estimatedDataRate: Float {
    let seconds = timeRange.duration.seconds
    return seconds > 0 ? Float(Double(totalSampleDataLength) * 8 / seconds) : 0
  }

  override var timeRange: CMTimeRange {
    CMTimeRange(
      start: .zero,
      duration: timed.samples.last.map { timed.time($0.start.clampedAdding($0.duration)) } ?? .zero)
  }

  override var naturalTimeScale: CMTimeScale { CMTimeScale(clamping: timed.timescale) }

  override var preferredVolume: Float { 0 }
}

extension TimedTrack {
  /// A time of the track's clock.
  func time(_ units: UInt64) -> CMTime {
    CMTime(value: CMTimeValue(clamping: units), timescale: CMTimeScale(clamping: timescale))
  }

  /// The description of the samples.
  var formatDescription: CMFormatDescription {
    let keys = BoxedMetadata.keys(entry.span)
    guard handler == FourCC("m", "e", "t", "a"), !keys.isEmpty else {
      return CMFormatDescription(type: handler.rawValue, sampleEntry: entry)
    }
    return CMFormatDescription(metadataKeys: keys.map { MetadataKey($0) })
  }
}

extension AVAsset {
  /// The tracks of texts and metadata of a movie.
  func makeTimedTracks(
    _ info: MediaItem.Info, usedIDs: [CMPersistentTrackID]
  ) -> [AVAssetTrack] {
    var used = usedIDs
    return info.container.timedTracks.filter { !$0.samples.isEmpty }.map { timed in
      let own = CMPersistentTrackID(clamping: timed.identifier)
      let trackID = own <= 0 || used.contains(own) ? (used.max() ?? 0) + 1 : own
      used.append(trackID)
      return AVAssetTimedTrack(asset: self, trackID: trackID, info: info, timed: timed)
    }
  }
}
