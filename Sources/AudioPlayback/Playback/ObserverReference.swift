internal import Synchronization

/// The observer of a player, held weakly by everything that reports to it.
final class ObserverReference: Sendable {
  private struct Reference {
    weak var observer: (any PlaybackObserver)?
  }

  private let reference = Mutex(Reference())

  var observer: (any PlaybackObserver)? {
    get { reference.withLock { $0.observer } }
    set { reference.withLock { $0.observer = newValue } }
  }
}
