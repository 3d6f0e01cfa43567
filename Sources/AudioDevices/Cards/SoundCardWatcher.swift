#if ALSA
  internal import AudioRealtime
  internal import CALSA
  internal import Synchronization

  /// Watches the sound cards, on a thread of its own, for as long as this object lives.
  package final class SoundCardWatcher: CardWatch {
    @safe
    private struct Watch: @unchecked Sendable {
      // Sendable: one thread waits, and another ends that.
      var watch: OpaquePointer
    }

    /// What was told last.
    private final class Last: Sendable {
      let snapshot: Mutex<ServerSnapshot>

      init(_ snapshot: ServerSnapshot) { self.snapshot = Mutex(snapshot) }
    }

    private let last: Last
    private let watch: Watch?
    private let thread: AudioThread?

    /// Starts to watch.
    ///
    /// Where the folder of the devices cannot be watched, what there is at first stays.
    ///
    /// - Parameters:
    ///   - cards: Where to look.
    ///   - changed: Called on the watch's thread after every change; what there is at first is told at once.
    package init(_ cards: SoundCards, changed: @escaping @Sendable (ServerSnapshot) -> Void) {
      // Watched first, so that nothing is missed. Safe: the path is alive for the call.
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
      // Safe: the thread ends by this, and nobody else has the watch.
      unsafe OCACardWatchEnd(watch.watch)
      thread?.join()
      unsafe OCACardWatchDestroy(watch.watch)
    }

    /// What there is.
    package var snapshot: ServerSnapshot { last.snapshot.withLock { $0 } }
  }
#endif
