internal import AudioPlayback
internal import CoreMedia
public import Foundation
internal import MediaTimeline
internal import Synchronization

/// How the tracks of an item sound together: the parameters of each track.
///
/// Set it as ``AVPlayerItem/audioMix``, even during playback, as
/// ``AVAssetExportSession/audioMix``, or as ``AVAssetReaderAudioMixOutput/audioMix``.
open class AVAudioMix: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; a lock guards the parameters.

  let parameters: Mutex<[AVAudioMixInputParameters]>

  /// Makes a mix without parameters.
  public override init() {
    parameters = Mutex([])
  }

  init(_ parameters: [AVAudioMixInputParameters]) {
    self.parameters = Mutex(Self.copies(parameters))
  }

  /// The parameters, at most one for each track.
  open var inputParameters: [AVAudioMixInputParameters] { parameters.withLock { $0 } }

  /// Returns a copy that does not change.
  open func copy(with zone: NSZone? = nil) -> Any { AVAudioMix(inputParameters) }

  /// Returns a copy that can be changed.
  open func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableAudioMix(inputParameters) }

  static func copies(
    _ parameters: [AVAudioMixInputParameters]
  ) -> [AVAudioMixInputParameters] {
    parameters.compactMap { $0.copy() as? AVAudioMixInputParameters }
  }

  /// The parameters of the only sound track of an asset; `nil` if the mix has no parameters for it.
  var audible: AVAudioMixInputParameters? {
    inputParameters.first { $0.trackID == AVAsset.audioTrackID }
  }

  /// The volumes of tracks over time.
  var volumes: [CMPersistentTrackID: VolumeCurve] {
    Dictionary(inputParameters.map { ($0.trackID, $0.curve) }) { first, _ in first }
  }

  /// Applies the mix to media.
  ///
  /// - Parameters:
  ///   - bytes: The media.
  ///   - trackIDs: The tracks that are heard.
  ///   - algorithm: How scaled segments sound, unless the parameters of a track state it.
  /// - Returns: The media, and the mix for their decoded frames. The returned media of a
  ///   composition apply the volume of each track. For other media, the returned mix has the
  ///   volume. It has the tap if there is only one track.
  func applied(
    to bytes: MediaBytes, trackIDs: [CMPersistentTrackID], _ algorithm: AVAudioTimePitchAlgorithm
  ) -> (MediaBytes, ItemMix) {
    let only =
      trackIDs.count == 1 ? inputParameters.first { $0.trackID == trackIDs[0] } : nil
    var mix = ItemMix()
    mix.tap = only?.audioTapProcessor
    let mixes = TrackMixes(volumes)
    mixes.setAlgorithms(self, algorithm)
    if let mixed = bytes.mixed(by: mixes) { return (mixed, mix) }
    mix.volume = only?.curve ?? mix.volume
    return (bytes, mix)
  }

  /// The mix for an item with one sound track.
  var itemMix: ItemMix {
    var mix = ItemMix()
    if let audible {
      mix.volume = audible.curve
      mix.tap = audible.audioTapProcessor
    }
    return mix
  }
}

extension TrackMixes {
  /// Sets how scaled segments sound: by the parameters of their track, or else by an algorithm.
  func setAlgorithms(_ mix: AVAudioMix?, _ algorithm: AVAudioTimePitchAlgorithm) {
    var tracks: [CMPersistentTrackID: Bool] = [:]
    for parameters in mix?.inputParameters ?? [] {
      guard let own = parameters.audioTimePitchAlgorithm else { continue }
      tracks[parameters.trackID] = own == .varispeed
    }
    setVarispeed(algorithm == .varispeed, tracks: tracks)
  }
}

/// A mix that can be changed.
///
/// A change has no effect on items that have the mix: set ``AVPlayerItem/audioMix`` again.
open class AVMutableAudioMix: AVAudioMix, @unchecked Sendable {
  /// Makes a mix without parameters.
  public override init() { super.init() }

  override init(_ parameters: [AVAudioMixInputParameters]) { super.init(parameters) }

  /// The parameters, at most one for each track; copied.
  open override var inputParameters: [AVAudioMixInputParameters] {
    get { super.inputParameters }
    set {
      let copies = Self.copies(newValue)
      let old = parameters.withLock { parameters in
        defer { parameters = copies }
        return parameters
      }
      withExtendedLifetime(old) {}
    }
  }
}
