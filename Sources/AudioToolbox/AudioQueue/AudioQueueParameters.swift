internal import AudioPipeline
internal import CoreAudioTypes

/// The parameters of a queue.
struct AudioQueueParameters {
  /// 0 to 1, linear; more, up to 256, is louder than the source, as Apple's `afplay -v` makes it.
  var volume: Float = 1
  /// Seconds that a later volume takes.
  var volumeRampTime: Float = 0
  /// -1 to 1, for two channels.
  var pan: Float = 0
  /// 0.5 to 2; has an effect with time-pitch only.
  var playRate: Float = 1
  /// In cents; has an effect with time-pitch only.
  var pitch: Float = 0

  /// Where a parameter is, and which values it may have; `nil` where there is none.
  private static func field(
    _ identifier: AudioQueueParameterID
  ) -> (WritableKeyPath<AudioQueueParameters, Float>, ClosedRange<Float>)? {
    switch identifier {
    case kAudioQueueParam_Volume: (\.volume, 0...256)
    case kAudioQueueParam_VolumeRampTime: (\.volumeRampTime, 0...3600)
    case kAudioQueueParam_Pan: (\.pan, -1...1)
    case kAudioQueueParam_PlayRate: (\.playRate, 0.5...2)
    case kAudioQueueParam_Pitch: (\.pitch, -2400...2400)
    default: nil
    }
  }

  /// What the player calls a parameter.
  static let names: [AudioQueueParameterID: PlaybackChange.Parameter] = [
    kAudioQueueParam_Volume: .gain, kAudioQueueParam_VolumeRampTime: .rampSeconds,
    kAudioQueueParam_Pan: .balance, kAudioQueueParam_PlayRate: .rate,
    kAudioQueueParam_Pitch: .cents,
  ]

  /// The value of a parameter.
  ///
  /// - Throws: ``StatusError`` where there is none of that number.
  func value(_ identifier: AudioQueueParameterID) throws(StatusError) -> Float {
    guard let (path, _) = Self.field(identifier) else {
      throw StatusError(kAudioQueueErr_InvalidParameter)
    }
    return self[keyPath: path]
  }

  /// Sets a parameter.
  ///
  /// - Throws: ``StatusError`` where there is none of that number, or it may not have the value.
  mutating func set(_ identifier: AudioQueueParameterID, _ value: Float) throws(StatusError) {
    guard let (path, range) = Self.field(identifier) else {
      throw StatusError(kAudioQueueErr_InvalidParameter)
    }
    guard range.contains(value) else { throw StatusError(kAudio_ParamError) }
    self[keyPath: path] = value
  }
}
