internal import MediaTimeline
internal import AudioCodecs
internal import AudioDevices

/// A command to the feeding thread.
enum PlaybackCommand: DeclinableCommand {
  case start(nanoseconds: Int?, CommandReply<PlaybackError?>)
  case pause(CommandReply<Void>)
  /// Stops at once and returns all buffers.
  case stop(CommandReply<Void>)
  /// Stops when everything has played; the reply says whether there is something to play.
  case stopWhenPlayed(CommandReply<Bool>)
  /// Discards all frames that have not played, and begins the source again.
  case reset(CommandReply<Void>)
  /// Ends at a frame of the player's time; the reply says whether that is possible.
  case end(time: Int, CommandReply<Bool>)
  /// Decodes until so many frames wait, and replies with their number.
  case prime(frames: Int, CommandReply<Result<Int, CodecError>>)
  /// While playing, decodes until so many frames wait, or to the end.
  case fill(frames: Int, CommandReply<Void>)
  /// Renders the unplayed frames again, with new parameters.
  case revise
  /// Ends the thread; buffers are not returned.
  case quit

  /// Replies on behalf of a player that has ended.
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
