// The names of categories and modes in Swift before 4.2, which imported them as strings.

/// The earlier name of ``AVAudioSession/Category/ambient``.
@available(*, deprecated, renamed: "AVAudioSession.Category.ambient")
public let AVAudioSessionCategoryAmbient: AVAudioSession.Category = .ambient
/// The earlier name of ``AVAudioSession/Category/soloAmbient``.
@available(*, deprecated, renamed: "AVAudioSession.Category.soloAmbient")
public let AVAudioSessionCategorySoloAmbient: AVAudioSession.Category = .soloAmbient
/// The earlier name of ``AVAudioSession/Category/playback``.
@available(*, deprecated, renamed: "AVAudioSession.Category.playback")
public let AVAudioSessionCategoryPlayback: AVAudioSession.Category = .playback
/// The earlier name of ``AVAudioSession/Category/record``.
@available(*, deprecated, renamed: "AVAudioSession.Category.record")
public let AVAudioSessionCategoryRecord: AVAudioSession.Category = .record
/// The earlier name of ``AVAudioSession/Category/playAndRecord``.
@available(*, deprecated, renamed: "AVAudioSession.Category.playAndRecord")
public let AVAudioSessionCategoryPlayAndRecord: AVAudioSession.Category = .playAndRecord
/// The earlier name of ``AVAudioSession/Category/multiRoute``.
@available(*, deprecated, renamed: "AVAudioSession.Category.multiRoute")
public let AVAudioSessionCategoryMultiRoute: AVAudioSession.Category = .multiRoute
/// The earlier name of ``AVAudioSession/Mode/default``.
@available(*, deprecated, renamed: "AVAudioSession.Mode.default")
public let AVAudioSessionModeDefault: AVAudioSession.Mode = .default
/// The earlier name of ``AVAudioSession/Mode/voiceChat``.
@available(*, deprecated, renamed: "AVAudioSession.Mode.voiceChat")
public let AVAudioSessionModeVoiceChat: AVAudioSession.Mode = .voiceChat
/// The earlier name of ``AVAudioSession/Mode/gameChat``.
@available(*, deprecated, renamed: "AVAudioSession.Mode.gameChat")
public let AVAudioSessionModeGameChat: AVAudioSession.Mode = .gameChat
/// The earlier name of ``AVAudioSession/Mode/videoRecording``.
@available(*, deprecated, renamed: "AVAudioSession.Mode.videoRecording")
public let AVAudioSessionModeVideoRecording: AVAudioSession.Mode = .videoRecording
/// The earlier name of ``AVAudioSession/Mode/measurement``.
@available(*, deprecated, renamed: "AVAudioSession.Mode.measurement")
public let AVAudioSessionModeMeasurement: AVAudioSession.Mode = .measurement
/// The earlier name of ``AVAudioSession/Mode/moviePlayback``.
@available(*, deprecated, renamed: "AVAudioSession.Mode.moviePlayback")
public let AVAudioSessionModeMoviePlayback: AVAudioSession.Mode = .moviePlayback
/// The earlier name of ``AVAudioSession/Mode/videoChat``.
@available(*, deprecated, renamed: "AVAudioSession.Mode.videoChat")
public let AVAudioSessionModeVideoChat: AVAudioSession.Mode = .videoChat
/// The earlier name of ``AVAudioSession/Mode/spokenAudio``.
@available(*, deprecated, renamed: "AVAudioSession.Mode.spokenAudio")
public let AVAudioSessionModeSpokenAudio: AVAudioSession.Mode = .spokenAudio
/// The earlier name of ``AVAudioSession/Mode/voicePrompt``.
@available(*, deprecated, renamed: "AVAudioSession.Mode.voicePrompt")
public let AVAudioSessionModeVoicePrompt: AVAudioSession.Mode = .voicePrompt

extension AVAudioSession {
  /// The earlier form of ``setCategory(_:options:)``.
  ///
  /// - Parameters:
  ///   - category: The purpose of the sound.
  ///   - options: How the category interacts with other programs.
  /// - Throws: The errors of ``setCategory(_:options:)``.
  @available(*, deprecated, renamed: "setCategory(_:options:)")
  public func setCategory(_ category: Category, with options: CategoryOptions) throws {
    try setCategory(category, options: options)
  }
}
