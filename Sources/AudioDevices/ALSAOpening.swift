#if ALSA
  internal import AudioRealtime
  internal import Synchronization

  /// Calls that open a PCM of ALSA: each on a thread of its own, and awaited for a limited time.
  ///
  /// Plug-ins wait for their servers as long as they like: libasound's own for PulseAudio half a minute, and it is what "default" leads to on
  /// many machines. While a call that was not awaited is still under way, its PCM is not asked again.
  enum ALSAOpening {
    /// A PCM in one direction.
    struct Place: Hashable, Sendable {
      var name: String
      var isOutput: Bool
    }

    /// How long a PCM may take to say whether it is there, and how long to be opened for good, in seconds.
    static let askingSeconds = 1.0
    static let openingSeconds = 3.0

    /// How far a call has come.
    private enum Progress<Outcome: Sendable>: Sendable {
      case underWay
      case done(Outcome)
      /// Nobody waits for it any more.
      case left
    }

    private final class Call<Outcome: Sendable>: Sendable {
      let progress = Mutex(Progress<Outcome>.underWay)
      let signal = Signal()
    }

    /// How many calls nobody waits for, of PCMs that have not answered.
    private static let hanging = Mutex<[Place: Int]>([:])

    /// Makes a call and waits for its outcome.
    ///
    /// - Parameters:
    ///   - place: The PCM that it opens.
    ///   - seconds: How long it may take.
    ///   - open: The call.
    ///   - close: Undoes it, where the outcome comes too late.
    /// - Returns: The outcome, or `nil` where there is none in time.
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
        // Under both locks, so that the call's end comes after it.
        hanging.withLock { $0[place, default: 0] += 1 }
        return nil
      }
    }

    /// Asks whether a PCM is there.
    static func answers(_ place: Place, _ ask: @escaping @Sendable () -> Bool) -> Bool {
      outcome(of: place, within: askingSeconds, ask) { _ in } ?? false
    }
  }
#endif
