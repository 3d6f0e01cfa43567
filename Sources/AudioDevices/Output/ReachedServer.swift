#if PulseAudio
  internal import CPulse
  internal import Synchronization

  /// The properties of a requested stream.
  struct StreamRequest: Equatable, Sendable {
    var format: DeviceFormat
    /// The number of frames that the server may hold.
    var bufferFrames: Int
    var role: StreamRole
    /// The device that plays the stream, or `nil` for the server's choice.
    var output: String?
  }

  /// A connection made before the stream's properties are known, with the expected stream.
  final class ReachedServer: Sendable {
    /// The progress of the connection.
    private enum Progress {
      /// No connection was requested, or it has been taken.
      case none
      /// The thread runs, but is not connected yet.
      case started(Connection)
      case connected(Connection, expecting: StreamRequest?)
      case failed(DeviceError)
      /// The connection is no longer wanted.
      case left
    }

    /// libpulse's reference to a connection.
    @safe
    private struct Connection: @unchecked Sendable {
      // Sendable: the code that takes it out of the lock is its only owner.
      var reference: OpaquePointer
    }

    private let progress = Mutex(Progress.none)

    /// Opens the library and starts the connection's thread; returns whether that worked.
    func start() -> Bool {
      guard let opened = unsafe OCAPulseMake() else { return false }
      progress.withLock { $0 = unsafe .started(Connection(reference: opened)) }
      return true
    }

    /// Connects to the server and requests the expected stream; may take some seconds.
    func connect(_ server: String?, isRetry: Bool, expecting request: StreamRequest?) {
      let started = progress.withLock { progress -> Connection? in
        guard case .started(let connection) = progress else { return nil }
        progress = .none
        return connection
      }
      guard let started else { return }
      // Safe: all strings are alive for the calls, and no other code has the connection.
      let status = unsafe OCAPulseReach(
        started.reference, server, PulseAudioDevice.applicationName, isRetry)
      let isConnected = status == OCAPulseOK
      if isConnected, let request, let channelCount = UInt32(exactly: request.format.channelCount) {
        unsafe OCAPulseExpect(
          started.reference, PulseAudioDevice.applicationName, request.format.sampleRate,
          channelCount,
          Int64(request.bufferFrames), request.role.rawValue, request.output)
      }
      let isLeft = progress.withLock { progress -> Bool in
        if case .left = progress { return true }
        progress =
          isConnected ? .connected(started, expecting: request) : .failed(DeviceError(status))
        return false
      }
      // Safe: no other code has the connection.
      if isLeft, isConnected { unsafe OCAPulseClose(started.reference) }
    }

    /// Takes the connection, if any; the caller then owns it.
    ///
    /// The connection includes the expected stream only if the expectation was right.
    ///
    /// - Throws: ``DeviceError`` if the connection failed.
    func take(expected request: StreamRequest) throws(DeviceError) -> OpaquePointer? {
      let taken = progress.withLock { progress -> Progress in
        defer { progress = .none }
        return progress
      }
      switch taken {
      case .none, .left: return nil
      case .started(let connection): return unsafe connection.reference
      case .connected(let connection, let expected):
        // Safe: no other code has the connection.
        if expected != request { unsafe OCAPulseExpectNothing(connection.reference) }
        return unsafe connection.reference
      case .failed(let error): throw error
      }
    }

    /// Closes the connection, and any connection that is still being made.
    func leave() {
      let left = progress.withLock { progress -> Progress in
        defer { progress = .left }
        return progress
      }
      switch left {
      // Safe: no other code has the connection.
      case .started(let connection), .connected(let connection, _):
        unsafe OCAPulseClose(connection.reference)
      case .none, .failed, .left: break
      }
    }
  }

  extension DeviceError {
    /// The error for a status of libpulse's wrapper other than success.
    init(_ status: OCAPulseStatus) {
      self =
        switch status {
        case OCAPulseNoLibrary: .libraryMissing
        case OCAPulseNoServer: .absent
        default: .refused
        }
    }
  }
#endif
