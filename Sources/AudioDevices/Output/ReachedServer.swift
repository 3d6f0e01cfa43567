#if PulseAudio
  internal import CPulse
  internal import Synchronization

  /// What a stream is to be.
  struct StreamWish: Equatable, Sendable {
    var format: DeviceFormat
    /// How many frames the server may hold.
    var bufferFrames: Int
    var role: StreamRole
    /// Which device plays it, or `nil` for the server's choice.
    var output: String?
  }

  /// A server that is connected to before it is known what a stream is to be, with the stream that is expected.
  final class ReachedServer: Sendable {
    /// How far it has come.
    private enum Progress {
      /// Nothing has been asked for, or what there was has been taken.
      case none
      /// There is a thread for it, and no connection yet.
      case started(Connection)
      case connected(Connection, expecting: StreamWish?)
      case failed(DeviceError)
      /// Nobody wants it any more.
      case left
    }

    /// What libpulse keeps for a connection.
    @safe
    private struct Connection: @unchecked Sendable {
      // Sendable: whoever takes it out of the lock is the only one that has it.
      var reference: OpaquePointer
    }

    private let progress = Mutex(Progress.none)

    /// Opens the library and starts the connection's thread; says whether there is one.
    func start() -> Bool {
      guard let opened = unsafe OCAPulseMake() else { return false }
      progress.withLock { $0 = unsafe .started(Connection(reference: opened)) }
      return true
    }

    /// Connects what was started, which may take some seconds, and has the server make the stream that is expected.
    func connect(_ server: String?, isRetry: Bool, expecting wish: StreamWish?) {
      let started = progress.withLock { progress -> Connection? in
        guard case .started(let connection) = progress else { return nil }
        progress = .none
        return connection
      }
      guard let started else { return }
      // Safe: all strings are alive for the calls, and nobody else has the connection.
      let status = unsafe OCAPulseReach(
        started.reference, server, PulseAudioDevice.applicationName, isRetry)
      let isConnected = status == OCAPulseOK
      if isConnected, let wish, let channelCount = UInt32(exactly: wish.format.channelCount) {
        unsafe OCAPulseExpect(
          started.reference, PulseAudioDevice.applicationName, wish.format.sampleRate, channelCount,
          Int64(wish.bufferFrames), wish.role.rawValue, wish.output)
      }
      let isLeft = progress.withLock { progress -> Bool in
        if case .left = progress { return true }
        progress =
          isConnected ? .connected(started, expecting: wish) : .failed(DeviceError(status))
        return false
      }
      // Safe: nobody else has it.
      if isLeft, isConnected { unsafe OCAPulseClose(started.reference) }
    }

    /// Takes the connection, if there is one, with the stream where that is as it was expected; it belongs to the caller then.
    ///
    /// - Throws: ``DeviceError`` where there could be none.
    func take(expected wish: StreamWish) throws(DeviceError) -> OpaquePointer? {
      let taken = progress.withLock { progress -> Progress in
        defer { progress = .none }
        return progress
      }
      switch taken {
      case .none, .left: return nil
      case .started(let connection): return unsafe connection.reference
      case .connected(let connection, let expected):
        // Safe: nobody else has it.
        if expected != wish { unsafe OCAPulseExpectNothing(connection.reference) }
        return unsafe connection.reference
      case .failed(let error): throw error
      }
    }

    /// Lets go of what is there, and of what is still to come.
    func leave() {
      let left = progress.withLock { progress -> Progress in
        defer { progress = .left }
        return progress
      }
      switch left {
      // Safe: nobody else has it.
      case .started(let connection), .connected(let connection, _):
        unsafe OCAPulseClose(connection.reference)
      case .none, .failed, .left: break
      }
    }
  }

  extension DeviceError {
    /// What a status of libpulse's wrapper means, other than that all is well.
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
