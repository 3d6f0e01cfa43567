#if PulseAudio
  package import AudioRealtime
  internal import CPulse
  internal import Synchronization

  /// A stream from a source of a PulseAudio server, or of PipeWire's.
  ///
  /// Captures at the rate of the source, as long as the stream is not moved to another. The server brings the channels
  /// of the source to those that are asked for.
  package final class PulseAudioInput: InputDevice {
    /// The open stream, and what keeps its memory alive.
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

    /// Makes a device; nothing is opened yet.
    ///
    /// - Parameters:
    ///   - server: The server's address, or nothing for the one that libpulse finds.
    ///   - source: The name of a source, or nothing for what the session has chosen, or the default one where it has chosen none, or that is gone.
    ///   - channels: Where its channels come from, in place of the source, or `nil`.
    ///   - isRetry: Whether the server was lost before; then none is started.
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
        // Safe: the stream is open while the state holds it; so below.
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
      // Safe: nobody else finds the stream any more, and after closing nothing is called back.
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
