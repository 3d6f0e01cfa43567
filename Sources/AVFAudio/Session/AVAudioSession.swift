internal import AudioRouting
internal import AudioToolbox
public import Foundation
internal import Synchronization

/// The purpose and the route of a program's sound, and its interruptions.
///
/// Each program has one session. After the first ``sharedInstance()``, the session watches the
/// sound server. It posts its notifications in order, on its own thread.
///
/// `Docs/Session.md` describes categories, options, and interruptions on Linux. Differences from
/// Apple's: only the server silences other programs. Silenced streams resume automatically unless
/// the program pauses them.
public final class AVAudioSession: NSObject, @unchecked Sendable {
  // Unchecked: NSObject is not Sendable; locks guard all mutable state.

  private static let shared = AVAudioSession(SharedSession.session)

  let session: ProcessSession
  let preferences = Mutex(SessionPreferences())

  /// The program's session.
  @discardableResult
  public class func sharedInstance() -> AVAudioSession { shared }

  /// Makes a separate session, for tests.
  init(_ session: ProcessSession) {
    self.session = session
    super.init()
    session.observe { [weak self] event in self?.post(event) }
    session.begin()
  }

  // MARK: Categories

  /// The available categories.
  public var availableCategories: [Category] {
    SessionSetup.Category.allCases.filter { $0 != .processing }.map { Category($0) }
  }

  /// The modes available in the category.
  public var availableModes: [Mode] {
    let category = session.setup.category
    return SessionSetup.Mode.allCases.filter { $0.isAllowed(in: category) }.map { Mode($0) }
  }

  /// The purpose of the program's sound; `soloAmbient` by default.
  public var category: Category { Category(session.setup.category) }
  /// The way the program uses its category.
  public var mode: Mode { Mode(session.setup.mode) }
  /// How the category interacts with other programs and with devices.
  public var categoryOptions: CategoryOptions {
    CategoryOptions(rawValue: session.setup.options.rawValue)
  }
  /// The route of long-form audio; has no effect on Linux.
  public var routeSharingPolicy: RouteSharingPolicy {
    RouteSharingPolicy(rawValue: session.setup.sharingPolicy) ?? .default
  }

  /// Sets the category, which takes effect immediately.
  ///
  /// A mode that the category does not support becomes `default`.
  ///
  /// - Throws: ``ErrorCode/badParam`` if the category is unknown or the combination is invalid.
  public func setCategory(_ category: Category) throws {
    try setCategory(category, options: [])
  }

  /// Sets the category, which takes effect immediately.
  ///
  /// A mode that the category does not support becomes `default`.
  ///
  /// - Throws: ``ErrorCode/badParam`` if the category is unknown or the combination is invalid.
  public func setCategory(_ category: Category, options: CategoryOptions = []) throws {
    let known = SessionSetup.Category(category) ?? .processing
    // Read once, because another thread can set it.
    let usage = session.setup.mode
    try setCategory(
      category, mode: usage.isAllowed(in: known) ? Mode(usage) : .default, policy: .default,
      options: options)
  }

  /// Sets the category and mode, which take effect immediately.
  ///
  /// - Throws: ``ErrorCode/badParam`` if a value is unknown or the combination is invalid.
  public func setCategory(
    _ category: Category, mode: Mode, options: CategoryOptions = []
  ) throws {
    try setCategory(category, mode: mode, policy: .default, options: options)
  }

  /// Sets the category, mode, and policy, which take effect immediately.
  ///
  /// - Throws: ``ErrorCode/badParam`` if a value is unknown or the combination is invalid.
  public func setCategory(
    _ category: Category, mode: Mode, policy: RouteSharingPolicy, options: CategoryOptions = []
  ) throws {
    guard let known = SessionSetup.Category(category), let usage = SessionSetup.Mode(mode),
      policy != .independent
    else { throw NSError.session(.badParam) }
    try change { setup in
      setup.category = known
      setup.mode = usage
      setup.options = SessionSetup.Options(rawValue: options.rawValue)
      setup.sharingPolicy = policy.rawValue
    }
  }

  /// Sets the mode, which takes effect immediately.
  ///
  /// - Throws: ``ErrorCode/badParam`` if the category does not support the mode.
  public func setMode(_ mode: Mode) throws {
    guard let usage = SessionSetup.Mode(mode) else { throw NSError.session(.badParam) }
    try change { $0.mode = usage }
  }

  private func change(_ body: (inout SessionSetup) -> Void) throws {
    guard session.change(body) else { throw NSError.session(.badParam) }
  }

  // MARK: Activation

  /// Activates or deactivates the session.
  ///
  /// Players, recorders, and queues start in either state, because no other program waits for a
  /// session on Linux. Deactivation pauses the running ones.
  ///
  /// - Throws: ``ErrorCode/insufficientPriority`` during an interruption; ``ErrorCode/isBusy`` if
  ///   deactivation has paused a player, recorder, engine, or queue. The session is inactive even
  ///   then.
  public func setActive(_ active: Bool, options: SetActiveOptions = []) throws {
    do throws(ProcessSession.ActivationError) {
      try session.setActive(active)
    } catch {
      switch error {
      case .interrupted: throw NSError.session(.insufficientPriority)
      case .busy: throw NSError.session(.isBusy)
      }
    }
  }

  // MARK: Recording

  /// Whether the program may record; on Linux, opening the device decides that.
  public var recordPermission: RecordPermission { .granted }

  /// Asks the user whether the program may record.
  ///
  /// On Linux, the answer is always yes; the main queue calls the closure.
  public func requestRecordPermission(_ response: @escaping (Bool) -> Void) {
    // Safe: the client passes the closure to be called on another thread.
    nonisolated(unsafe) let response = response
    DispatchQueue.main.async { unsafe response(true) }
  }

  // MARK: Preferences

  /// The preferred sample rate in hertz, or 0; ``sampleRate`` is the current rate.
  public var preferredSampleRate: Double { session.setup.sampleRate }

  /// Sets the preferred sample rate, which a sound server's device may ignore.
  ///
  /// - Throws: ``ErrorCode/badParam`` if the value is not a valid rate.
  public func setPreferredSampleRate(_ sampleRate: Double) throws {
    try change { $0.sampleRate = sampleRate }
  }

  /// The preferred buffer duration in seconds, or 0.
  public var preferredIOBufferDuration: TimeInterval { session.setup.bufferSeconds }

  /// Sets the preferred buffer duration in seconds, which applies to streams opened afterwards.
  ///
  /// - Throws: ``ErrorCode/badParam`` if the value is not a valid duration.
  public func setPreferredIOBufferDuration(_ duration: TimeInterval) throws {
    try change { $0.bufferSeconds = duration }
  }

  /// The preferred number of input channels, or 0.
  public var preferredInputNumberOfChannels: Int { session.setup.inputChannels }

  /// Sets the preferred number of input channels.
  ///
  /// - Throws: ``ErrorCode/badParam`` for more than ``maximumInputNumberOfChannels``.
  public func setPreferredInputNumberOfChannels(_ count: Int) throws {
    guard 0...max(0, maximumInputNumberOfChannels) ~= count else {
      throw NSError.session(.badParam)
    }
    try change { $0.inputChannels = count }
  }

  /// The preferred number of output channels, or 0.
  public var preferredOutputNumberOfChannels: Int { session.setup.outputChannels }

  /// Sets the preferred number of output channels.
  ///
  /// - Throws: ``ErrorCode/badParam`` for more than ``maximumOutputNumberOfChannels``.
  public func setPreferredOutputNumberOfChannels(_ count: Int) throws {
    guard 0...max(0, maximumOutputNumberOfChannels) ~= count else {
      throw NSError.session(.badParam)
    }
    try change { $0.outputChannels = count }
  }
}

extension NSError {
  /// The error of a session.
  static func session(_ code: AVAudioSession.ErrorCode) -> NSError {
    NSError(domain: NSOSStatusErrorDomain, code: code.rawValue)
  }
}
