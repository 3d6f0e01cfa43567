#if ALSA
  internal import AudioRealtime
  internal import CALSA
  internal import Synchronization

  /// Watches the sound cards, on its own thread, for as long as this object lives.
  package final class SoundCardWatcher: CardWatch {
    @safe
    private struct Watch: @unchecked Sendable {
      // Sendable: one thread waits, and another ends the wait.
      var watch: OpaquePointer
    }

    /// The last reported snapshot.
    private final class Last: Sendable {
      let snapshot: Mutex<ServerSnapshot>

      init(_ snapshot: ServerSnapshot) { self.snapshot = Mutex(snapshot) }
    }

    private let last: Last
    private let watch: Watch?
    private let thread: AudioThread?

    /// Starts to watch.
    ///
    /// If the device folder cannot be watched, the first snapshot stays.
    ///
    /// - Parameters:
    ///   - cards: The cards to watch.
    ///   - changed: Receives the first snapshot immediately, then one after every change, on the
    ///     watch's thread.
    package init(_ cards: SoundCards, changed: @escaping @Sendable (ServerSnapshot) -> Void) {
      // Watch first, so that no change is missed. Safe: the path is alive for the call.
      let made = unsafe OCACardWatchCreate(cards.devices)
      let last = Last(cards.snapshot)
      self.last = last
      changed(last.snapshot.withLock { $0 })
      guard let made = unsafe made else {
        (watch, thread) = (nil, nil)
        return
      }
      let watch = unsafe Watch(watch: made)
      self.watch = watch
      thread = AudioThread(name: "oca-cards") {
        // Safe: the watch is freed after this thread has ended.
        while unsafe OCACardWatchWait(watch.watch) {
          let now = cards.snapshot
          let isNew = last.snapshot.withLock { last in
            defer { last = now }
            return last != now
          }
          if isNew { changed(now) }
        }
      }
    }

    deinit {
      guard let watch else { return }
      // Safe: this call ends the thread, and no other code has the watch.
      unsafe OCACardWatchEnd(watch.watch)
      thread?.join()
      unsafe OCACardWatchDestroy(watch.watch)
    }

    /// The current devices.
    package var snapshot: ServerSnapshot { last.snapshot.withLock { $0 } }
  }
#endif
