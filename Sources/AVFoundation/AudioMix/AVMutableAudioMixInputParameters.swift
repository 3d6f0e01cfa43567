public import CoreMedia
public import MediaToolbox
internal import Synchronization

/// Parameters of a track that can be changed.
///
/// A step or a ramp applies from its start until the next one starts. A ramp that overlaps another
/// one ends where the later one starts, while Apple's class refuses it.
open class AVMutableAudioMixInputParameters: AVAudioMixInputParameters, @unchecked Sendable {
  /// Makes parameters without a track.
  public override init() { super.init() }

  override init(_ state: State) { super.init(state) }

  /// Makes parameters of a track.
  ///
  /// - Parameter track: The track; `nil` to choose it later with ``trackID``.
  public convenience init(track: AVAssetTrack?) {
    self.init()
    trackID = track?.trackID ?? kCMPersistentTrackID_Invalid
  }

  /// The track; `kCMPersistentTrackID_Invalid` without one.
  open override var trackID: CMPersistentTrackID {
    get { super.trackID }
    set { state.withLock { $0.trackID = newValue } }
  }

  /// How a rate other than 1 changes the sound; `nil` for the algorithm of the item.
  open override var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm? {
    get { super.audioTimePitchAlgorithm }
    set { state.withLock { $0.algorithm = newValue } }
  }

  /// The client code that sees and changes the sound; `nil` without any.
  open override var audioTapProcessor: MTAudioProcessingTap? {
    get { super.audioTapProcessor }
    set {
      // This may release a tap, whose client code must run without the lock.
      let old = state.withLock { state in
        defer { state.tap = newValue }
        return state.tap
      }
      withExtendedLifetime(old) {}
    }
  }

  /// Sets the volume from a time on.
  ///
  /// - Parameters:
  ///   - volume: The volume, 1 for unchanged; negative volumes count as 0.
  ///   - time: The time of the media. A time or a volume that is not a number has no effect.
  open func setVolume(_ volume: Float, at time: CMTime) {
    add(volume, volume, CMTimeRange(start: time, duration: .zero))
  }

  /// Changes the volume evenly in a time range.
  ///
  /// - Parameters:
  ///   - startVolume: The volume at its start, 1 for unchanged; negative volumes count as 0.
  ///   - endVolume: The volume at its end, which then holds.
  ///   - timeRange: The range of the media. A range or a volume that is not a number has no effect.
  open func setVolumeRamp(
    fromStartVolume startVolume: Float, toEndVolume endVolume: Float, timeRange: CMTimeRange
  ) {
    add(startVolume, endVolume, timeRange)
  }

  private func add(_ start: Float, _ end: Float, _ range: CMTimeRange) {
    guard start.isFinite, end.isFinite, range.start.isNumeric, range.duration.isNumeric,
      range.isValid
    else { return }
    state.withLock { $0.add(.init(range: range, start: max(0, start), end: max(0, end))) }
  }
}
