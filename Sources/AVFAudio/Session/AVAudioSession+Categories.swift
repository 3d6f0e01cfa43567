extension AVAudioSession {
  /// The purpose of a program's sound.
  ///
  /// `Docs/Session.md` describes how each category affects a sound server.
  public struct Category: RawRepresentable, Hashable, Sendable {
    /// Apple's name of the category.
    public var rawValue: String

    /// Makes a category from Apple's name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Sound that is not essential to the program, such as a game's; other programs keep playing.
    public static let ambient = Category(rawValue: "AVAudioSessionCategoryAmbient")
    /// Like `ambient`, but other programs should be silent; the default of a program.
    public static let soloAmbient = Category(rawValue: "AVAudioSessionCategorySoloAmbient")
    /// Sound that is central to the program, such as a music player's.
    public static let playback = Category(rawValue: "AVAudioSessionCategoryPlayback")
    /// Recording only.
    public static let record = Category(rawValue: "AVAudioSessionCategoryRecord")
    /// Playback and recording, such as in a phone call.
    public static let playAndRecord = Category(rawValue: "AVAudioSessionCategoryPlayAndRecord")
    /// Conversion without a device.
    @available(*, deprecated, message: "converting audio without a device needs no category")
    public static let audioProcessing = Category(
      rawValue: "AVAudioSessionCategoryAudioProcessing")
    /// Different sounds on different devices.
    public static let multiRoute = Category(rawValue: "AVAudioSessionCategoryMultiRoute")
  }

  /// The way a program uses its category.
  public struct Mode: RawRepresentable, Hashable, Sendable {
    /// Apple's name of the mode.
    public var rawValue: String

    /// Makes a mode from Apple's name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The category's normal use.
    public static let `default` = Mode(rawValue: "AVAudioSessionModeDefault")
    /// A voice call; for `playAndRecord` only.
    public static let voiceChat = Mode(rawValue: "AVAudioSessionModeVoiceChat")
    /// A voice chat in a game; for `playAndRecord` only.
    public static let gameChat = Mode(rawValue: "AVAudioSessionModeGameChat")
    /// Video recording; for `playAndRecord` and `record`.
    public static let videoRecording = Mode(rawValue: "AVAudioSessionModeVideoRecording")
    /// Audio measurement with as little processing as possible.
    public static let measurement = Mode(rawValue: "AVAudioSessionModeMeasurement")
    /// Movie playback; for `playback` only.
    public static let moviePlayback = Mode(rawValue: "AVAudioSessionModeMoviePlayback")
    /// A video call; for `playAndRecord` only.
    public static let videoChat = Mode(rawValue: "AVAudioSessionModeVideoChat")
    /// Continuous speech, such as an audiobook.
    public static let spokenAudio = Mode(rawValue: "AVAudioSessionModeSpokenAudio")
    /// Occasional speech, such as navigation prompts.
    public static let voicePrompt = Mode(rawValue: "AVAudioSessionModeVoicePrompt")
  }

  /// How a category interacts with other programs and with devices.
  public struct CategoryOptions: OptionSet, Sendable {
    /// Apple's value of the options.
    public let rawValue: UInt

    /// Makes options from Apple's value.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// Other programs keep playing; not for `soloAmbient` and `record`.
    public static let mixWithOthers = CategoryOptions(rawValue: 1)
    /// Other programs play at a lower volume while this one plays; not for `soloAmbient` and
    /// `record`.
    public static let duckOthers = CategoryOptions(rawValue: 2)
    /// Bluetooth hands-free headsets are allowed; for categories that record only.
    public static let allowBluetoothHFP = CategoryOptions(rawValue: 4)
    /// The earlier name of ``allowBluetoothHFP``.
    public static let allowBluetooth = allowBluetoothHFP
    /// Uses a loudspeaker instead of the receiver; for `playAndRecord` only.
    public static let defaultToSpeaker = CategoryOptions(rawValue: 8)
    /// Other programs keep playing, except for spoken audio.
    public static let interruptSpokenAudioAndMixWithOthers = CategoryOptions(rawValue: 17)
    /// Bluetooth stereo devices are allowed.
    public static let allowBluetoothA2DP = CategoryOptions(rawValue: 32)
    /// AirPlay is allowed.
    public static let allowAirPlay = CategoryOptions(rawValue: 64)
    /// Muting the microphone does not interrupt the session.
    public static let overrideMutedMicrophoneInterruption = CategoryOptions(rawValue: 128)
  }

  /// The route of long-form audio in relation to other sound.
  public enum RouteSharingPolicy: UInt, Sendable {
    /// The same route as other sound.
    case `default` = 0
    /// The route for long-form audio.
    case longFormAudio = 1
    /// Reserved; programs cannot set it.
    case independent = 2
    /// The route for long-form video.
    case longFormVideo = 3

    /// The name in early systems.
    @available(*, deprecated, renamed: "longFormAudio")
    public static var longForm: RouteSharingPolicy { .longFormAudio }
  }

  /// Options for activating or deactivating a session.
  public struct SetActiveOptions: OptionSet, Sendable {
    /// Apple's value of the options.
    public let rawValue: UInt

    /// Makes options from Apple's value.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// Notifies interrupted programs that they may resume; sound servers always do so.
    public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1)
  }
}
