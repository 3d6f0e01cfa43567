internal import MediaTimeline
internal import AudioPlayback
internal import CoreAudioTypes

/// The parameters of a queue: what the player calls them, and which values they may have.
enum AudioQueueParameters {
  private static let all:
    [AudioQueueParameterID: (name: PlaybackChange.Parameter, values: ClosedRange<Float>)] = [
      // Linear; more than 1 is louder than the source, as Apple's `afplay -v` makes it.
      kAudioQueueParam_Volume: (.gain, 0...256),
      // Seconds that a later volume takes.
      kAudioQueueParam_VolumeRampTime: (.rampSeconds, 0...3600),
      // For one channel and for two.
      kAudioQueueParam_Pan: (.balance, -1...1),
      // Rate and pitch, in cents, have an effect with time-pitch only.
      kAudioQueueParam_PlayRate: (.rate, 0.5...2),
      kAudioQueueParam_Pitch: (.cents, -2400...2400),
    ]

  /// What the player calls a parameter.
  ///
  /// - Throws: ``StatusError`` where there is none of that number.
  static func parameter(
    _ identifier: AudioQueueParameterID
  ) throws(StatusError) -> PlaybackChange.Parameter {
    guard let parameter = all[identifier] else {
      throw StatusError(kAudioQueueErr_InvalidParameter)
    }
    return parameter.name
  }

  /// What a new value is to the player.
  ///
  /// - Throws: ``StatusError`` where there is no parameter of that number, or it may not have the value.
  static func change(
    _ identifier: AudioQueueParameterID, _ value: Float
  ) throws(StatusError) -> PlaybackChange {
    let name = try parameter(identifier)
    guard all[identifier]?.values.contains(value) == true else {
      throw StatusError(kAudio_ParamError)
    }
    return PlaybackChange(name, value)
  }
}
