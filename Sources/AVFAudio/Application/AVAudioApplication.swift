internal import AudioPlayback
internal import AudioRealtime
public import Foundation
internal import Synchronization

/// The audio state of the whole program: its permission to record, and whether its input is muted.
///
/// Differences from Apple's: only the program mutes its input, because sound servers do not report
/// headphone gestures. Muted input is silence even if the program sets no handler.
public final class AVAudioApplication: NSObject, @unchecked Sendable {
  // Unchecked: NSObject is not Sendable; a lock or an atomic guards all mutable state.

  /// The program's single application object.
  public class var shared: AVAudioApplication { program }
  private static let program = AVAudioApplication(RecordingEngine.inputMute)

  private let mute: InputMute
  private let handler = Mutex<Handler?>(nil)

  /// A client's closure, which another thread may call.
  @safe
  private struct Handler: @unchecked Sendable {
    // Sendable: the thread that mutes calls the client's closure.
    var decide: (Bool) -> Bool
  }

  /// Makes an object with its own mute state, for tests.
  init(_ mute: InputMute) {
    self.mute = mute
    super.init()
  }

  // MARK: Recording

  /// Whether the program may record: always `granted`, because Linux checks this when a device
  /// opens.
  public var recordPermission: recordPermission { .granted }

  /// Asks the user whether the program may record.
  ///
  /// On Linux, the user is not asked, and the answer is always yes.
  ///
  /// - Parameter response: Called with the answer, on the main queue.
  public class func requestRecordPermission(
    completionHandler response: @escaping @Sendable (Bool) -> Void
  ) {
    DispatchQueue.main.async { response(true) }
  }

  /// Asks the user whether the program may record.
  ///
  /// On Linux, the user is not asked, and the answer is always yes.
  ///
  /// - Returns: `true` if the program may record.
  public class func requestRecordPermission() async -> Bool { true }

  // MARK: Muting

  /// Whether everything the program records is silence.
  public var isInputMuted: Bool { mute.isMuted }

  /// Mutes or unmutes everything the program records.
  ///
  /// Posts ``inputMuteStateChangeNotification`` if the state changes. Recorders and audio queues
  /// keep running, and their meters show silence.
  ///
  /// - Parameter muted: The new value of ``isInputMuted``.
  /// - Throws: ``AVAudioSession/ErrorCode/unspecified`` if the handler refuses the change.
  public func setInputMuted(_ muted: Bool) throws {
    guard muted != mute.isMuted else { return }
    let handler = handler.withLock { $0 }
    if let handler, !handler.decide(muted) { throw NSError.session(.unspecified) }
    guard mute.set(muted) else { return }
    NotificationCenter.default.post(
      name: Self.inputMuteStateChangeNotification, object: self,
      userInfo: [Self.muteStateKey: NSNumber(value: muted)])
  }

  /// Sets a closure to call before the input is muted or unmuted.
  ///
  /// - Parameter inputMuteHandler: Called on the thread that mutes, with the requested state;
  ///   returns whether to allow the change. `nil` removes the handler.
  /// - Throws: This implementation never throws.
  public func setInputMuteStateChangeHandler(_ inputMuteHandler: ((Bool) -> Bool)?) throws {
    let made = inputMuteHandler.map { Handler(decide: $0) }
    handler.withLock { $0 = made }
  }

  /// Posted when the input is muted or unmuted, on the thread that made the change.
  public class var inputMuteStateChangeNotification: NSNotification.Name {
    NSNotification.Name("AVAudioApplicationInputMuteStateChangeNotification")
  }

  /// Key of ``inputMuteStateChangeNotification``: whether input is muted, as an `NSNumber`.
  public class var muteStateKey: String { "AVAudioApplicationMuteStateKey" }

  // MARK: Injection

  /// Whether the program may mix sound into other programs' recordings; unsupported on Linux.
  public var microphoneInjectionPermission: MicrophoneInjectionPermission { .serviceDisabled }

  /// Asks the user whether the program may mix sound into other programs' recordings.
  ///
  /// On Linux, the answer is always ``MicrophoneInjectionPermission/serviceDisabled``.
  ///
  /// - Parameter response: Called with the answer, on the main queue.
  public class func requestMicrophoneInjectionPermission(
    completionHandler response: @escaping (MicrophoneInjectionPermission) -> Void
  ) {
    // Safe: the client passes the closure to be called on another thread.
    nonisolated(unsafe) let response = response
    DispatchQueue.main.async { unsafe response(.serviceDisabled) }
  }
}

extension AVAudioApplication {
  /// The permission to record.
  public enum recordPermission: Int, Sendable {
    /// The program has not asked the user yet.
    case undetermined = 1_970_168_948
    /// The program may not record.
    case denied = 1_684_369_017
    /// The program may record.
    case granted = 1_735_552_628
  }

  /// The permission to mix sound into other programs' recordings.
  public enum MicrophoneInjectionPermission: Int, Sendable {
    /// The system does not support mixing in sound.
    case serviceDisabled = 1_936_876_659
    /// The program has not asked the user yet.
    case undetermined = 1_970_168_948
    /// The program may not mix in sound.
    case denied = 1_684_369_017
    /// The program may mix in sound.
    case granted = 1_735_552_628
  }
}
