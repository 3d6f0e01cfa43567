// Names of categories and modes in programs that were written for Swift before 4.2, where they are text.

/// ``AVAudioSession/Category/ambient``.
@available(*, deprecated, renamed: "AVAudioSession.Category.ambient")
public let AVAudioSessionCategoryAmbient: AVAudioSession.Category = .ambient
/// ``AVAudioSession/Category/soloAmbient``.
@available(*, deprecated, renamed: "AVAudioSession.Category.soloAmbient")
public let AVAudioSessionCategorySoloAmbient: AVAudioSession.Category = .soloAmbient
/// ``AVAudioSession/Category/playback``.
@available(*, deprecated, renamed: "AVAudioSession.Category.playback")
public let AVAudioSessionCategoryPlayback: AVAudioSession.Category = .playback
/// ``AVAudioSession/Category/record``.
@available(*, deprecated, renamed: "AVAudioSession.Category.record")
public let AVAudioSessionCategoryRecord: AVAudioSession.Category = .record
/// ``AVAudioSession/Category/playAndRecord``.
@available(*, deprecated, renamed: "AVAudioSession.Category.playAndRecord")
public let AVAudioSessionCategoryPlayAndRecord: AVAudioSession.Category = .playAndRecord
/// ``AVAudioSession/Category/multiRoute``.
@available(*, deprecated, renamed: "AVAudioSession.Category.multiRoute")
public let AVAudioSessionCategoryMultiRoute: AVAudioSession.Category = .multiRoute
/// ``AVAudioSession/Mode/default``.
@available(*, deprecated, renamed: "AVAudioSession.Mode.default")
public let AVAudioSessionModeDefault: AVAudioSession.Mode = .default
/// ``AVAudioSession/Mode/voiceChat``.
@available(*, deprecated, renamed: "AVAudioSession.Mode.voiceChat")
public let AVAudioSessionModeVoiceChat: AVAudioSession.Mode = .voiceChat
/// ``AVAudioSession/Mode/gameChat``.
@available(*, deprecated, renamed: "AVAudioSession.Mode.gameChat")
public let AVAudioSessionModeGameChat: AVAudioSession.Mode = .gameChat
/// ``AVAudioSession/Mode/videoRecording``.
@available(*, deprecated, renamed: "AVAudioSession.Mode.videoRecording")
public let AVAudioSessionModeVideoRecording: AVAudioSession.Mode = .videoRecording
/// ``AVAudioSession/Mode/measurement``.
@available(*, deprecated, renamed: "AVAudioSession.Mode.measurement")
public let AVAudioSessionModeMeasurement: AVAudioSession.Mode = .measurement
/// ``AVAudioSession/Mode/moviePlayback``.
@available(*, deprecated, renamed: "AVAudioSession.Mode.moviePlayback")
public let AVAudioSessionModeMoviePlayback: AVAudioSession.Mode = .moviePlayback
/// ``AVAudioSession/Mode/videoChat``.
@available(*, deprecated, renamed: "AVAudioSession.Mode.videoChat")
public let AVAudioSessionModeVideoChat: AVAudioSession.Mode = .videoChat
/// ``AVAudioSession/Mode/spokenAudio``.
@available(*, deprecated, renamed: "AVAudioSession.Mode.spokenAudio")
public let AVAudioSessionModeSpokenAudio: AVAudioSession.Mode = .spokenAudio
/// ``AVAudioSession/Mode/voicePrompt``.
@available(*, deprecated, renamed: "AVAudioSession.Mode.voicePrompt")
public let AVAudioSessionModeVoicePrompt: AVAudioSession.Mode = .voicePrompt

extension AVAudioSession {
  /// ``setCategory(_:options:)``.
  ///
  /// - Parameters:
  ///   - category: What the sound is for.
  ///   - options: How it gets on with others.
  /// - Throws: As of ``setCategory(_:options:)``.
  @available(*, deprecated, renamed: "setCategory(_:options:)")
  public func setCategory(_ category: Category, with options: CategoryOptions) throws {
    try setCategory(category, options: options)
  }
}
