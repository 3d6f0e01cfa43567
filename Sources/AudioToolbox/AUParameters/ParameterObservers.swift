internal import AudioRealtime
internal import CoreAudioTypes
internal import Synchronization

/// A change of a parameter.
struct NodeChange: Sendable {
  var address: AUParameterAddress
  var value: AUValue
  var hostTime: UInt64
  var type: AUParameterAutomationEventType
}

/// The observers of one node.
final class ParameterObservers: Sendable {
  /// A closure of the client.
  @safe enum Observer: @unchecked Sendable {
    // Unchecked: the client hands its closure over.
    case value(AUParameterObserver)
    case recording(AUParameterRecordingObserver)
    case automation(AUParameterAutomationObserver)
  }

  private let all = Mutex<[(token: UInt, observer: Observer)]>([])
  private static let count = Atomic<Int>(0)
  private static let tokens = Atomic<UInt>(0)
  private static let reports = SerialThread(name: "oca-parameters")

  deinit {
    let count = all.withLock { $0.count }
    Self.count.subtract(count, ordering: .relaxed)
  }

  /// Whether any node has an observer.
  static var exist: Bool { count.load(ordering: .relaxed) > 0 }

  func add(_ observer: Observer) -> AUParameterObserverToken {
    let token = Self.tokens.add(16, ordering: .relaxed).newValue
    all.withLock { $0.append((token, observer)) }
    Self.count.add(1, ordering: .relaxed)
    // Safe: the pointer is never dereferenced.
    guard let pointer = unsafe AUParameterObserverToken(bitPattern: token) else {
      preconditionFailure("the number of a token is 0")
    }
    return unsafe pointer
  }

  func remove(_ token: UInt) {
    let removed = all.withLock { all -> [Observer] in
      defer { all.removeAll { $0.token == token } }
      return all.filter { $0.token == token }.map(\.observer)
    }
    Self.count.subtract(removed.count, ordering: .relaxed)
  }

  private func observer(_ token: UInt) -> Observer? {
    all.withLock { $0.first { $0.token == token }?.observer }
  }

  /// Reports a change later to all observers but one.
  func report(_ change: NodeChange, except originator: UInt) {
    let tokens = all.withLock { $0.map(\.token) }.filter { $0 != originator }
    guard !tokens.isEmpty else { return }
    Self.reports.post { [self] in
      // An observer may remove others.
      for token in tokens { observer(token)?.call(change) }
    }
  }
}

extension ParameterObservers.Observer {
  fileprivate func call(_ change: NodeChange) {
    switch self {
    case .value(let observer):
      if change.type == .value { observer(change.address, change.value) }
    case .recording(let observer):
      guard change.type == .value else { return }
      let event = AURecordedParameterEvent(
        hostTime: change.hostTime, address: change.address, value: change.value)
      // Safe: the event lives until the call returns.
      unsafe withUnsafePointer(to: event) { event in unsafe observer(1, event) }
    case .automation(let observer):
      let event = AUParameterAutomationEvent(
        hostTime: change.hostTime, address: change.address, value: change.value,
        eventType: change.type, reserved: 0)
      // Safe: the event lives until the call returns.
      unsafe withUnsafePointer(to: event) { event in unsafe observer(1, event) }
    }
  }
}
