public import CoreMedia
public import Foundation
internal import MediaTimeline
public import MediaToolbox
internal import Synchronization

/// How the sound of one track changes before it is mixed: its volume over time, and a tap.
///
/// Times are those of the media, and the volume is exact to the frame. Before the first time for
/// which a volume is set, the volume is 1. After the last such time, the last volume holds.
open class AVAudioMixInputParameters: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; a lock guards the state.

  struct State {
    var trackID = kCMPersistentTrackID_Invalid
    var algorithm: AVAudioTimePitchAlgorithm?
    var tap: MTAudioProcessingTap?
    /// The ramps and steps, by their starts.
    var ramps: [VolumeRamp] = []
  }

  /// A change of the volume; a step if its range is empty.
  struct VolumeRamp {
    var range: CMTimeRange
    var start: Float
    var end: Float
  }

  let state: Mutex<State>

  /// Makes parameters without a track, which have no effect.
  public override init() {
    state = Mutex(State())
  }

  init(_ state: State) {
    self.state = Mutex(state)
  }

  /// The track; `kCMPersistentTrackID_Invalid` without one.
  open var trackID: CMPersistentTrackID { state.withLock { $0.trackID } }

  /// How a rate other than 1 changes the sound; `nil` for the algorithm of the item.
  open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm? { state.withLock { $0.algorithm } }

  /// The client code that sees and changes the sound; `nil` without any.
  open var audioTapProcessor: MTAudioProcessingTap? { state.withLock { $0.tap } }

  /// Gets the ramp that applies at a time.
  ///
  /// After a step or a ramp, the volume holds until the next one. Both volumes are then equal, and
  /// the range ends at the next one, or has an infinite duration.
  ///
  /// - Parameters:
  ///   - time: The time of the media.
  ///   - startVolume: Receives the volume at the start of the range.
  ///   - endVolume: Receives the volume at the end of the range.
  ///   - timeRange: Receives the range.
  /// - Returns: Whether a volume has been set for the time, or for an earlier one.
  open func getVolumeRamp(
    for time: CMTime, startVolume: UnsafeMutablePointer<Float>?,
    endVolume: UnsafeMutablePointer<Float>?, timeRange: UnsafeMutablePointer<CMTimeRange>?
  ) -> Bool {
    guard let ramp = state.withLock({ $0.ramp(at: time) }) else { return false }
    // Safe: the caller passes memory for one value each, or null.
    unsafe startVolume?.pointee = ramp.start
    unsafe endVolume?.pointee = ramp.end
    unsafe timeRange?.pointee = ramp.range
    return true
  }

  /// The volume over time.
  var curve: VolumeCurve { state.withLock { $0.curve } }

  /// Returns a copy that does not change.
  open func copy(with zone: NSZone? = nil) -> Any {
    AVAudioMixInputParameters(state.withLock { $0 })
  }

  /// Returns a copy that can be changed.
  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    AVMutableAudioMixInputParameters(state.withLock { $0 })
  }
}

extension AVAudioMixInputParameters.State {
  /// Adds a ramp; replaces a ramp with the same start.
  mutating func add(_ ramp: AVAudioMixInputParameters.VolumeRamp) {
    ramps.removeAll { $0.range.start == ramp.range.start }
    let place = ramps.firstIndex { $0.range.start > ramp.range.start } ?? ramps.count
    ramps.insert(ramp, at: place)
  }

  /// The ramp at a time, or the part in which its last volume holds.
  func ramp(at time: CMTime) -> AVAudioMixInputParameters.VolumeRamp? {
    guard time.isNumeric, let index = ramps.lastIndex(where: { $0.range.start <= time }) else {
      return nil
    }
    let ramp = ramps[index]
    guard time >= ramp.range.end else { return ramp }
    let next = index + 1 < ramps.count ? ramps[index + 1].range.start : .positiveInfinity
    let range = CMTimeRange(start: ramp.range.end, duration: next - ramp.range.end)
    return .init(range: range, start: ramp.end, end: ramp.end)
  }

  var curve: VolumeCurve {
    var curve = VolumeCurve()
    for ramp in ramps {
      curve.add(
        .init(
          start: ramp.range.start.seconds, end: ramp.range.end.seconds, from: ramp.start,
          to: ramp.end))
    }
    return curve
  }
}
