internal import MediaTimeline
internal import AudioPlayback
internal import CoreAudioTypes

/// The parameters of a queue: their names in the player, and their ranges.
enum AudioQueueParameters {
  private static let all:
    [AudioQueueParameterID: (name: PlaybackChange.Parameter, values: ClosedRange<Float>)] = [
      // Linear. Values above 1 amplify the source, as with Apple's `afplay -v`.
      kAudioQueueParam_Volume: (.gain, 0...256),
      // The duration in seconds of later volume changes.
      kAudioQueueParam_VolumeRampTime: (.rampSeconds, 0...3600),
      // For one or two channels.
      kAudioQueueParam_Pan: (.balance, -1...1),
      // Rate and pitch (in cents) have an effect only with time-pitch.
      kAudioQueueParam_PlayRate: (.rate, 0.5...2),
      kAudioQueueParam_Pitch: (.cents, -2400...2400),
    ]

  /// The player's name for a parameter.
  ///
  /// - Throws: ``StatusError`` if the parameter is unknown.
  static func parameter(
    _ identifier: AudioQueueParameterID
  ) throws(StatusError) -> PlaybackChange.Parameter {
    guard let parameter = all[identifier] else {
      throw StatusError(kAudioQueueErr_InvalidParameter)
    }
    return parameter.name
  }

  /// The player's change for a new parameter value.
  ///
  /// - Throws: ``StatusError`` if the parameter is unknown or the value is out of range.
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
