internal import CoreAudioTypes
public import Foundation
internal import Synchronization

/// A parameter of an audio unit, or a group of parameters.
// Unchecked: everything is constant or guarded by a lock.
open class AUParameterNode: NSObject, _KeyValueCodingAndObserving, @unchecked Sendable {
  /// The name for programs, which no other child of the same group has.
  public let identifier: String
  /// The name for users.
  public let displayName: String
  private let place = Mutex(NodePlace())
  private let callbacks = Mutex(NodeCallbacks())
  let observers = ParameterObservers()
  let properties = ObservedProperties()

  init(identifier: String, displayName: String) {
    self.identifier = identifier
    self.displayName = displayName
    super.init()
  }

  /// The group of the node, if any.
  var parent: AUParameterGroup? {
    get { place.withLock { $0.parent } }
    set { place.withLock { $0.parent = newValue } }
  }

  /// The identifiers of the groups and of the node, separated by periods.
  open var keyPath: String {
    guard let parent, !(parent is AUParameterTree) else { return identifier }
    return parent.keyPath + "." + identifier
  }

  /// Returns the name for users, shortened if necessary.
  ///
  /// - Parameter maximumLength: The most characters.
  /// - Returns: The name.
  open func displayName(withLength maximumLength: Int) -> String {
    guard let callback = callback({ $0.displayName }) else {
      return String(displayName.prefix(max(0, maximumLength)))
    }
    return callback(self, maximumLength)
  }

  // MARK: Observers

  /// Adds an observer of the node's parameters.
  ///
  /// Observers run one after the other on a thread of their own, with no lock held.
  ///
  /// - Parameter observer: Receives the address and the value of each change.
  /// - Returns: A token for ``removeParameterObserver(_:)``. A setter with this token as the
  ///   originator does not call the observer.
  open func token(
    byAddingParameterObserver observer: sending @escaping AUParameterObserver
  ) -> AUParameterObserverToken {
    unsafe observers.add(.value(observer))
  }

  /// Adds an observer that records new values with their host times.
  open func token(
    byAddingParameterRecordingObserver observer: sending @escaping AUParameterRecordingObserver
  ) -> AUParameterObserverToken {
    unsafe observers.add(.recording(observer))
  }

  /// Adds an observer that records the changes of a user with their host times.
  open func token(
    byAddingParameterAutomationObserver observer: sending @escaping AUParameterAutomationObserver
  ) -> AUParameterObserverToken {
    unsafe observers.add(.automation(observer))
  }

  /// Removes an observer; a call in progress may still end.
  open func removeParameterObserver(_ token: AUParameterObserverToken) {
    observers.remove(UInt(bitPattern: token))
  }

  /// Reports a change to the observers of the node and of its groups.
  func report(_ change: NodeChange, except originator: UInt) {
    guard ParameterObservers.exist else { return }
    var node: AUParameterNode? = self
    while let current = node {
      current.observers.report(change, except: originator)
      node = current.parent
    }
  }

  // MARK: For audio units

  /// The callback of the node, or else of the nearest group that has one.
  func callback<Callback>(_ choose: (NodeCallbacks) -> Callback?) -> Callback? {
    let own = callbacks.withLock { callbacks in UncheckedBox(choose(callbacks)) }
    if let found = own.value { return found }
    return parent?.callback(choose)
  }

  private func set(_ change: (inout NodeCallbacks) -> Void) {
    callbacks.withLock { callbacks in change(&callbacks) }
  }

  /// A closure that receives new values of the node's parameters.
  ///
  /// A parameter without a closure uses the closure of the nearest group that has one.
  open var implementorValueObserver: AUImplementorValueObserver {
    get { callback { $0.valueObserver } ?? { _, _ in } }
    set { set { $0.valueObserver = newValue } }
  }

  /// A closure that returns the values of the node's parameters.
  ///
  /// A parameter without a closure uses the closure of the nearest group that has one.
  open var implementorValueProvider: AUImplementorValueProvider {
    get { callback { $0.valueProvider } ?? { $0.storedValue } }
    set { set { $0.valueProvider = newValue } }
  }

  /// Turns values of the node's parameters into text.
  open var implementorStringFromValueCallback: AUImplementorStringFromValueCallback {
    get {
      unsafe callback { unsafe $0.string }
        ?? { parameter, value in unsafe parameter.usualString(value?.pointee) }
    }
    set { set { unsafe $0.string = newValue } }
  }

  /// Turns text into values of the node's parameters.
  open var implementorValueFromStringCallback: AUImplementorValueFromStringCallback {
    get { callback { $0.value } ?? { $0.usualValue($1) } }
    set { set { $0.value = newValue } }
  }

  /// States shortened names of the node.
  open var implementorDisplayNameWithLengthCallback: AUImplementorDisplayNameWithLengthCallback {
    get {
      callback { $0.displayName }
        ?? { node, length in String(node.displayName.prefix(max(0, length))) }
    }
    set { set { $0.displayName = newValue } }
  }
}

/// The group of a node.
private struct NodePlace {
  weak var parent: AUParameterGroup?
}

/// The callbacks of an audio unit.
@safe struct NodeCallbacks: @unchecked Sendable {
  // Unchecked: the audio unit states its closures for all threads.
  var valueObserver: AUImplementorValueObserver?
  var valueProvider: AUImplementorValueProvider?
  var string: AUImplementorStringFromValueCallback?
  var value: AUImplementorValueFromStringCallback?
  var displayName: AUImplementorDisplayNameWithLengthCallback?
}

/// A value that leaves a lock although its type is not `Sendable`.
struct UncheckedBox<Value>: @unchecked Sendable {
  // Unchecked: the owner of the value states it for all threads.
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
