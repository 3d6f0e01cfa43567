internal import AudioPlayback
public import CoreMedia
internal import Foundation
internal import MediaTimeline
internal import Synchronization

/// A track of a composition: pieces of other tracks, with gaps between them.
open class AVCompositionTrack: AVAssetTrack, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; the state has a lock.

  typealias Edits = EditList<CMTime, CompositionSource>

  struct State: Sendable {
    var edits = Edits()
    var isEnabled = true
    var volume: Float = 1
    /// The unit of times that a client has set.
    var timescale: CMTimeScale?
    var associations: [Association] = []
    var replacements: [AVCompositionTrackFormatDescriptionReplacement] = []
  }

  /// A relation to another track of the composition.
  struct Association: Equatable, Sendable {
    var type: AssociationType
    var trackID: CMPersistentTrackID
  }

  let state: Mutex<State>

  init(_ composition: AVComposition, trackID: CMPersistentTrackID, _ state: State = State()) {
    self.state = Mutex(state)
    super.init(asset: composition, trackID: trackID, info: .emptyComposition)
  }

  var edits: Edits { state.withLock { $0.edits } }

  override var source: CompositionSource {
    let composition = Composition([self])
    return CompositionSource(
      MediaBytes(.composition(composition)),
      info: composition.format.map { MediaItem.Info(composition, $0) }, url: nil, trackID: trackID)
  }

  /// The segment that plays at a time; `nil` outside of the track.
  func find(_ time: CMTime) -> AVCompositionTrackSegment? {
    guard time.isNumeric else { return nil }
    return edits.segment(at: time).map { AVCompositionTrackSegment($0) }
  }

  override var mediaDescriptions: [CMFormatDescription] {
    var found: [CMFormatDescription] = []
    for segment in edits.segments {
      guard let own = segment.source?.info?.description else { continue }
      let description =
        formatDescriptionReplacements.first { $0.originalFormatDescription == own }?
        .replacementFormatDescription ?? own
      if !found.contains(where: { $0 == description }) { found.append(description) }
    }
    return found
  }

  /// The descriptions that stand for those of the sources.
  open var formatDescriptionReplacements: [AVCompositionTrackFormatDescriptionReplacement] {
    state.withLock { $0.replacements }
  }

  /// Whether the track plays.
  open override var isEnabled: Bool { state.withLock { $0.isEnabled } }

  /// The range from 0 to the end of the last segment.
  open override var timeRange: CMTimeRange { CMTimeRange(start: .zero, duration: edits.end) }

  /// The unit of times: the highest sample rate of the sources.
  open override var naturalTimeScale: CMTimeScale {
    let (timescale, edits) = state.withLock { ($0.timescale, $0.edits) }
    return timescale ?? edits.segments.compactMap { $0.source?.info?.timescale }.max() ?? 600
  }

  /// The volume with which the track plays.
  open override var preferredVolume: Float { state.withLock { $0.volume } }

  /// Whether the track refers to no other file; true only for an empty track.
  open override var isSelfContained: Bool { edits.segments.isEmpty }

  /// Bytes of all packets: 0, because only the sources of the track have packets.
  open override var totalSampleDataLength: Int64 { 0 }

  /// Converts a time of the track to the time in its source; invalid in a gap.
  open override func samplePresentationTime(forTrackTime trackTime: CMTime) -> CMTime {
    guard trackTime.isNumeric, let segment = edits.segment(at: trackTime), segment.source != nil
    else { return .invalid }
    return CMTimeMapTimeFromRangeToRange(
      trackTime, fromRange: segment.target.range, toRange: segment.sourceRange.range)
  }
}

extension AVAsynchronousKeyValueLoading where Self: AVCompositionTrack {
  /// The segments.
  public var segments: [AVCompositionTrackSegment] {
    edits.segments.map { AVCompositionTrackSegment($0) }
  }

  /// The segment that plays at a time; `nil` outside of the track.
  public func segment(forTrackTime trackTime: CMTime) -> AVCompositionTrackSegment? {
    find(trackTime)
  }
}
