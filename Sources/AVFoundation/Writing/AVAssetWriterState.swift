internal import CoreMedia
internal import Foundation

/// The state of an ``AVAssetWriter``.
struct AVAssetWriterState {
  var inputs: [AVAssetWriterInput] = []
  var groups: [AVAssetWriterInputGroup] = []
  var status = AVAssetWriter.Status.unknown
  var error: AVError?
  var sessionStart: CMTime?
  var sessionEnd: CMTime?
  var isForNetwork = false
  var temporaryFolder: URL?
  var partial: URL?
  var isFinishing = false
  var metadata: [AVMetadataItem] = []
  var durationHint = CMTime.invalid
  /// Units of the movie's clock in a second; 0 for the sample rate.
  var movieTimescale: CMTimeScale = 0
  var fragments = Fragments()
  var segments = Segments()

  /// The movie fragments of a file.
  struct Fragments {
    var interval = CMTime.invalid
    var initialInterval = CMTime.invalid
    var firstNumber = 1
    var areCombinable = false
  }

  /// The segments for a delegate.
  struct Segments {
    var interval = CMTime.invalid
    var start = CMTime.invalid
    var profile: AVFileTypeProfile?
    /// The sample rate in hertz, and the number of the encoder's priming frames.
    var timing = (sampleRate: 1.0, primingFrames: 0)
  }
}
