package import AudioRealtime
internal import Synchronization

/// Wakes the thread that looks after a graph, once for each call of the render thread.
package final class GraphNews: Sendable {
  /// The signal for which the thread waits.
  package let signal: Signal
  private let isPending = Atomic<Bool>(false)

  package init(_ signal: Signal) {
    self.signal = signal
  }

  /// Notes that there is work after the current call of the render thread.
  func note() { isPending.store(true, ordering: .releasing) }

  /// Wakes the thread if there is work.
  package func deliver() {
    if isPending.load(ordering: .relaxed),
      isPending.exchange(false, ordering: .acquiringAndReleasing)
    {
      signal.post()
    }
  }
}
