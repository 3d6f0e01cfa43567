internal import AudioContainers
internal import AudioPlayback
internal import CoreMedia
internal import Foundation

/// The states of an item.
extension AVPlayerItem {
  /// Whether an item can be played.
  public enum Status: Int, Sendable {
    /// The header of the media has not arrived.
    case unknown
    /// The item can play.
    case readyToPlay
    /// Final; ``AVPlayerItem/error`` has the reason.
    case failed
  }

  /// The values that a lock guards.
  struct State {
    var status = Status.unknown
    var error: (any Error)?
    var info: MediaItem.Info?
    var isEmpty = true
    var hasEnded = false
    var forwardEnd = CMTime.invalid
    var reverseEnd = CMTime.invalid
    var forwardBuffer = 0.0
    var peakBitRate = 0.0
    var algorithm = AVAudioTimePitchAlgorithm.timeDomain
    var audioMix: AVAudioMix?
    /// The chosen options; kinds of media without one have the default.
    var choices: [HLSRendition.Kind: MediaChoice] = [:]
    var kept = KeptSettings()
    /// The reported distance from the end of a live stream, in seconds.
    var recommendedOffset: Double?
    var tracks: [AVPlayerItemTrack]?
    var outputs: [AVPlayerItemOutput] = []
    var collectors: [AVPlayerItemMediaDataCollector] = []
    var timedMetadata: [AVMetadataItem]?
    weak var player: AVPlayer?
    /// The ID in the player.
    var id: Int?
    /// The time of the last seek before a player took the item.
    var startTime: CMTime?
    /// The time when the item left its player.
    var lastTime = CMTime.zero
    var log = ItemLog()
    var attachment: (any Attachment)?
    var timebase: CMTimebase?
    /// Compares the timebase with the heard time.
    var timebaseObservation: TimeObservation?
  }
}
