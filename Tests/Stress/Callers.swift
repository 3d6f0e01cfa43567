import Foundation

/// Threads that make calls at the same time.
struct Callers {
  private let group = DispatchGroup()

  /// Starts the threads, which make their calls.
  init(_ count: Int, _ makeCalls: @escaping @Sendable (_ caller: Int) -> Void) {
    for caller in 0..<count {
      group.enter()
      Thread.detachNewThread { [group] in
        makeCalls(caller)
        group.leave()
      }
    }
  }

  /// Returns after all calls.
  func wait() { group.wait() }
}
