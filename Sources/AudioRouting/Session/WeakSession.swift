internal import Synchronization

/// A weak reference to a session, for its thread.
final class WeakSession: Sendable {
  private struct Content { weak var session: ProcessSession? }
  private let content = Mutex(Content())

  var session: ProcessSession? { content.withLock { $0.session } }

  func set(_ session: ProcessSession) { content.withLock { $0.session = session } }
}
