#if PulseAudio
  package import AudioRealtime
  internal import CPulse
  internal import Synchronization

  /// A stream from a source of a PulseAudio or PipeWire server.
  ///
  /// Captures at the rate of the source until the stream is moved to another source. The server
  /// converts the channels of the source to the requested ones.
  package final class PulseAudioInput: InputDevice {
    /// The open stream, and the objects that it uses.
    @safe
    private struct Connection: @unchecked Sendable {
      // Sendable: libpulse's lock guards the stream.
      var stream: OpaquePointer
      var capturer: Capturer
      var handler: Unmanaged<StreamEvents>
    }

    private let server: String?
    private let source: String?
    private let channels: DeviceChannels?
    private let isRetry: Bool
    private let state = Mutex<Connection?>(nil)

    /// Makes a device; opens no stream yet.
    ///
    /// Without a source, the session's choice is used. The default source is used if the session
    /// has no choice, or the choice is gone.
    ///
    /// - Parameters:
    ///   - server: The server's address, or `nil` for the server that libpulse finds.
    ///   - source: The name of a source, or `nil`.
    ///   - channels: The origin of the channels, instead of the source, or `nil`.
    ///   - isRetry: Whether the server was lost before; then no server is started.
    package init(server: String?, source: String?, channels: DeviceChannels? = nil, isRetry: Bool) {
      self.server = server
      self.channels = channels
      self.source = source
      self.isRetry = isRetry
    }

    package func start(
      _ capturer: Capturer, sampleRate: Double, blockFrames: Int, isRateFixed: Bool,
      events: @escaping @Sendable (DeviceEvent) -> Void
    ) throws(DeviceError) -> Double {
      let handler = unsafe Unmanaged.passRetained(StreamEvents { DeviceEvent($0).map(events) })
      var stream: OpaquePointer?
      var rate = sampleRate
      let chosen = source == nil ? ServerStreams.on(server).input : nil
      var status = OCAPulseRefused
      for source in chosen == nil ? [source] : [chosen, nil] {
        // Safe: capturer and handler are kept until the stream is closed.
        status = unsafe PulseAudioDevice.withChannels(channels, capturer.channelCount) {
          channels in
          unsafe OCAPulseOpenSource(
            &stream, server, source, channels, PulseAudioDevice.applicationName, &rate,
            isRateFixed, UInt32(capturer.channelCount), Int64(blockFrames), isRetry,
            capturer.context, StreamEvents.take, handler.toOpaque())
        }
        if status != OCAPulseRefused { break }
      }
      guard status == OCAPulseOK, let stream = unsafe stream else {
        unsafe handler.release()
        throw DeviceError(status)
      }
      let connection = unsafe Connection(stream: stream, capturer: capturer, handler: handler)
      state.withLock { $0 = connection }
      return rate
    }

    package func setPaused(_ isPaused: Bool) {
      state.withLock { connection in
        // Safe: the stream is open while the state holds it; the same applies below.
        if let connection { unsafe OCAPulseSetRecordingPaused(connection.stream, isPaused) }
      }
    }

    package func feed() {}

    package func stop() {
      let connection = state.withLock { connection -> Connection? in
        defer { connection = nil }
        return connection
      }
      guard let connection else { return }
      // Safe: no other code can reach the stream any more, and a closed stream calls back no more.
      unsafe OCAPulseClose(connection.stream)
      unsafe connection.handler.release()
    }

    package var hardwareFormat: DeviceFormat? {
      state.withLock { connection in
        guard let connection else { return nil }
        var rate = 0.0
        var channels: UInt32 = 0
        unsafe OCAPulseSourceFormat(connection.stream, &rate, &channels)
        return rate > 0 ? DeviceFormat(sampleRate: rate, channelCount: Int(channels)) : nil
      }
    }
  }
#endif
