public import Foundation

/// Key of ``AVAudioSession/interruptionNotification``: the raw value of an
/// ``AVAudioSession/InterruptionType``.
public let AVAudioSessionInterruptionTypeKey = "AVAudioSessionInterruptionTypeKey"
/// Key of the end of an interruption: ``AVAudioSession/InterruptionOptions`` as a number.
public let AVAudioSessionInterruptionOptionKey = "AVAudioSessionInterruptionOptionKey"
/// Key of the beginning of an interruption: the raw value of an
/// ``AVAudioSession/InterruptionReason``.
public let AVAudioSessionInterruptionReasonKey = "AVAudioSessionInterruptionReasonKey"
/// Key of the beginning of an interruption: whether it began during suspension, which Linux does
/// not report.
@available(*, deprecated, message: "use AVAudioSessionInterruptionReasonKey")
public let AVAudioSessionInterruptionWasSuspendedKey = "AVAudioSessionInterruptionWasSuspendedKey"
/// Key of ``AVAudioSession/routeChangeNotification``: the raw value of an
/// ``AVAudioSession/RouteChangeReason``.
public let AVAudioSessionRouteChangeReasonKey = "AVAudioSessionRouteChangeReasonKey"
/// Key of ``AVAudioSession/routeChangeNotification``: the previous
/// ``AVAudioSessionRouteDescription``.
public let AVAudioSessionRouteChangePreviousRouteKey = "AVAudioSessionRouteChangePreviousRouteKey"
/// Key of ``AVAudioSession/silenceSecondaryAudioHintNotification``: the raw value of an
/// ``AVAudioSession/SilenceSecondaryAudioHintType``.
public let AVAudioSessionSilenceSecondaryAudioHintTypeKey =
  "AVAudioSessionSilenceSecondaryAudioHintTypeKey"

extension AVAudioSession {
  /// Posted when an interruption silences the program, and when the program may play again.
  public class var interruptionNotification: NSNotification.Name { .AVAudioSessionInterruption }
  /// Posted when the route changes.
  public class var routeChangeNotification: NSNotification.Name { .AVAudioSessionRouteChange }
  /// Posted when the sound server becomes unavailable.
  public class var mediaServicesWereLostNotification: NSNotification.Name {
    .AVAudioSessionMediaServicesWereLost
  }
  /// Posted when the sound server is available again.
  public class var mediaServicesWereResetNotification: NSNotification.Name {
    .AVAudioSessionMediaServicesWereReset
  }
  /// Posted when other programs start or stop playing primary audio.
  public class var silenceSecondaryAudioHintNotification: NSNotification.Name {
    .AVAudioSessionSilenceSecondaryAudioHint
  }
}

extension NSNotification.Name {
  /// The notification name of ``AVAudioSession/interruptionNotification``.
  public static let AVAudioSessionInterruption = NSNotification.Name(
    "AVAudioSessionInterruptionNotification")
  /// The notification name of ``AVAudioSession/routeChangeNotification``.
  public static let AVAudioSessionRouteChange = NSNotification.Name(
    "AVAudioSessionRouteChangeNotification")
  /// The notification name of ``AVAudioSession/mediaServicesWereLostNotification``.
  public static let AVAudioSessionMediaServicesWereLost = NSNotification.Name(
    "AVAudioSessionMediaServicesWereLostNotification")
  /// The notification name of ``AVAudioSession/mediaServicesWereResetNotification``.
  public static let AVAudioSessionMediaServicesWereReset = NSNotification.Name(
    "AVAudioSessionMediaServicesWereResetNotification")
  /// The notification name of ``AVAudioSession/silenceSecondaryAudioHintNotification``.
  public static let AVAudioSessionSilenceSecondaryAudioHint = NSNotification.Name(
    "AVAudioSessionSilenceSecondaryAudioHintNotification")
}
