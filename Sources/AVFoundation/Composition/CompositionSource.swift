internal import AudioFiles
internal import AudioPlayback
internal import CoreMedia
internal import Foundation
internal import MediaTimeline

/// A track from which compositions take pieces.
final class CompositionSource: Sendable {
  let bytes: MediaBytes
  /// Information about the media; `nil` if they have not been opened.
  let info: MediaItem.Info?
  /// The URL of the media, if they have one.
  let url: URL?
  let trackID: CMPersistentTrackID

  init(_ bytes: MediaBytes, info: MediaItem.Info?, url: URL?, trackID: CMPersistentTrackID) {
    self.bytes = bytes
    self.info = info
    self.url = url
    self.trackID = trackID
  }
}

extension CMTime: EditTime {
  func scaled(from old: CMTime, to new: CMTime) -> CMTime {
    CMTimeMapDurationFromRangeToRange(
      self, fromRange: CMTimeRange(start: .zero, duration: old),
      toRange: CMTimeRange(start: .zero, duration: new))
  }
}

extension EditRange<CMTime> {
  init(_ range: CMTimeRange) { self.init(start: range.start, duration: range.duration) }

  var range: CMTimeRange { CMTimeRange(start: start, duration: duration) }
}

extension Composition {
  /// Makes a composition of the enabled tracks.
  ///
  /// - Parameter tracks: The tracks of an `AVComposition`.
  init(_ tracks: [AVCompositionTrack]) {
    self.init()
    var indices: [ObjectIdentifier: Int] = [:]
    for track in tracks where track.isEnabled {
      var pieces: [Piece] = []
      for segment in track.edits.segments {
        guard let source = segment.source else { continue }
        let index = indices[ObjectIdentifier(source)] ?? sources.count
        if index == sources.count {
          indices[ObjectIdentifier(source)] = index
          sources.append(Source(source.bytes, format: source.info?.format))
        }
        pieces.append(
          Piece(
            source: index, from: segment.sourceRange.start.seconds,
            for: segment.sourceRange.duration.seconds, start: segment.target.start.seconds,
            end: segment.target.end.seconds))
      }
      self.tracks.append(
        Track(trackID: track.trackID, pieces: pieces, volume: track.preferredVolume))
    }
  }
  /// Makes a composition of whole tracks of a file.
  init(_ tracks: [CompositionSource]) {
    self.init()
    for (index, track) in tracks.enumerated() {
      let seconds = max(0, track.info?.length?.seconds ?? 0)
      sources.append(Source(track.bytes, format: track.info?.format))
      let piece = Piece(source: index, from: 0, for: seconds, start: 0, end: seconds)
      self.tracks.append(Track(trackID: track.trackID, pieces: [piece]))
    }
  }
}
