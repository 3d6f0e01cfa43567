import Foundation
import Glibc

/// Turns the signals that end a program into calls on a thread of their own.
package enum Interrupts {
  /// Calls `body` for the first SIGINT, SIGTERM or SIGHUP, and ends the program at the second.
  ///
  /// Must be called before other threads are made: they inherit that these signals wait.
  package static func handle(_ body: @escaping @Sendable () -> Void) {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let waited = signals
    Thread.detachNewThread {
      var waited = waited
      var signal: Int32 = 0
      sigwait(&waited, &signal)
      body()
      sigwait(&waited, &signal)
      _exit(128 + signal)
    }
  }
}
