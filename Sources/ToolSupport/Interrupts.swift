import Foundation
import Glibc
import Synchronization

/// Converts signals that end or stop a program to calls on a dedicated thread.
package enum Interrupts {
  private static let first = Mutex<Int32?>(nil)

  /// The first signal to end the program.
  package static var signal: Int32? { first.withLock { $0 } }

  /// Calls `body` for the first SIGINT, SIGTERM, or SIGHUP, and ends the program at the second.
  ///
  /// Call this before creating other threads, which inherit the blocked signals.
  ///
  /// - Parameters:
  ///   - body: Ends the program in an orderly way.
  ///   - suspended: Called before Ctrl-Z stops the program; without it, Ctrl-Z stops the program
  ///     immediately.
  ///   - continued: Called when a stopped program resumes, possibly more than once.
  package static func handle(
    _ body: @escaping @Sendable () -> Void, suspended: (@Sendable () -> Void)? = nil,
    continued: @escaping @Sendable () -> Void = {}
  ) {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
    if suspended != nil { for signal in [SIGTSTP, SIGCONT] { sigaddset(&signals, signal) } }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let waited = signals
    Thread.detachNewThread {
      var waited = waited
      var signal: Int32 = 0
      while true {
        guard sigwait(&waited, &signal) == 0 else { continue }
        switch signal {
        case SIGTSTP:
          suspended?()
          stop()
          continued()
        case SIGCONT: continued()
        default:
          if self.signal != nil { end(by: signal) }
          first.withLock { $0 = signal }
          body()
        }
      }
    }
  }

  /// Stops the program like Ctrl-Z until the shell resumes it; has no effect without such a shell.
  private static func stop() {
    var signals = letThrough(SIGTSTP)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Ends the program with a signal, as if the signal were not caught.
  ///
  /// A shell that sees this after Ctrl-C also ends its loop or script.
  package static func end(by signal: Int32) -> Never {
    Glibc.signal(signal, SIG_DFL)
    letThrough(signal)
    // Signals do not end the first process of a container.
    _exit(128 + signal)
  }

  /// Lets a signal perform its default action.
  @discardableResult
  private static func letThrough(_ signal: Int32) -> sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, signal)
    raise(signal)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    return signals
  }
}
