#if ALSA
  package import AudioRealtime
  internal import CALSA
  internal import Synchronization

  /// An ALSA PCM, played from its own thread.
  ///
  /// ALSA's plug-ins cannot take sound back reliably, so the buffer is short. A new volume applies
  /// after at most one buffer. Pausing drops the buffer and renders it again later.
  package final class ALSADevice: OutputDevice {
    /// The longest buffer if no other length is requested, in seconds.
    private static let usualBufferSeconds = 0.15

    /// The open PCM.
    @safe
    private struct Handle: @unchecked Sendable {
      // Sendable: the PCM has its own lock.
      var device: OpaquePointer
    }

    /// The result of opening the PCM.
    private struct Opened: Sendable {
      var status: OCAALSAStatus
      var handle: Handle?
      /// The capacity of the PCM, in frames.
      var frames: Int64
    }

    private struct State {
      var handle: Handle?
      var renderer: RenderEntry?
      var isPaused = false
      var isStopped = false
      var lastPosition = DevicePosition(frames: 0, nanoseconds: 0)
      /// The granted capacity of the PCM, in seconds.
      var bufferSeconds: Double?
    }

    private let name: String
    private let streams = ServerStreams.on(nil)
    private let state = Mutex(State())
    private let wake = Signal()
    private let thread = Mutex<AudioThread?>(nil)

    /// Makes a device; opens no PCM yet.
    ///
    /// - Parameter name: The PCM, by its name in ALSA's configuration or as `hw:0,0`; `nil` for
    ///   "default".
    package init(name: String? = nil) {
      self.name = name ?? "default"
    }

    /// Whether the PCM can be opened now; waits briefly for ALSA's plug-ins.
    ///
    /// - Parameters:
    ///   - name: The PCM, or `nil` for "default".
    ///   - evenBusy: Whether a PCM counts if this program or another one uses it.
    /// - Returns: Whether the PCM is reachable.
    static func isReachable(name: String?, evenBusy: Bool = false) -> Bool {
      let name = name ?? "default"
      // Safe: opens and closes its own PCM; the name is alive for the call.
      return ALSAOpening.answers(ALSAOpening.Place(name: name, isOutput: true)) {
        unsafe OCAALSAAnswers(name, evenBusy)
      }
    }

    package func start(
      _ renderer: RenderEntry, bufferFrames: Int, events: @escaping @Sendable (DeviceEvent) -> Void
    ) throws(DeviceError) {
      let seconds = streams.bufferSeconds ?? Self.usualBufferSeconds
      let opened = open(
        renderer, frames: max(1, min(bufferFrames, Int(renderer.sampleRate * seconds))))
      guard let opened, opened.status == OCAALSAOK, let handle = opened.handle else {
        throw opened?.status == OCAALSANoLibrary ? .libraryMissing : .absent
      }
      let frames = opened.frames
      state.withLock { state in
        state.handle = handle
        state.renderer = renderer
        state.bufferSeconds = Double(frames) / renderer.sampleRate
      }
      streams.add(self)
      let quarter = MonotonicClock.duration(
        ofFrames: Int(frames) / 4, sampleRate: renderer.sampleRate)
      thread.withLock { thread in
        thread = AudioThread(name: "oca-alsa") { [self] in
          run(period: quarter, events: events)
        }
      }
    }

    /// Opens the PCM with this capacity in frames; `nil` if that takes too long.
    private func open(_ renderer: RenderEntry, frames: Int) -> Opened? {
      let name = name
      return ALSAOpening.outcome(
        of: ALSAOpening.Place(name: name, isOutput: true), within: ALSAOpening.openingSeconds
      ) {
        var device: OpaquePointer?
        var frames = Int64(frames)
        // Safe: the renderer is kept until the PCM is closed.
        let status = unsafe OCAALSAOpen(
          &device, name, renderer.sampleRate, UInt32(renderer.channelCount), &frames,
          renderer.context)
        let handle = unsafe device.map { unsafe Handle(device: $0) }
        return Opened(status: status, handle: handle, frames: frames)
      } late: { opened in
        // Safe: no other code has the PCM.
        if let handle = opened.handle { unsafe OCAALSAClose(handle.device) }
      }
    }

    package func feed() { wake.post() }

    package func setPaused(_ isPaused: Bool) {
      state.withLock { state in
        guard let handle = state.handle, isPaused != state.isPaused else { return }
        state.isPaused = isPaused
        if isPaused {
          // Safe: the PCM is open while the state holds it, and the thread plays only under this
          // lock.
          let unplayed = unsafe OCAALSAStop(handle.device)
          state.renderer?.rewind(Int(unplayed))
        }
      }
      wake.post()
    }

    package func revise() {}

    package func refreshPosition() {}

    package func stop() {
      _ = position
      state.withLock { $0.isStopped = true }
      wake.post()
      thread.withLock { $0 }?.join()
      let handle = state.withLock { state -> Handle? in
        defer { (state.handle, state.renderer) = (nil, nil) }
        return state.handle
      }
      // Safe: no other code can reach the PCM any more.
      if let handle { unsafe OCAALSAClose(handle.device) }
      streams.remove(self)
    }

    package var position: DevicePosition {
      state.withLock { state in
        guard let handle = state.handle, !state.isStopped else { return state.lastPosition }
        var frames: Int64 = 0
        var nanoseconds: Int64 = 0
        // Safe: the PCM is open while the state holds it.
        unsafe OCAALSAPosition(handle.device, &frames, &nanoseconds)
        state.lastPosition = DevicePosition(frames: Int(frames), nanoseconds: Int(nanoseconds))
        return state.lastPosition
      }
    }

    package var hardwareFormat: DeviceFormat? { nil }

    private func run(period: Int, events: @Sendable (DeviceEvent) -> Void) {
      while true {
        var rest: Int64 = 0
        let step = state.withLock { state -> OCAALSAStep? in
          guard let handle = state.handle, !state.isStopped else { return nil }
          if state.isPaused { return OCAALSAStarved }
          // Safe: the PCM is open while the state holds it.
          return unsafe OCAALSAPlay(handle.device, &rest)
        }
        switch step {
        case nil: return
        case OCAALSALost: return events(.lost)
        case OCAALSAStarved: wake.wait()
        case OCAALSAEnding: wake.wait(until: MonotonicClock.nanoseconds + Int(rest))
        default: wake.wait(until: MonotonicClock.nanoseconds + period)
        }
      }
    }
  }

  extension ALSADevice: ServerStream {
    package var bufferSeconds: Double? { state.withLock { $0.bufferSeconds } }
  }
#endif
