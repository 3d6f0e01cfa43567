#if PulseAudio
  package import AudioRealtime
  internal import CPulse
  internal import Synchronization

  /// A stream of a PulseAudio or PipeWire server.
  ///
  /// The server holds seconds of sound, so player and server sleep most of the time. Pausing corks
  /// the stream, and a new volume overwrites the sound that the server holds. Both take effect at
  /// once.
  package final class PulseAudioDevice: OutputDevice {
    /// The delay from a volume change to the first frame that is rendered again, in nanoseconds.
    ///
    /// The server must receive the frames before it plays them.
    private static let revisionMargin = 40_000_000

    /// The open stream, and the objects that it uses.
    @safe
    private struct Connection: @unchecked Sendable {
      // Sendable: libpulse's lock guards the stream.
      var stream: OpaquePointer
      var renderer: RenderEntry
      var handler: Unmanaged<StreamEvents>
    }

    private struct State {
      var connection: Connection?
      var lastPosition = DevicePosition(frames: 0, nanoseconds: 0)
      var hardwareFormat: DeviceFormat?
    }

    private let server: String?
    private let sink: String?
    private let isRetry: Bool
    private let fixedRole: StreamRole?
    private let channels: DeviceChannels?
    private let streams: ServerStreams
    private let reached = ReachedServer()
    private let state = Mutex(State())

    /// Makes a device; opens no stream yet.
    ///
    /// - Parameters:
    ///   - server: The server's address, or `nil` for the server that libpulse finds.
    ///   - sink: The device that plays the stream, whatever the session's choice; `nil` for the
    ///     server's choice.
    ///   - isRetry: Whether the server was lost before; then no server is started.
    ///   - role: The purpose of the sound, or `nil` for the session's role.
    ///   - channels: The destination of the channels, or `nil` for the server's mapping.
    package init(
      server: String?, sink: String? = nil, isRetry: Bool, role: StreamRole? = nil,
      channels: DeviceChannels? = nil
    ) {
      self.channels = channels
      self.server = server
      self.sink = sink
      self.isRetry = isRetry
      fixedRole = role
      streams = ServerStreams.on(server)
    }

    /// Whether a server answers now; waits some seconds for a server that hangs.
    static func isReachable(server: String?) -> Bool {
      // Safe: both strings are alive for the call.
      unsafe OCAPulseAnswers(server, applicationName)
    }

    package func preparation(
      for format: DeviceFormat, bufferFrames: Int
    ) -> (@Sendable () -> Void)? {
      guard reached.start() else { return nil }
      // The channels of a device are determined when the stream is opened.
      let request = channels == nil ? request(format, bufferFrames: bufferFrames) : nil
      return { [self] in reached.connect(server, isRetry: isRetry, expecting: request) }
    }

    /// The current request for a stream of this format.
    private func request(_ format: DeviceFormat, bufferFrames: Int) -> StreamRequest {
      let frames = streams.bufferSeconds.map { Int($0 * format.sampleRate) } ?? bufferFrames
      return StreamRequest(
        format: format, bufferFrames: max(1, min(frames, bufferFrames)),
        role: fixedRole ?? streams.role, output: sink ?? streams.output)
    }

    /// The sinks to try: the session's choice may be gone, so the server's choice follows it.
    private func outputs(_ request: StreamRequest) -> [String?] {
      let isChosen = sink == nil && channels == nil && request.output != nil
      return isChosen ? [request.output, nil] : [request.output]
    }

    package func start(
      _ renderer: RenderEntry, bufferFrames: Int, events: @escaping @Sendable (DeviceEvent) -> Void
    ) throws(DeviceError) {
      let format = DeviceFormat(
        sampleRate: renderer.sampleRate, channelCount: renderer.channelCount)
      let request = request(format, bufferFrames: bufferFrames)
      var ahead = try unsafe reached.take(expected: request)
      let handler = unsafe Unmanaged.passRetained(streamEvents(events))
      var stream: OpaquePointer?
      var status = OCAPulseRefused
      for output in outputs(request) {
        // Safe: renderer and handler are kept until the stream is closed. No other code uses the
        // connection that was made ahead. The first call takes it, even if the call fails.
        status = unsafe Self.withChannels(channels, renderer.channelCount) { channels in
          unsafe OCAPulseOpen(
            &stream, ahead, server, Self.applicationName, renderer.sampleRate,
            UInt32(renderer.channelCount), Int64(request.bufferFrames), isRetry,
            request.role.rawValue,
            output, channels, renderer.context,
            StreamEvents.take, handler.toOpaque())
        }
        unsafe ahead = nil
        if status != OCAPulseRefused { break }
      }
      guard status == OCAPulseOK, let stream = unsafe stream else {
        streams.remove(self)
        unsafe handler.release()
        throw DeviceError(status)
      }
      let connection = unsafe Connection(stream: stream, renderer: renderer, handler: handler)
      state.withLock { $0.connection = connection }
      streams.add(self)
      follow(request)
      // Safe: the stream is open.
      unsafe OCAPulseReportHold(stream)
    }

    /// Reports the server's holds to the session, and all other events to the player.
    private func streamEvents(_ events: @escaping @Sendable (DeviceEvent) -> Void) -> StreamEvents {
      let identity = ObjectIdentifier(self)
      return StreamEvents { [streams] event in
        switch event {
        case OCAPulseHeld: streams.setHeld(true, identity)
        case OCAPulseReleased: streams.setHeld(false, identity)
        default: DeviceEvent(event).map(events)
        }
      }
    }

    /// Applies changes that the session made after the stream was requested.
    ///
    /// The stream was not yet registered, so it received no notification.
    private func follow(_ request: StreamRequest) {
      var role = request.role
      while role != fixedRole ?? streams.role {
        role = fixedRole ?? streams.role
        setRole(role)
      }
      var output = request.output
      while output != sink ?? streams.output {
        output = sink ?? streams.output
        // Source: freedesktop.org, pactl(1): the name of the server's choice.
        move(to: output ?? "@DEFAULT_SINK@")
      }
    }

    package func feed() {
      // Safe: the stream is open while the state holds it; the same applies to all calls below.
      state.withLock { state in
        if let connection = state.connection { unsafe OCAPulseFeed(connection.stream) }
      }
    }

    package func setPaused(_ isPaused: Bool) {
      state.withLock { state in
        if let connection = state.connection {
          unsafe OCAPulseSetPaused(connection.stream, isPaused)
        }
      }
    }

    package func revise() {
      state.withLock { state in
        if let connection = state.connection {
          unsafe OCAPulseRevise(connection.stream, Int64(Self.revisionMargin))
        }
      }
    }

    package var canRevise: Bool { true }

    package func refreshPosition() {
      state.withLock { state in
        if let connection = state.connection { unsafe OCAPulseUpdateTiming(connection.stream) }
      }
    }

    package func stop() {
      reached.leave()
      _ = position
      let connection = state.withLock { state -> Connection? in
        defer { state.connection = nil }
        return state.connection
      }
      guard let connection else { return }
      // Safe: no other code can reach the stream any more, and a closed stream calls back no more.
      unsafe OCAPulseClose(connection.stream)
      unsafe connection.handler.release()
      streams.remove(self)
    }

    package var position: DevicePosition {
      state.withLock { state in
        guard let connection = state.connection else { return state.lastPosition }
        var frames: Int64 = 0
        var nanoseconds: Int64 = 0
        unsafe OCAPulsePosition(connection.stream, &frames, &nanoseconds)
        state.lastPosition = DevicePosition(frames: Int(frames), nanoseconds: Int(nanoseconds))
        return state.lastPosition
      }
    }

    package var schedule: DeviceSchedule? {
      state.withLock { state in
        guard let connection = state.connection else { return nil }
        var frames: Int64 = 0
        var nanoseconds: Int64 = 0
        var isPlaying = false
        guard unsafe OCAPulseAnswer(connection.stream, &frames, &nanoseconds, &isPlaying) else {
          return nil
        }
        return DeviceSchedule(
          position: DevicePosition(frames: Int(frames), nanoseconds: Int(nanoseconds)),
          isPlaying: isPlaying)
      }
    }

    package var hardwareFormat: DeviceFormat? {
      state.withLock { state in
        guard let connection = state.connection else { return state.hardwareFormat }
        var rate = 0.0
        var channels: UInt32 = 0
        unsafe OCAPulseSinkFormat(connection.stream, &rate, &channels)
        if rate > 0 {
          state.hardwareFormat = DeviceFormat(sampleRate: rate, channelCount: Int(channels))
        }
        return state.hardwareFormat
      }
    }

    /// Lends the channels of a device in libpulse's form; null if `channels` is `nil`.
    static func withChannels(
      _ channels: DeviceChannels?, _ channelCount: Int,
      _ body: (UnsafePointer<OCAPulseChannels>?) -> OCAPulseStatus
    ) -> OCAPulseStatus {
      guard let channels else { return body(nil) }
      return unsafe channels.device.withCString { device in
        unsafe channels.numbers(channelCount).withUnsafeBufferPointer { numbers in
          // Safe: both are lent for the call; a sound has at least one channel.
          guard let base = numbers.baseAddress else { return OCAPulseRefused }
          var words = unsafe OCAPulseChannels(device: device, numbers: base)
          return unsafe body(&words)
        }
      }
    }

    /// The name of this program, which mixers show.
    static var applicationName: String {
      CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "OpenCoreAudio"
    }
  }

  extension PulseAudioDevice: ServerStream {
    package func setRole(_ role: StreamRole) {
      guard fixedRole == nil else { return }
      state.withLock { state in
        if let connection = state.connection {
          unsafe OCAPulseSetRole(connection.stream, role.rawValue)
        }
      }
    }

    package func release() {
      state.withLock { state in
        if let connection = state.connection { unsafe OCAPulseRelease(connection.stream) }
      }
    }

    package var bufferSeconds: Double? {
      state.withLock { state in
        guard let connection = state.connection else { return nil }
        return unsafe OCAPulseBufferSeconds(connection.stream)
      }
    }

    package func move(to device: String) {
      // The stream belongs to the channels of one device, or to the requested sink.
      guard channels == nil, sink == nil else { return }
      state.withLock { state in
        if let connection = state.connection { unsafe OCAPulseMove(connection.stream, device) }
      }
    }
  }
#endif
