extension AVAudioSession {
  /// Why a call of a session has failed: codes of errors of the domain `NSOSStatusErrorDomain`.
  public enum ErrorCode: Int, Sendable {
    /// No error.
    case none = 0
    /// The sound server is gone.
    case mediaServicesFailed = 1_836_282_486
    /// Something plays or records.
    case isBusy = 560_030_580
    /// The category does not allow it.
    case incompatibleCategory = 560_161_140
    /// Another program comes first, and may not be interrupted.
    case cannotInterruptOthers = 560_557_684
    /// The program is not allowed to.
    case missingEntitlement = 1_701_737_535
    /// The assistant records.
    case siriIsRecording = 1_936_290_409
    /// Playing cannot be started.
    case cannotStartPlaying = 561_015_905
    /// Recording cannot be started.
    case cannotStartRecording = 561_145_187
    /// An argument is not allowed.
    case badParam = -50
    /// Another program comes first.
    case insufficientPriority = 561_017_449
    /// There is no such device.
    case resourceNotAvailable = 561_145_203
    /// Another reason.
    case unspecified = 2_003_329_396
    /// The session has ended.
    case expiredSession = 561_210_739
    /// The session is not active.
    case sessionNotActive = 1_768_841_571
  }

  /// Which way sound is sent against what is plugged in.
  public enum PortOverride: UInt, Sendable {
    /// No other way.
    case none = 0
    /// To the loudspeaker.
    case speaker = 1_936_747_378
  }

  /// Why sound goes another way.
  public enum RouteChangeReason: UInt, Sendable {
    /// Not known.
    case unknown = 0
    /// Something was plugged in or switched on.
    case newDeviceAvailable = 1
    /// What was in use was unplugged or switched off.
    case oldDeviceUnavailable = 2
    /// The category is another one.
    case categoryChange = 3
    /// The program or the user has chosen another way.
    case override = 4
    /// The machine has woken up.
    case wakeFromSleep = 6
    /// There is no device for the category.
    case noSuitableRouteForCategory = 7
    /// The devices are the same, but not all that is known of them.
    case routeConfigurationChange = 8
  }

  /// Which end of an interruption is told.
  public enum InterruptionType: UInt, Sendable {
    /// The program has been silenced.
    case began = 1
    /// It may play again.
    case ended = 0
  }

  /// What is told at the end of an interruption.
  public struct InterruptionOptions: OptionSet, Sendable {
    /// What Apple knows it by.
    public let rawValue: UInt

    /// Makes one of what Apple knows it by.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// Playing may go on without being asked.
    public static let shouldResume = InterruptionOptions(rawValue: 1)
  }

  /// Why a program was interrupted.
  public enum InterruptionReason: UInt, Sendable {
    /// Other sound comes first.
    case `default` = 0
    /// The program was suspended.
    @available(*, deprecated, message: "not told any more")
    case appWasSuspended = 1
    /// The microphone was switched off.
    case builtInMicMuted = 2
  }

  /// Whether others have begun to play, or have ended.
  public enum SilenceSecondaryAudioHintType: UInt, Sendable {
    /// Sound in the background had better be silent.
    case begin = 1
    /// It may be heard again.
    case end = 0
  }

  /// Whether a program may record.
  public enum RecordPermission: UInt, Sendable {
    /// The user has not been asked.
    case undetermined = 1_970_168_948
    /// It may not.
    case denied = 1_684_369_017
    /// It may.
    case granted = 1_735_552_628
  }
}
