#if PulseAudio
  internal import CPulse

  /// Watches a PulseAudio server, on a thread of its own, for as long as this object lives.
  ///
  /// A server that goes away is looked for until it is back.
  package final class ServerWatcher: ServerWatch {
    private let watching: ServerWatching
    @safe
    private struct Watch: @unchecked Sendable {
      // Sendable: libpulse's lock guards it.
      var watch: OpaquePointer
    }
    private let watch: Watch

    /// Starts to watch; `nil` where there is no libpulse.
    ///
    /// - Parameters:
    ///   - server: The server's address, or nothing for the one that libpulse finds.
    ///   - changed: Called on the watch's thread, with what there is at first, and after every change.
    package init?(server: String?, changed: @escaping @Sendable (ServerEvent) -> Void) {
      let watching = ServerWatching(changed)
      // Safe: the object outlives the watch, which ends with this one.
      let made = unsafe OCAPulseWatchStart(
        server, PulseAudioDevice.applicationName, watching.callbacks)
      guard let made = unsafe made else { return nil }
      self.watching = watching
      watch = unsafe Watch(watch: made)
    }

    deinit {
      // Safe: nobody else has the watch, and nothing is called back after this.
      unsafe OCAPulseWatchStop(watch.watch)
    }

    /// What there was when the server was asked last; waits for the first answer, but not long.
    package var snapshot: ServerSnapshot? {
      watching.wait { $0.answerCount > 0 || $0.isLost }
      return watching.current
    }

    /// What there is now; waits for the answer, but not long.
    package func refreshed() -> ServerSnapshot? {
      guard snapshot != nil else { return nil }
      let count = watching.answerCount
      // Safe: the watch is alive.
      unsafe OCAPulseWatchRefresh(watch.watch)
      watching.wait { $0.answerCount > count || $0.isLost }
      return watching.current
    }

    /// Sets the volume of a device that records, 0 to 1, for all who record from it.
    ///
    /// The server answers in the order in which it is asked: ``refreshed()`` tells of what there is then.
    package func setVolume(_ volume: Double, of input: ServerDevice) {
      // Safe: the watch is alive, and the string is there for the call.
      unsafe OCAPulseWatchSetInputVolume(
        watch.watch, input.name, UInt32(input.channels.count), volume)
    }
  }
#endif
