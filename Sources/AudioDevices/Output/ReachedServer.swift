#if PulseAudio
  internal import CPulse
  internal import Synchronization

  /// A server that is connected to before it is known what a stream is to be.
  final class ReachedServer: Sendable {
    /// How far it has come.
    private enum Progress {
      /// Nothing has been asked for, or what there was has been taken.
      case none
      case connected(Connection)
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

    /// Connects, which may take some seconds.
    func connect(_ server: String?, isRetry: Bool) {
      var opened: OpaquePointer?
      // Safe: both strings are alive for the call.
      let status = unsafe OCAPulseReach(
        &opened, server, PulseAudioDevice.applicationName, isRetry)
      let connection = unsafe opened.map { unsafe Connection(reference: $0) }
      let isLeft = progress.withLock { progress -> Bool in
        if case .left = progress { return true }
        progress = connection.map { .connected($0) } ?? .failed(DeviceError(status))
        return false
      }
      // Safe: nobody else has it.
      if isLeft, let connection { unsafe OCAPulseClose(connection.reference) }
    }

    /// Takes the connection, if there is one; it belongs to the caller then.
    ///
    /// - Throws: ``DeviceError`` where there could be none.
    func take() throws(DeviceError) -> OpaquePointer? {
      let taken = progress.withLock { progress -> Progress in
        defer { progress = .none }
        return progress
      }
      switch taken {
      case .none, .left: return nil
      case .connected(let connection): return unsafe connection.reference
      case .failed(let error): throw error
      }
    }

    /// Lets go of what is there, and of what is still to come.
    func leave() {
      let left = progress.withLock { progress -> Progress in
        defer { progress = .left }
        return progress
      }
      // Safe: nobody else has it.
      if case .connected(let connection) = left { unsafe OCAPulseClose(connection.reference) }
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
