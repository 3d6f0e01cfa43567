#if ALSA
  package import AudioRealtime
  internal import CALSA
  internal import Synchronization

  /// An ALSA PCM, recorded by its own thread at the requested rate.
  package final class ALSAInput: InputDevice {
    /// The open PCM.
    @safe
    private struct Handle: @unchecked Sendable {
      // Sendable: used only while the state's lock is held.
      var device: OpaquePointer
      var capturer: Capturer
    }

    /// The result of opening a PCM.
    private struct Opened: Sendable {
      var status: OCAALSAStatus
      var handle: Handle?
    }

    private struct State {
      var handle: Handle?
      var isPaused = false
      var isStopped = false
    }

    /// The PCM that the session has chosen, and the fallback.
    private let chosen: String?
    private let name: String
    private let state = Mutex(State())
    private let wake = Signal()
    private let thread = Mutex<AudioThread?>(nil)

    /// Makes a device; opens no PCM yet.
    ///
    /// Without a name, the device uses the session's choice. It uses "default" if the session has
    /// no choice, or the choice cannot be opened.
    ///
    /// - Parameter name: The PCM, by its name in ALSA's configuration or as `hw:0,0`, or `nil`.
    package init(name: String? = nil) {
      chosen = name == nil ? SoundCards.chosen(ServerStreams.on(nil).input) : nil
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
      return ALSAOpening.answers(ALSAOpening.Place(name: name, isOutput: false)) {
        unsafe OCAALSACaptures(name, evenBusy)
      }
    }

    package func start(
      _ capturer: Capturer, sampleRate: Double, blockFrames: Int, isRateFixed: Bool,
      events: @escaping @Sendable (DeviceEvent) -> Void
    ) throws(DeviceError) -> Double {
      var opened: Opened?
      for name in [chosen, name].compactMap({ $0 }) {
        opened = Self.open(name, capturer, sampleRate: sampleRate, blockFrames: blockFrames)
        if opened?.status == OCAALSAOK { break }
      }
      guard let opened, opened.status == OCAALSAOK, let handle = opened.handle else {
        throw opened?.status == OCAALSANoLibrary ? .libraryMissing : .absent
      }
      state.withLock { $0.handle = handle }
      let half = MonotonicClock.duration(ofFrames: max(2, blockFrames) / 2, sampleRate: sampleRate)
      thread.withLock { thread in
        thread = AudioThread(name: "oca-alsa-in") { [self] in run(period: half, events: events) }
      }
      return sampleRate
    }

    /// Opens a PCM; `nil` if that takes too long.
    private static func open(
      _ name: String, _ capturer: Capturer, sampleRate: Double, blockFrames: Int
    ) -> Opened? {
      ALSAOpening.outcome(
        of: ALSAOpening.Place(name: name, isOutput: false), within: ALSAOpening.openingSeconds
      ) {
        var device: OpaquePointer?
        // Safe: the capturer is kept until the PCM is closed.
        let status = unsafe OCAALSAOpenCapture(
          &device, name, sampleRate, UInt32(capturer.channelCount), Int64(blockFrames),
          capturer.context)
        let handle = unsafe device.map { unsafe Handle(device: $0, capturer: capturer) }
        return Opened(status: status, handle: handle)
      } late: { opened in
        // Safe: no other code has the PCM.
        if let handle = opened.handle { unsafe OCAALSACloseCapture(handle.device) }
      }
    }

    package func setPaused(_ isPaused: Bool) {
      state.withLock { state in
        guard let handle = state.handle, isPaused != state.isPaused else { return }
        state.isPaused = isPaused
        // Safe: the PCM is open while the state holds it; the same applies below.
        unsafe OCAALSASetCapturing(handle.device, !isPaused)
      }
      wake.post()
    }

    package func feed() {}

    package func stop() {
      state.withLock { $0.isStopped = true }
      wake.post()
      thread.withLock { $0 }?.join()
      let handle = state.withLock { state -> Handle? in
        defer { state.handle = nil }
        return state.handle
      }
      // Safe: no other code can reach the PCM any more.
      if let handle { unsafe OCAALSACloseCapture(handle.device) }
    }

    package var hardwareFormat: DeviceFormat? { nil }

    private func run(period: Int, events: @Sendable (DeviceEvent) -> Void) {
      while true {
        let (isLost, isStopped, isPaused) = state.withLock { state -> (Bool, Bool, Bool) in
          guard let handle = state.handle, !state.isStopped else { return (false, true, false) }
          if state.isPaused { return (false, false, true) }
          return unsafe (!OCAALSACapture(handle.device), false, false)
        }
        if isStopped { return }
        if isLost { return events(.lost) }
        if isPaused { wake.wait() } else { wake.wait(until: MonotonicClock.nanoseconds + period) }
      }
    }
  }
#endif
