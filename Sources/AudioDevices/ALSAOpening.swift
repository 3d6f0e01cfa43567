#if ALSA
  internal import AudioRealtime
  internal import Synchronization

  /// Calls that open an ALSA PCM, each on its own thread and with a time limit.
  ///
  /// Plug-ins wait for their servers without a limit. libasound's plug-in for PulseAudio waits half
  /// a minute, and "default" leads to it on many machines. While an abandoned call is still under
  /// way, its PCM is not opened again.
  enum ALSAOpening {
    /// A PCM in one direction.
    struct Place: Hashable, Sendable {
      var name: String
      var isOutput: Bool
    }

    /// The time limits to check whether a PCM exists and to open it for use, in seconds.
    static let askingSeconds = 1.0
    static let openingSeconds = 3.0

    /// The progress of a call.
    private enum Progress<Outcome: Sendable>: Sendable {
      case underWay
      case done(Outcome)
      /// The caller has stopped waiting.
      case left
    }

    private final class Call<Outcome: Sendable>: Sendable {
      let progress = Mutex(Progress<Outcome>.underWay)
      let signal = Signal()
    }

    /// The number of abandoned calls for each PCM that has not answered.
    private static let hanging = Mutex<[Place: Int]>([:])

    /// Makes a call and waits for its outcome.
    ///
    /// - Parameters:
    ///   - place: The PCM that the call opens.
    ///   - seconds: The time limit.
    ///   - open: The call.
    ///   - close: Undoes the call if the outcome comes too late.
    /// - Returns: The outcome, or `nil` if the call takes too long.
    static func outcome<Outcome: Sendable>(
      of place: Place, within seconds: Double, _ open: @escaping @Sendable () -> Outcome,
      late close: @escaping @Sendable (Outcome) -> Void
    ) -> Outcome? {
      guard hanging.withLock({ $0[place] == nil }) else { return nil }
      let call = Call<Outcome>()
      _ = AudioThread(name: "oca-alsa-open") {
        let outcome = open()
        let isLeft = call.progress.withLock { progress -> Bool in
          if case .left = progress { return true }
          progress = .done(outcome)
          return false
        }
        guard isLeft else { return call.signal.post() }
        close(outcome)
        hanging.withLock { hanging in
          let count = hanging[place, default: 1] - 1
          hanging[place] = count > 0 ? count : nil
        }
      }
      call.signal.wait(until: MonotonicClock.nanoseconds + Int(seconds * 1e9))
      return call.progress.withLock { progress in
        if case .done(let outcome) = progress { return outcome }
        progress = .left
        // Increment under both locks, so that the decrement at the end of the call comes later.
        hanging.withLock { $0[place, default: 0] += 1 }
        return nil
      }
    }

    /// Checks whether a PCM exists.
    static func answers(_ place: Place, _ ask: @escaping @Sendable () -> Bool) -> Bool {
      outcome(of: place, within: askingSeconds, ask) { _ in } ?? false
    }
  }
#endif
