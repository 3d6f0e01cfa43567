internal import AudioDevices

/// What the thread of a recorder is asked to do.
enum RecordingCommand: DeclinableCommand {
  case start(nanoseconds: Int?, CommandReply<PlaybackError?>)
  case pause(CommandReply<Void>)
  /// Stops at once and gives all buffers back.
  case stop(CommandReply<Void>)
  /// Stops when all buffers that are there have been filled; answered before that with whether there are any.
  case stopWhenFilled(CommandReply<Bool>)
  case reset(CommandReply<Void>)
  /// Gives the buffer back that is being filled.
  case flush
  /// Ends the thread; buffers are not given back.
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
