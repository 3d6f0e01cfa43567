#if PulseAudio
  internal import CPulse

  /// Watches a PulseAudio server, on its own thread, for as long as this object lives.
  ///
  /// If the server goes away, the watcher looks for it until it is back.
  package final class ServerWatcher: ServerWatch {
    private let watching: ServerWatching
    @safe
    private struct Watch: @unchecked Sendable {
      // Sendable: libpulse's lock guards it.
      var watch: OpaquePointer
    }
    private let watch: Watch

    /// Starts to watch; `nil` if libpulse is missing.
    ///
    /// - Parameters:
    ///   - server: The server's address, or `nil` for the server that libpulse finds.
    ///   - changed: Called on the watch's thread, with the first snapshot and after every change.
    package init?(server: String?, changed: @escaping @Sendable (ServerEvent) -> Void) {
      let watching = ServerWatching(changed)
      // Safe: the object outlives the watch, which ends with this watcher.
      let made = unsafe OCAPulseWatchStart(
        server, PulseAudioDevice.applicationName, watching.callbacks)
      guard let made = unsafe made else { return nil }
      self.watching = watching
      watch = unsafe Watch(watch: made)
    }

    deinit {
      // Safe: no other code has the watch, and it calls back no more after this.
      unsafe OCAPulseWatchStop(watch.watch)
    }

    /// The last answer of the server; waits briefly for the first one.
    package var snapshot: ServerSnapshot? {
      watching.wait { $0.answerCount > 0 || $0.isLost }
      return watching.current
    }

    /// Asks the server for its current state; waits briefly for the answer.
    package func refreshed() -> ServerSnapshot? {
      guard snapshot != nil else { return nil }
      let count = watching.answerCount
      // Safe: the watch is alive.
      unsafe OCAPulseWatchRefresh(watch.watch)
      watching.wait { $0.answerCount > count || $0.isLost }
      return watching.current
    }

    /// Sets the volume of a device, 0 to 1, for all programs that use it.
    ///
    /// The server answers requests in order, so a later ``refreshed()`` includes the change. The
    /// watch's thread must not call this function, because it receives the answer.
    ///
    /// - Returns: Whether the server has done so.
    package func setVolume(_ volume: Double, of device: ServerDevice) -> Bool {
      // Safe: the watch is alive, and the string is alive for the call.
      unsafe OCAPulseWatchSetVolume(
        watch.watch, device.isOutput, device.name, UInt32(device.channels.count), volume)
    }

    /// Makes a device the default for streams that request no device.
    ///
    /// - Returns: Whether the server has done so.
    package func setDefault(_ device: ServerDevice) -> Bool {
      // Safe: as above.
      unsafe OCAPulseWatchSetDefault(watch.watch, device.isOutput, device.name)
    }
  }
#endif
