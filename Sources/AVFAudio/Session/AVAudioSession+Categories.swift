extension AVAudioSession {
  /// What a program's sound is for.
  ///
  /// `Docs/Session.md` says what each means to a sound server.
  public struct Category: RawRepresentable, Hashable, Sendable {
    /// What Apple knows it by.
    public var rawValue: String

    /// Makes one of what Apple knows it by.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Sound that a program can do without, as that of a game; others go on.
    public static let ambient = Category(rawValue: "AVAudioSessionCategoryAmbient")
    /// As `ambient`, but others are to be silent; what a program has that says nothing.
    public static let soloAmbient = Category(rawValue: "AVAudioSessionCategorySoloAmbient")
    /// Sound that a program is there for, as that of a music player.
    public static let playback = Category(rawValue: "AVAudioSessionCategoryPlayback")
    /// Recording alone.
    public static let record = Category(rawValue: "AVAudioSessionCategoryRecord")
    /// Playing and recording, as in a telephone.
    public static let playAndRecord = Category(rawValue: "AVAudioSessionCategoryPlayAndRecord")
    /// Conversion, without a device.
    @available(*, deprecated, message: "no category is needed for what uses no device")
    public static let audioProcessing = Category(
      rawValue: "AVAudioSessionCategoryAudioProcessing")
    /// Different sounds to different devices.
    public static let multiRoute = Category(rawValue: "AVAudioSessionCategoryMultiRoute")
  }

  /// How a category is used.
  public struct Mode: RawRepresentable, Hashable, Sendable {
    /// What Apple knows it by.
    public var rawValue: String

    /// Makes one of what Apple knows it by.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// As the category says.
    public static let `default` = Mode(rawValue: "AVAudioSessionModeDefault")
    /// A conversation; of `playAndRecord` only.
    public static let voiceChat = Mode(rawValue: "AVAudioSessionModeVoiceChat")
    /// A conversation in a game; of `playAndRecord` only.
    public static let gameChat = Mode(rawValue: "AVAudioSessionModeGameChat")
    /// A film that is being made; of `playAndRecord` and `record`.
    public static let videoRecording = Mode(rawValue: "AVAudioSessionModeVideoRecording")
    /// Sound that is measured, and to be changed as little as can be.
    public static let measurement = Mode(rawValue: "AVAudioSessionModeMeasurement")
    /// A film that is shown; of `playback` only.
    public static let moviePlayback = Mode(rawValue: "AVAudioSessionModeMoviePlayback")
    /// A conversation with pictures; of `playAndRecord` only.
    public static let videoChat = Mode(rawValue: "AVAudioSessionModeVideoChat")
    /// Speech that is listened to without a break, as a book.
    public static let spokenAudio = Mode(rawValue: "AVAudioSessionModeSpokenAudio")
    /// Speech now and then, as that of a guide.
    public static let voicePrompt = Mode(rawValue: "AVAudioSessionModeVoicePrompt")
  }

  /// How a category gets on with other programs, and with devices.
  public struct CategoryOptions: OptionSet, Sendable {
    /// What Apple knows it by.
    public let rawValue: UInt

    /// Makes one of what Apple knows it by.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// Others go on; not of `soloAmbient` and `record`.
    public static let mixWithOthers = CategoryOptions(rawValue: 1)
    /// Others are lowered while this program plays; not of `soloAmbient` and `record`.
    public static let duckOthers = CategoryOptions(rawValue: 2)
    /// Headsets for telephones may be used; of what records only.
    public static let allowBluetoothHFP = CategoryOptions(rawValue: 4)
    /// The earlier name of ``allowBluetoothHFP``.
    public static let allowBluetooth = allowBluetoothHFP
    /// A loudspeaker rather than what is held to the ear; of `playAndRecord` only.
    public static let defaultToSpeaker = CategoryOptions(rawValue: 8)
    /// Others go on unless they speak.
    public static let interruptSpokenAudioAndMixWithOthers = CategoryOptions(rawValue: 17)
    /// Bluetooth in stereo may be used.
    public static let allowBluetoothA2DP = CategoryOptions(rawValue: 32)
    /// AirPlay may be used.
    public static let allowAirPlay = CategoryOptions(rawValue: 64)
    /// A microphone that is switched off does not interrupt.
    public static let overrideMutedMicrophoneInterruption = CategoryOptions(rawValue: 128)
  }

  /// Whether long recordings go another way than other sound.
  public enum RouteSharingPolicy: UInt, Sendable {
    /// The way of all sound.
    case `default` = 0
    /// Long recordings of sound.
    case longFormAudio = 1
    /// Not to be set by programs.
    case independent = 2
    /// Long films.
    case longFormVideo = 3

    /// The name of the first systems.
    @available(*, deprecated, renamed: "longFormAudio")
    public static var longForm: RouteSharingPolicy { .longFormAudio }
  }

  /// How a session is made active.
  public struct SetActiveOptions: OptionSet, Sendable {
    /// What Apple knows it by.
    public let rawValue: UInt

    /// Makes one of what Apple knows it by.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// Others that were interrupted may go on; sound servers tell them so in any case.
    public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1)
  }
}
