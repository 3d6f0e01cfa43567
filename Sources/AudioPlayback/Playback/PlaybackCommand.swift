internal import MediaTimeline
internal import AudioCodecs
internal import AudioDevices

/// What the feeding thread is asked to do.
enum PlaybackCommand: DeclinableCommand {
  case start(nanoseconds: Int?, CommandReply<PlaybackError?>)
  case pause(CommandReply<Void>)
  /// Stops at once and gives all buffers back.
  case stop(CommandReply<Void>)
  /// Stops when all has been heard; answered before that with whether there is something to hear.
  case stopWhenPlayed(CommandReply<Bool>)
  /// Throws out all frames that have not been heard, and begins the source again.
  case reset(CommandReply<Void>)
  /// Ends with a frame of the player's time what may have been decoded beyond it; answered with whether that can be done.
  case end(time: Int, CommandReply<Bool>)
  /// Decodes until so many frames wait, and tells how many do.
  case prime(frames: Int, CommandReply<Result<Int, CodecError>>)
  /// Decodes until so many frames wait, or all that is enqueued has been, while playing.
  case fill(frames: Int, CommandReply<Void>)
  /// Renders again what nobody has heard, with new parameters.
  case revise
  /// Ends the thread; buffers are not given back.
  case quit

  /// Answers in place of a player that has ended.
  func decline() {
    switch self {
    case .start(_, let reply): reply.send(.device(.refused))
    case .pause(let reply), .stop(let reply), .reset(let reply),
      .fill(_, let reply):
      reply.send(())
    case .stopWhenPlayed(let reply), .end(_, let reply): reply.send(false)
    case .prime(_, let reply): reply.send(.success(0))
    case .revise, .quit: break
    }
  }
}
