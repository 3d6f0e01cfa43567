import Foundation
import Glibc

/// Turns the signals that end a program, or stop it for a while, into calls on a thread of their own.
package enum Interrupts {
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
      var isEnding = false
      while true {
        guard sigwait(&waited, &signal) == 0 else { continue }
        switch signal {
        case SIGTSTP:
          suspended?()
          stop()
          continued()
        case SIGCONT: continued()
        default:
          if isEnding { _exit(128 + signal) }
          isEnding = true
          body()
        }
      }
    }
  }

  /// Stops the program as Ctrl-Z does, until the shell has it go on; not where there is no such shell.
  private static func stop() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTSTP)
    raise(SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }
}
