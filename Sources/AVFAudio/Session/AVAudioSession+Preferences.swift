internal import Foundation
internal import Synchronization

/// Wishes that are kept and given back, since a Linux machine has nothing that would grant them or go against them.
extension AVAudioSession {
  /// Whether the program would rather not be interrupted by a telephone that rings; only a call that is taken interrupts here.
  public var prefersNoInterruptionsFromSystemAlerts: Bool {
    preferences.withLock { $0.refusesAlerts }
  }

  /// Says whether the program would rather not be interrupted by a telephone that rings.
  ///
  /// - Parameter inValue: What ``prefersNoInterruptionsFromSystemAlerts`` tells from now on.
  /// - Throws: Nothing here.
  public func setPrefersNoInterruptionsFromSystemAlerts(_ inValue: Bool) throws {
    preferences.withLock { $0.refusesAlerts = inValue }
  }

  /// Whether the program has sound of more than two channels; all channels that a device takes are played in any case.
  public var supportsMultichannelContent: Bool { preferences.withLock { $0.isMultichannel } }

  /// Says whether the program has sound of more than two channels.
  ///
  /// - Parameter inValue: What ``supportsMultichannelContent`` tells from now on.
  /// - Throws: Nothing here.
  public func setSupportsMultichannelContent(_ inValue: Bool) throws {
    preferences.withLock { $0.isMultichannel = inValue }
  }

  /// Whether the program wants system sounds while it records; on Linux they are heard in any case.
  public var allowHapticsAndSystemSoundsDuringRecording: Bool {
    preferences.withLock { $0.wantsSystemSounds }
  }

  /// Says whether the program wants system sounds while it records.
  ///
  /// - Parameter inValue: What ``allowHapticsAndSystemSoundsDuringRecording`` tells from now on.
  /// - Throws: Nothing here.
  public func setAllowHapticsAndSystemSoundsDuringRecording(_ inValue: Bool) throws {
    preferences.withLock { $0.wantsSystemSounds = inValue }
  }

  /// Whether the program would rather record without the echo of what it plays; ``isEchoCancelledInputEnabled`` tells whether it does.
  public var prefersEchoCancelledInput: Bool { preferences.withLock { $0.refusesEcho } }

  /// Says whether the program would rather record without the echo of what it plays.
  ///
  /// - Parameter value: What ``prefersEchoCancelledInput`` tells from now on.
  /// - Throws: Nothing here.
  public func setPrefersEchoCancelledInput(_ value: Bool) throws {
    preferences.withLock { $0.refusesEcho = value }
  }

  /// Whether echo can be taken out of what is recorded: no, but a user may have a server's device that does so.
  public var isEchoCancelledInputAvailable: Bool { false }
  /// Whether echo is taken out of what is recorded.
  public var isEchoCancelledInputEnabled: Bool { false }

  /// How a machine is held while it records in stereo.
  public enum StereoOrientation: Int, Sendable {
    /// Not known, or of no meaning.
    case none = 0
    /// Upright.
    case portrait = 1
    /// Upside down.
    case portraitUpsideDown = 2
    /// With its lower end to the right.
    case landscapeRight = 3
    /// With its lower end to the left.
    case landscapeLeft = 4
  }

  /// How the machine will be held while it records in stereo; ``inputOrientation`` is what it is recorded for.
  public var preferredInputOrientation: StereoOrientation {
    preferences.withLock { $0.orientation }
  }

  /// Says how the machine will be held while it records in stereo.
  ///
  /// - Parameter orientation: What ``preferredInputOrientation`` tells from now on.
  /// - Throws: Nothing here.
  public func setPreferredInputOrientation(_ orientation: StereoOrientation) throws {
    preferences.withLock { $0.orientation = orientation }
  }

  /// What stereo is recorded for: no way of holding the machine, which is the device's matter.
  public var inputOrientation: StereoOrientation { .none }

  /// Whether what is recorded may get sound of other programs mixed in.
  public enum MicrophoneInjectionMode: Int, Sendable {
    /// It may not.
    case none = 0
    /// It may get speech.
    case spokenAudio = 1
  }

  /// What the program would mix into what others record; ``isMicrophoneInjectionAvailable`` tells whether it is.
  public var preferredMicrophoneInjectionMode: MicrophoneInjectionMode {
    preferences.withLock { $0.injection }
  }

  /// Says what the program would mix into what others record.
  ///
  /// - Parameter inValue: What ``preferredMicrophoneInjectionMode`` tells from now on.
  /// - Throws: Nothing here.
  public func setPreferredMicrophoneInjectionMode(_ inValue: MicrophoneInjectionMode) throws {
    preferences.withLock { $0.injection = inValue }
  }

  /// Whether sound can be mixed into what other programs record: no.
  public var isMicrophoneInjectionAvailable: Bool { false }

  /// Whether the session is interrupted where its device goes away: it never is.
  public var prefersInterruptionOnRouteDisconnect: Bool { false }

  /// Says that the session is not to be interrupted where its device goes away, as is the case.
  ///
  /// - Parameter inValue: False.
  /// - Throws: ``ErrorCode/resourceNotAvailable`` where that is to be otherwise.
  public func setPrefersInterruptionOnRouteDisconnect(_ inValue: Bool) throws {
    if inValue { throw NSError.session(.resourceNotAvailable) }
  }

  /// Whether what records and what plays keep one time.
  public enum IOType: UInt, Sendable {
    /// As it comes.
    case notSpecified = 0
    /// They do.
    case aggregated = 1
  }

  /// Says that what records and what plays need not keep one time, as is the case.
  ///
  /// - Parameter inIOType: `notSpecified`.
  /// - Throws: ``ErrorCode/resourceNotAvailable`` for `aggregated`.
  public func setAggregatedIOPreference(_ inIOType: IOType) throws {
    if inIOType == .aggregated { throw NSError.session(.resourceNotAvailable) }
  }
}

/// What a program has said that it would rather have.
struct SessionPreferences {
  var refusesAlerts = false
  var isMultichannel = false
  var wantsSystemSounds = false
  var refusesEcho = false
  var orientation = AVAudioSession.StereoOrientation.none
  var injection = AVAudioSession.MicrophoneInjectionMode.none
}
