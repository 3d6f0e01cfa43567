internal import AudioRouting
internal import AudioToolbox
public import Foundation
internal import Synchronization

/// What the sound of a program is for, where it goes, and when it has to be silent.
///
/// There is one in a program. From the first ``sharedInstance()`` on it watches the sound server, and posts its
/// notifications on a thread of its own, in the order in which things came to pass.
///
/// `Docs/Session.md` says what categories, options and interruptions are on Linux. Differences from Apple's: other programs
/// are never silenced but by the server, and what was silenced by the server goes on by itself where nobody
/// has paused it.
public final class AVAudioSession: NSObject, @unchecked Sendable {
  // Unchecked: NSObject says nothing of it; all that changes is behind locks.

  private static let shared = AVAudioSession(SharedSession.session)

  let session: ProcessSession
  let preferences = Mutex(SessionPreferences())

  /// The session of the program.
  @discardableResult
  public class func sharedInstance() -> AVAudioSession { shared }

  /// Makes a session of its own, for tests.
  init(_ session: ProcessSession) {
    self.session = session
    super.init()
    session.observe { [weak self] event in self?.post(event) }
    session.begin()
  }

  // MARK: Categories

  /// The categories that there are.
  public var availableCategories: [Category] {
    SessionSetup.Category.allCases.filter { $0 != .processing }.map { Category($0) }
  }

  /// The modes that the category allows.
  public var availableModes: [Mode] {
    let category = session.setup.category
    return SessionSetup.Mode.allCases.filter { $0.isAllowed(in: category) }.map { Mode($0) }
  }

  /// What the program's sound is for; `soloAmbient` at first.
  public var category: Category { Category(session.setup.category) }
  /// How the category is used.
  public var mode: Mode { Mode(session.setup.mode) }
  /// How it gets on with other programs, and with devices.
  public var categoryOptions: CategoryOptions {
    CategoryOptions(rawValue: session.setup.options.rawValue)
  }
  /// Whether long recordings go another way; on Linux they do not.
  public var routeSharingPolicy: RouteSharingPolicy {
    RouteSharingPolicy(rawValue: session.setup.sharingPolicy) ?? .default
  }

  /// Sets what the program's sound is for; takes effect at once.
  ///
  /// A mode that does not go with it becomes `default`.
  ///
  /// - Throws: ``ErrorCode/badParam`` for what is no category, or does not go together.
  public func setCategory(_ category: Category) throws {
    try setCategory(category, options: [])
  }

  /// Sets what the program's sound is for; takes effect at once.
  ///
  /// - Throws: ``ErrorCode/badParam`` for what is no category, or does not go together.
  public func setCategory(_ category: Category, options: CategoryOptions = []) throws {
    let known = SessionSetup.Category(category) ?? .processing
    // Asked once: another thread may set it.
    let usage = session.setup.mode
    try setCategory(
      category, mode: usage.isAllowed(in: known) ? Mode(usage) : .default, policy: .default,
      options: options)
  }

  /// Sets what the program's sound is for; takes effect at once.
  ///
  /// - Throws: ``ErrorCode/badParam`` for what is no category, or does not go together.
  public func setCategory(
    _ category: Category, mode: Mode, options: CategoryOptions = []
  ) throws {
    try setCategory(category, mode: mode, policy: .default, options: options)
  }

  /// Sets what the program's sound is for; takes effect at once.
  ///
  /// - Throws: ``ErrorCode/badParam`` for what is no category, or does not go together.
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

  /// Sets how the category is used; takes effect at once.
  ///
  /// - Throws: ``ErrorCode/badParam`` where the category does not allow it.
  public func setMode(_ mode: Mode) throws {
    guard let usage = SessionSetup.Mode(mode) else { throw NSError.session(.badParam) }
    try change { $0.mode = usage }
  }

  private func change(_ body: (inout SessionSetup) -> Void) throws {
    guard session.change(body) else { throw NSError.session(.badParam) }
  }

  // MARK: Activation

  /// Makes the session active, or no more so.
  ///
  /// Streams may be started in either case, as no other program waits for a session. Players, recorders and queues that run when it is made
  /// inactive are paused.
  ///
  /// - Throws: ``ErrorCode/insufficientPriority`` while the program is interrupted; ``ErrorCode/isBusy`` where something had to be paused:
  ///   the session is inactive then.
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

  /// Whether the program may record; on Linux that is decided where a device is opened.
  public var recordPermission: RecordPermission { .granted }

  /// Asks the user whether the program may record: on Linux the answer is yes, on the main queue.
  public func requestRecordPermission(_ response: @escaping (Bool) -> Void) {
    // Safe: the closure is the client's, who hands it over to be called elsewhere.
    nonisolated(unsafe) let response = response
    DispatchQueue.main.async { unsafe response(true) }
  }

  // MARK: Wishes

  /// The wish of a sample rate in hertz, 0 for none; ``sampleRate`` is what there is.
  public var preferredSampleRate: Double { session.setup.sampleRate }

  /// Wishes for a sample rate, which a sound server's device may not follow.
  ///
  /// - Throws: ``ErrorCode/badParam`` for what is no rate.
  public func setPreferredSampleRate(_ sampleRate: Double) throws {
    try change { $0.sampleRate = sampleRate }
  }

  /// The wish of how much a device takes ahead, in seconds; 0 for none.
  public var preferredIOBufferDuration: TimeInterval { session.setup.bufferSeconds }

  /// Wishes for how much a device takes ahead, in seconds; streams that are opened from now on follow it.
  ///
  /// - Throws: ``ErrorCode/badParam`` for what is no duration.
  public func setPreferredIOBufferDuration(_ duration: TimeInterval) throws {
    try change { $0.bufferSeconds = duration }
  }

  /// The wish of a number of channels to record; 0 for none.
  public var preferredInputNumberOfChannels: Int { session.setup.inputChannels }

  /// Wishes for a number of channels to record.
  ///
  /// - Throws: ``ErrorCode/badParam`` for more than ``maximumInputNumberOfChannels``.
  public func setPreferredInputNumberOfChannels(_ count: Int) throws {
    guard 0...max(0, maximumInputNumberOfChannels) ~= count else {
      throw NSError.session(.badParam)
    }
    try change { $0.inputChannels = count }
  }

  /// The wish of a number of channels to play; 0 for none.
  public var preferredOutputNumberOfChannels: Int { session.setup.outputChannels }

  /// Wishes for a number of channels to play.
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
