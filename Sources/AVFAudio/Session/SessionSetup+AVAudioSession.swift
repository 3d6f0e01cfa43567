internal import AudioRouting

extension AVAudioSession.Category {
  /// The public name of a session's category.
  init(_ category: SessionSetup.Category) {
    let word =
      switch category {
      case .ambient: "Ambient"
      case .soloAmbient: "SoloAmbient"
      case .playback: "Playback"
      case .record: "Record"
      case .playAndRecord: "PlayAndRecord"
      case .processing: "AudioProcessing"
      case .multiRoute: "MultiRoute"
      }
    self.init(rawValue: "AVAudioSessionCategory\(word)")
  }
}

extension AVAudioSession.Mode {
  /// The public name of a session's mode.
  init(_ mode: SessionSetup.Mode) {
    let word =
      switch mode {
      case .usual: "Default"
      case .voiceChat: "VoiceChat"
      case .gameChat: "GameChat"
      case .videoRecording: "VideoRecording"
      case .measurement: "Measurement"
      case .moviePlayback: "MoviePlayback"
      case .videoChat: "VideoChat"
      case .spokenAudio: "SpokenAudio"
      case .voicePrompt: "VoicePrompt"
      }
    self.init(rawValue: "AVAudioSessionMode\(word)")
  }
}

extension SessionSetup.Category {
  /// The session's category for a public name, or `nil` if the name is unknown.
  init?(_ category: AVAudioSession.Category) {
    guard let known = Self.allCases.first(where: { AVAudioSession.Category($0) == category })
    else { return nil }
    self = known
  }
}

extension SessionSetup.Mode {
  /// The session's mode for a public name, or `nil` if the name is unknown.
  init?(_ mode: AVAudioSession.Mode) {
    guard let known = Self.allCases.first(where: { AVAudioSession.Mode($0) == mode }) else {
      return nil
    }
    self = known
  }
}
