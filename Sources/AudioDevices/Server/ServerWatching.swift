#if PulseAudio
  internal import AudioRealtime
  internal import CPulse
  internal import Synchronization

  /// The reports of a watch so far.
  final class ServerWatching: Sendable {
    struct State {
      /// The snapshot that is being received.
      var growing = ServerSnapshot()
      var current: ServerSnapshot?
      var answerCount = 0
      var isLost = false
      var waiting: [Signal] = []
    }

    /// The time limit for an answer, in nanoseconds.
    private static let patience = 2_000_000_000

    private let state = Mutex(State())
    private let changed: @Sendable (ServerEvent) -> Void

    init(_ changed: @escaping @Sendable (ServerEvent) -> Void) {
      self.changed = changed
    }

    var current: ServerSnapshot? { state.withLock { $0.current } }
    var answerCount: Int { state.withLock { $0.answerCount } }

    /// Waits until `condition` holds, but no longer than an answer may take.
    func wait(_ condition: (borrowing State) -> Bool) {
      let signal = Signal()
      let deadline = MonotonicClock.nanoseconds + Self.patience
      while !state.withLock({ state -> Bool in
        if condition(state) { return true }
        if !state.waiting.contains(where: { $0 === signal }) { state.waiting.append(signal) }
        return false
      }), signal.wait(until: deadline) {}
      state.withLock { $0.waiting.removeAll { $0 === signal } }
    }

    func update(_ body: (inout ServerSnapshot) -> Void) {
      state.withLock { body(&$0.growing) }
    }

    func complete() {
      let snapshot = state.withLock { state -> ServerSnapshot in
        state.current = state.growing
        state.answerCount += 1
        state.isLost = false
        return state.growing
      }
      changed(.snapshot(snapshot))
      wake()
    }

    func lose() {
      state.withLock { state in
        state.current = nil
        state.isLost = true
      }
      changed(.lost)
      wake()
    }

    private func wake() {
      let waiting = state.withLock { $0.waiting }
      for signal in waiting { signal.post() }
    }

    /// The functions that C calls.
    var callbacks: OCAPulseWatcher {
      // Safe: the watch ends before this object does.
      unsafe OCAPulseWatcher(
        context: Unmanaged.passUnretained(self).toOpaque(),
        began: { unsafe ServerWatching.from($0).update { $0 = ServerSnapshot() } },
        named: { context, output, input in
          // Safe: strings are alive for the call; the same applies to all functions below.
          let output = unsafe output.map { unsafe String(cString: $0) }
          let input = unsafe input.map { unsafe String(cString: $0) }
          unsafe ServerWatching.from(context).update {
            $0.defaultOutput = output
            $0.defaultInput = input
          }
        },
        foundDevice: { context, device in
          let device = unsafe ServerDevice(device.pointee)
          unsafe ServerWatching.from(context).update { $0.devices.append(device) }
        },
        foundPort: { context, port in
          let port = unsafe ServerPort(port.pointee)
          unsafe ServerWatching.from(context).update { snapshot in
            guard let last = snapshot.devices.indices.last else { return }
            snapshot.devices[last].ports.append(port)
          }
        },
        foundStream: { context, stream in
          let stream = unsafe ServerStreamInfo(stream.pointee)
          unsafe ServerWatching.from(context).update { $0.streams.append(stream) }
        },
        completed: { unsafe ServerWatching.from($0).complete() },
        lost: { unsafe ServerWatching.from($0).lose() })
    }

    private static func from(_ context: UnsafeMutableRawPointer) -> ServerWatching {
      unsafe Unmanaged<ServerWatching>.fromOpaque(context).takeUnretainedValue()
    }
  }
#endif
