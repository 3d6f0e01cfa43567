import Foundation
import Glibc
import Synchronization

/// Turns the signals that end a program, or stop it for a while, into calls on a thread of their own.
package enum Interrupts {
  private static let first = Mutex<Int32?>(nil)

  /// The first signal that has come to end the program.
  package static var signal: Int32? { first.withLock { $0 } }

  /// Calls `body` for the first SIGINT, SIGTERM or SIGHUP, and ends the program at the second.
  ///
  /// Must be called before other threads are made: they inherit that these signals wait.
  ///
  /// - Parameters:
  ///   - body: Has the program end.
  ///   - suspended: Called before Ctrl-Z stops the program; without it Ctrl-Z does so at once.
  ///   - continued: Called when a stopped program goes on, maybe more than once.
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

  /// Stops the program as Ctrl-Z does, until the shell has it go on; not where there is no such shell.
  private static func stop() {
    var signals = letThrough(SIGTSTP)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Ends the program by a signal, as it ends where the signal is not caught.
  ///
  /// A shell that sees its command end so at Ctrl-C ends its loop or script, too.
  package static func end(by signal: Int32) -> Never {
    Glibc.signal(signal, SIG_DFL)
    letThrough(signal)
    // No signal ends the first process of a container.
    _exit(128 + signal)
  }

  /// Has a signal do to the program what it does by itself.
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
