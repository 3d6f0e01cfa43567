public import Foundation

/// Key of ``AVAudioSession/interruptionNotification``: an ``AVAudioSession/InterruptionType``'s number.
public let AVAudioSessionInterruptionTypeKey = "AVAudioSessionInterruptionTypeKey"
/// Key of the end of an interruption: ``AVAudioSession/InterruptionOptions`` as a number.
public let AVAudioSessionInterruptionOptionKey = "AVAudioSessionInterruptionOptionKey"
/// Key of the beginning of an interruption: an ``AVAudioSession/InterruptionReason``'s number.
public let AVAudioSessionInterruptionReasonKey = "AVAudioSessionInterruptionReasonKey"
/// Key of the beginning of an interruption: whether it began while the program was suspended, which Linux programs are not told of.
@available(*, deprecated, message: "use AVAudioSessionInterruptionReasonKey")
public let AVAudioSessionInterruptionWasSuspendedKey = "AVAudioSessionInterruptionWasSuspendedKey"
/// Key of ``AVAudioSession/routeChangeNotification``: an ``AVAudioSession/RouteChangeReason``'s number.
public let AVAudioSessionRouteChangeReasonKey = "AVAudioSessionRouteChangeReasonKey"
/// Key of ``AVAudioSession/routeChangeNotification``: the ``AVAudioSessionRouteDescription`` before.
public let AVAudioSessionRouteChangePreviousRouteKey = "AVAudioSessionRouteChangePreviousRouteKey"
/// Key of ``AVAudioSession/silenceSecondaryAudioHintNotification``: an
/// ``AVAudioSession/SilenceSecondaryAudioHintType``'s number.
public let AVAudioSessionSilenceSecondaryAudioHintTypeKey =
  "AVAudioSessionSilenceSecondaryAudioHintTypeKey"

extension AVAudioSession {
  /// The program has been silenced for something that comes first, or may play again.
  public class var interruptionNotification: NSNotification.Name { .AVAudioSessionInterruption }
  /// Sound goes another way, or comes from elsewhere.
  public class var routeChangeNotification: NSNotification.Name { .AVAudioSessionRouteChange }
  /// The sound server is gone.
  public class var mediaServicesWereLostNotification: NSNotification.Name {
    .AVAudioSessionMediaServicesWereLost
  }
  /// The sound server is back.
  public class var mediaServicesWereResetNotification: NSNotification.Name {
    .AVAudioSessionMediaServicesWereReset
  }
  /// Others have begun to play what is listened to, or have ended.
  public class var silenceSecondaryAudioHintNotification: NSNotification.Name {
    .AVAudioSessionSilenceSecondaryAudioHint
  }
}

extension NSNotification.Name {
  /// ``AVAudioSession/interruptionNotification``.
  public static let AVAudioSessionInterruption = NSNotification.Name(
    "AVAudioSessionInterruptionNotification")
  /// ``AVAudioSession/routeChangeNotification``.
  public static let AVAudioSessionRouteChange = NSNotification.Name(
    "AVAudioSessionRouteChangeNotification")
  /// ``AVAudioSession/mediaServicesWereLostNotification``.
  public static let AVAudioSessionMediaServicesWereLost = NSNotification.Name(
    "AVAudioSessionMediaServicesWereLostNotification")
  /// ``AVAudioSession/mediaServicesWereResetNotification``.
  public static let AVAudioSessionMediaServicesWereReset = NSNotification.Name(
    "AVAudioSessionMediaServicesWereResetNotification")
  /// ``AVAudioSession/silenceSecondaryAudioHintNotification``.
  public static let AVAudioSessionSilenceSecondaryAudioHint = NSNotification.Name(
    "AVAudioSessionSilenceSecondaryAudioHintNotification")
}
