extension AVAudioSession {
  /// Error codes of sessions, in the domain `NSOSStatusErrorDomain`.
  public enum ErrorCode: Int, Sendable {
    /// No error.
    case none = 0
    /// The sound server is unavailable.
    case mediaServicesFailed = 1_836_282_486
    /// A stream is running.
    case isBusy = 560_030_580
    /// The category does not allow the request.
    case incompatibleCategory = 560_161_140
    /// Another program has priority and cannot be interrupted.
    case cannotInterruptOthers = 560_557_684
    /// The program does not have the permission.
    case missingEntitlement = 1_701_737_535
    /// The voice assistant is recording.
    case siriIsRecording = 1_936_290_409
    /// Playback cannot start.
    case cannotStartPlaying = 561_015_905
    /// Recording cannot start.
    case cannotStartRecording = 561_145_187
    /// An argument is invalid.
    case badParam = -50
    /// Another program has priority.
    case insufficientPriority = 561_017_449
    /// The device does not exist.
    case resourceNotAvailable = 561_145_203
    /// Another reason.
    case unspecified = 2_003_329_396
    /// The session has ended.
    case expiredSession = 561_210_739
    /// The session is not active.
    case sessionNotActive = 1_768_841_571
  }

  /// An override of the output port.
  public enum PortOverride: UInt, Sendable {
    /// No override.
    case none = 0
    /// A loudspeaker.
    case speaker = 1_936_747_378
  }

  /// The reason for a route change.
  public enum RouteChangeReason: UInt, Sendable {
    /// Unknown.
    case unknown = 0
    /// A device was connected or switched on.
    case newDeviceAvailable = 1
    /// The current device was disconnected or switched off.
    case oldDeviceUnavailable = 2
    /// The category changed.
    case categoryChange = 3
    /// The program or the user selected another route.
    case override = 4
    /// The machine woke up.
    case wakeFromSleep = 6
    /// No device suits the category.
    case noSuitableRouteForCategory = 7
    /// The devices are the same, but their properties changed.
    case routeConfigurationChange = 8
  }

  /// The beginning or the end of an interruption.
  public enum InterruptionType: UInt, Sendable {
    /// The program was silenced.
    case began = 1
    /// The program may play again.
    case ended = 0
  }

  /// Options at the end of an interruption.
  public struct InterruptionOptions: OptionSet, Sendable {
    /// Apple's value of the options.
    public let rawValue: UInt

    /// Makes options from Apple's value.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// The program may resume without asking the user.
    public static let shouldResume = InterruptionOptions(rawValue: 1)
  }

  /// The reason for an interruption.
  public enum InterruptionReason: UInt, Sendable {
    /// Other sound has priority.
    case `default` = 0
    /// The program was suspended.
    @available(*, deprecated, message: "this reason is no longer reported")
    case appWasSuspended = 1
    /// The microphone was muted.
    case builtInMicMuted = 2
  }

  /// Whether other programs started or stopped playing primary audio.
  public enum SilenceSecondaryAudioHintType: UInt, Sendable {
    /// Background sound should be silent.
    case begin = 1
    /// Background sound may play again.
    case end = 0
  }

  /// The permission to record.
  public enum RecordPermission: UInt, Sendable {
    /// The program has not asked the user yet.
    case undetermined = 1_970_168_948
    /// The program may not record.
    case denied = 1_684_369_017
    /// The program may record.
    case granted = 1_735_552_628
  }
}
