public import Foundation
internal import NowPlaying
internal import Synchronization

/// A command of other programs, such as media keys and headphones.
///
/// A command is available if it is enabled and has a target. The main queue calls targets.
open class MPRemoteCommand: NSObject, @unchecked Sendable {
  private struct Target: @unchecked Sendable {
    // Sendable: only the main queue calls the handler.

    /// The token or the client's object, which is not retained.
    weak var object: AnyObject?
    /// Keeps a token alive that the client may ignore.
    var token: Token?
    /// Returns `nil` if the client's object no longer exists.
    var handler: (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus?
  }

  private final class Token: NSObject, Sendable {}

  private struct State: Sendable {
    var isEnabled = true
    var targets: [Target] = []
  }

  private let state = Mutex(State())
  /// The center of the command; set once, before clients have the command.
  weak var center: MPRemoteCommandCenter?

  override init() {}

  /// Whether other programs may use the command.
  ///
  /// A command without a target is not available, even if this is `true`.
  open var isEnabled: Bool {
    get { state.withLock { $0.isEnabled } }
    set { change { $0.isEnabled = newValue } }
  }

  /// Whether the command is enabled and has a target.
  var isAvailable: Bool {
    let (isEnabled, targets) = state.withLock { ($0.isEnabled, $0.targets) }
    return isEnabled && targets.contains { $0.object != nil }
  }

  /// Adds a handler.
  ///
  /// - Parameter handler: Carries out the command, on the main queue.
  /// - Returns: A token for ``removeTarget(_:)``.
  @discardableResult
  open func addTarget(
    handler: @escaping (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus
  ) -> Any {
    let token = Token()
    add(Target(object: token, token: token, handler: handler))
    return token
  }

  /// Adds a method of an object, which is not retained.
  ///
  /// Linux has no selectors. In their place, the action is a method of the object's type:
  /// `command.addTarget(self, action: Player.handlePlay)` for `#selector(handlePlay(_:))`.
  ///
  /// - Parameters:
  ///   - target: The object.
  ///   - action: The method that carries out the command, on the main queue.
  public func addTarget<Object: AnyObject>(
    _ target: Object,
    action: @escaping (Object) -> (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus
  ) {
    add(
      Target(object: target) { [weak target] event in
        target.map { action($0)(event) }
      })
  }

  /// Removes a token's handler, or all methods of an object.
  ///
  /// - Parameter target: The token or the object; `nil` removes all targets.
  open func removeTarget(_ target: Any?) {
    let object = target.map { $0 as AnyObject }
    change { state in
      state.targets.removeAll { object == nil || $0.object == nil || $0.object === object }
    }
  }

  /// Removes all methods of an object.
  ///
  /// - Parameters:
  ///   - target: The object.
  ///   - action: Must be `nil`, because methods cannot be compared on Linux.
  open func removeTarget(_ target: Any, action: Never?) {
    removeTarget(target as Any?)
  }

  private func add(_ target: Target) {
    change { $0.targets.append(target) }
  }

  private func change(_ body: (inout State) -> Void) {
    // This may release objects of the client, whose code may call the command.
    let old = state.withLock { state in
      defer { body(&state) }
      return state.targets
    }
    commandDidChange()
    withExtendedLifetime(old) {}
  }

  /// Publishes the change of a command.
  func commandDidChange() { center?.commandsDidChange() }

  /// Calls all targets with no lock held.
  ///
  /// - Returns: The first status other than `success`, if any. `commandFailed` without a target.
  @discardableResult
  func send(_ event: MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus {
    let (isEnabled, targets) = state.withLock { ($0.isEnabled, $0.targets) }
    guard isEnabled else { return .commandFailed }
    let results = targets.compactMap { $0.handler(event) }
    guard !results.isEmpty else { return .commandFailed }
    return results.first { $0 != .success } ?? .success
  }
}
