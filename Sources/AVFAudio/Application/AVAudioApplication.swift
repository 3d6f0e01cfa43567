internal import AudioPlayback
internal import AudioRealtime
public import Foundation
internal import Synchronization

/// What concerns all sound of a program: whether it may record, and whether what it records is silence.
///
/// Differences from Apple's: nobody but the program mutes its input, as there is no gesture of headphones that a sound server tells of; and
/// frames are silence here whether there is a handler or not.
public final class AVAudioApplication: NSObject, @unchecked Sendable {
  // Unchecked: NSObject says nothing of it; all that changes is behind a lock, or atomic.

  /// The one of the program.
  public class var shared: AVAudioApplication { program }
  private static let program = AVAudioApplication(RecordingEngine.inputMute)

  private let mute: InputMute
  private let handler = Mutex<Handler?>(nil)

  /// A closure of the client's, who hands it over to be called elsewhere.
  @safe
  private struct Handler: @unchecked Sendable {
    // Sendable: the client's is called on the thread that mutes.
    var decide: (Bool) -> Bool
  }

  /// Makes one that mutes other recorders than all of the program, for tests.
  init(_ mute: InputMute) {
    self.mute = mute
    super.init()
  }

  // MARK: Recording

  /// Whether the program may record; on Linux that is decided where a device is opened.
  public var recordPermission: recordPermission { .granted }

  /// Asks the user whether the program may record: on Linux the answer is yes.
  ///
  /// - Parameter response: Called with the answer, on the main queue.
  public class func requestRecordPermission(
    completionHandler response: @escaping @Sendable (Bool) -> Void
  ) {
    DispatchQueue.main.async { response(true) }
  }

  /// Asks the user whether the program may record: on Linux the answer is yes.
  ///
  /// - Returns: Whether it may.
  public class func requestRecordPermission() async -> Bool { true }

  // MARK: Muting

  /// Whether all that the program records is silence.
  public var isInputMuted: Bool { mute.isMuted }

  /// Has all that the program records from now on be silence, or no more; posts ``inputMuteStateChangeNotification`` where that is a change.
  ///
  /// Recorders and audio queues go on, and their meters stand.
  ///
  /// - Parameter muted: What ``isInputMuted`` tells from now on.
  /// - Throws: ``AVAudioSession/ErrorCode/unspecified`` where the handler refuses it.
  public func setInputMuted(_ muted: Bool) throws {
    guard muted != mute.isMuted else { return }
    let handler = handler.withLock { $0 }
    if let handler, !handler.decide(muted) { throw NSError.session(.unspecified) }
    guard mute.set(muted) else { return }
    NotificationCenter.default.post(
      name: Self.inputMuteStateChangeNotification, object: self,
      userInfo: [Self.muteStateKey: NSNumber(value: muted)])
  }

  /// Has a closure called before input is muted, or is no more.
  ///
  /// - Parameter inputMuteHandler: Called on the thread that mutes, with whether input is to be muted; says whether it may be. `nil` ends that.
  /// - Throws: Nothing here.
  public func setInputMuteStateChangeHandler(_ inputMuteHandler: ((Bool) -> Bool)?) throws {
    let made = inputMuteHandler.map { Handler(decide: $0) }
    handler.withLock { $0 = made }
  }

  /// Input has been muted, or is no more; posted on the thread that has done it.
  public class var inputMuteStateChangeNotification: NSNotification.Name {
    NSNotification.Name("AVAudioApplicationInputMuteStateChangeNotification")
  }

  /// Key of ``inputMuteStateChangeNotification``: whether input is muted, as an `NSNumber`.
  public class var muteStateKey: String { "AVAudioApplicationMuteStateKey" }

  // MARK: Injection

  /// Whether the program may mix sound into what others record: on Linux nothing does that.
  public var microphoneInjectionPermission: MicrophoneInjectionPermission { .serviceDisabled }

  /// Asks the user whether the program may mix sound into what others record: on Linux nothing does that.
  ///
  /// - Parameter response: Called with the answer, on the main queue.
  public class func requestMicrophoneInjectionPermission(
    completionHandler response: @escaping (MicrophoneInjectionPermission) -> Void
  ) {
    // Safe: the closure is the client's, who hands it over to be called elsewhere.
    nonisolated(unsafe) let response = response
    DispatchQueue.main.async { unsafe response(.serviceDisabled) }
  }
}

extension AVAudioApplication {
  /// Whether a program may record.
  public enum recordPermission: Int, Sendable {
    /// The user has not been asked.
    case undetermined = 1_970_168_948
    /// It may not.
    case denied = 1_684_369_017
    /// It may.
    case granted = 1_735_552_628
  }

  /// Whether a program may mix sound into what others record.
  public enum MicrophoneInjectionPermission: Int, Sendable {
    /// Nothing does that.
    case serviceDisabled = 1_936_876_659
    /// The user has not been asked.
    case undetermined = 1_970_168_948
    /// It may not.
    case denied = 1_684_369_017
    /// It may.
    case granted = 1_735_552_628
  }
}
