import Foundation

/// Threads that make calls at the same time.
struct Callers {
  private let group = DispatchGroup()

  /// Starts the threads, and has each make its calls.
  init(_ count: Int, _ makeCalls: @escaping @Sendable (_ caller: Int) -> Void) {
    for caller in 0..<count {
      group.enter()
      Thread.detachNewThread { [group] in
        makeCalls(caller)
        group.leave()
      }
    }
  }

  /// Returns when all calls have been made.
  func wait() { group.wait() }
}
