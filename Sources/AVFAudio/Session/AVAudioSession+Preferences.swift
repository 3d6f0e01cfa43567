internal import Foundation
internal import Synchronization

/// Preferences that have no effect on Linux; the session only stores and returns them.
extension AVAudioSession {
  /// Whether system alerts, such as a ringing phone, should not interrupt the program.
  ///
  /// On Linux, only an accepted call interrupts the program.
  public var prefersNoInterruptionsFromSystemAlerts: Bool {
    preferences.withLock { $0.refusesAlerts }
  }

  /// Sets whether system alerts, such as a ringing phone, should not interrupt the program.
  ///
  /// - Parameter inValue: The new value of ``prefersNoInterruptionsFromSystemAlerts``.
  /// - Throws: This implementation never throws.
  public func setPrefersNoInterruptionsFromSystemAlerts(_ inValue: Bool) throws {
    preferences.withLock { $0.refusesAlerts = inValue }
  }

  /// Whether the program plays more than two channels.
  ///
  /// On Linux, a device always plays all the channels it supports.
  public var supportsMultichannelContent: Bool { preferences.withLock { $0.isMultichannel } }

  /// Sets whether the program plays more than two channels.
  ///
  /// - Parameter inValue: The new value of ``supportsMultichannelContent``.
  /// - Throws: This implementation never throws.
  public func setSupportsMultichannelContent(_ inValue: Bool) throws {
    preferences.withLock { $0.isMultichannel = inValue }
  }

  /// Whether system sounds may play during a recording; on Linux, they always play.
  public var allowHapticsAndSystemSoundsDuringRecording: Bool {
    preferences.withLock { $0.wantsSystemSounds }
  }

  /// Sets whether system sounds may play during a recording.
  ///
  /// - Parameter inValue: The new value of ``allowHapticsAndSystemSoundsDuringRecording``.
  /// - Throws: This implementation never throws.
  public func setAllowHapticsAndSystemSoundsDuringRecording(_ inValue: Bool) throws {
    preferences.withLock { $0.wantsSystemSounds = inValue }
  }

  /// Whether the program prefers a recording without the echo of its own sound.
  ///
  /// ``isEchoCancelledInputEnabled`` reports whether the session cancels the echo.
  public var prefersEchoCancelledInput: Bool { preferences.withLock { $0.refusesEcho } }

  /// Sets whether the program prefers a recording without the echo of its own sound.
  ///
  /// - Parameter value: The new value of ``prefersEchoCancelledInput``.
  /// - Throws: This implementation never throws.
  public func setPrefersEchoCancelledInput(_ value: Bool) throws {
    preferences.withLock { $0.refusesEcho = value }
  }

  /// Whether the session can cancel echo; always `false`, although a server's device may do so.
  public var isEchoCancelledInputAvailable: Bool { false }
  /// Whether the session cancels echo.
  public var isEchoCancelledInputEnabled: Bool { false }

  /// The orientation of the machine during a stereo recording.
  public enum StereoOrientation: Int, Sendable {
    /// Unknown or irrelevant.
    case none = 0
    /// Upright.
    case portrait = 1
    /// Upside down.
    case portraitUpsideDown = 2
    /// The lower end is on the right.
    case landscapeRight = 3
    /// The lower end is on the left.
    case landscapeLeft = 4
  }

  /// The preferred orientation for stereo recordings; ``inputOrientation`` is the effective one.
  public var preferredInputOrientation: StereoOrientation {
    preferences.withLock { $0.orientation }
  }

  /// Sets the preferred orientation for stereo recordings.
  ///
  /// - Parameter orientation: The new value of ``preferredInputOrientation``.
  /// - Throws: This implementation never throws.
  public func setPreferredInputOrientation(_ orientation: StereoOrientation) throws {
    preferences.withLock { $0.orientation = orientation }
  }

  /// The orientation for stereo recordings; always ``StereoOrientation/none``, because the device
  /// decides.
  public var inputOrientation: StereoOrientation { .none }

  /// The kind of sound that the program mixes into other programs' recordings.
  public enum MicrophoneInjectionMode: Int, Sendable {
    /// No sound.
    case none = 0
    /// Speech.
    case spokenAudio = 1
  }

  /// The preferred kind of sound to mix into other programs' recordings.
  ///
  /// ``isMicrophoneInjectionAvailable`` reports whether the system supports it.
  public var preferredMicrophoneInjectionMode: MicrophoneInjectionMode {
    preferences.withLock { $0.injection }
  }

  /// Sets the preferred kind of sound to mix into other programs' recordings.
  ///
  /// - Parameter inValue: The new value of ``preferredMicrophoneInjectionMode``.
  /// - Throws: This implementation never throws.
  public func setPreferredMicrophoneInjectionMode(_ inValue: MicrophoneInjectionMode) throws {
    preferences.withLock { $0.injection = inValue }
  }

  /// Whether the system can mix sound into other programs' recordings; always `false`.
  public var isMicrophoneInjectionAvailable: Bool { false }

  /// Whether losing its device interrupts the session; always `false`.
  public var prefersInterruptionOnRouteDisconnect: Bool { false }

  /// Sets whether losing its device interrupts the session.
  ///
  /// - Parameter inValue: Always `false`.
  /// - Throws: ``ErrorCode/resourceNotAvailable`` if the value is `true`.
  public func setPrefersInterruptionOnRouteDisconnect(_ inValue: Bool) throws {
    if inValue { throw NSError.session(.resourceNotAvailable) }
  }

  /// Whether input and output share one clock.
  public enum IOType: UInt, Sendable {
    /// The system decides.
    case notSpecified = 0
    /// Input and output share one clock.
    case aggregated = 1
  }

  /// Sets whether input and output share one clock.
  ///
  /// - Parameter inIOType: Always `notSpecified`.
  /// - Throws: ``ErrorCode/resourceNotAvailable`` for `aggregated`.
  public func setAggregatedIOPreference(_ inIOType: IOType) throws {
    if inIOType == .aggregated { throw NSError.session(.resourceNotAvailable) }
  }
}

/// The stored preferences of a program.
struct SessionPreferences {
  var refusesAlerts = false
  var isMultichannel = false
  var wantsSystemSounds = false
  var refusesEcho = false
  var orientation = AVAudioSession.StereoOrientation.none
  var injection = AVAudioSession.MicrophoneInjectionMode.none
}
