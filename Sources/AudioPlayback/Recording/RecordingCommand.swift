internal import AudioDevices

/// A command to the thread of a recorder.
enum RecordingCommand: DeclinableCommand {
  case start(nanoseconds: Int?, CommandReply<PlaybackError?>)
  case pause(CommandReply<Void>)
  /// Stops at once and returns all buffers.
  case stop(CommandReply<Void>)
  /// Stops when all present buffers are full; the immediate reply states whether any buffers exist.
  case stopWhenFilled(CommandReply<Bool>)
  case reset(CommandReply<Void>)
  /// Returns the buffer that is being filled.
  case flush
  /// Ends the thread without returning buffers.
  case quit

  /// Answers in place of a recorder that has ended.
  func decline() {
    switch self {
    case .start(_, let reply): reply.send(.device(.refused))
    case .pause(let reply), .stop(let reply), .reset(let reply): reply.send(())
    case .stopWhenFilled(let reply): reply.send(false)
    case .flush, .quit: break
    }
  }
}
