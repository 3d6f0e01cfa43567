internal import AudioCodecs
internal import AudioDevices
internal import AudioRealtime
internal import Synchronization

/// What the feeding thread is asked to do.
enum PlaybackCommand: DeclinableCommand {
  case start(nanoseconds: Int?, PlaybackReply<PlaybackError?>)
  case pause(PlaybackReply<Void>)
  /// Stops at once and gives all buffers back.
  case stop(PlaybackReply<Void>)
  /// Stops when all has been heard; answered before that with whether there is something to hear.
  case stopWhenPlayed(PlaybackReply<Bool>)
  /// Throws out all that has not been heard, and goes on with what is given.
  case reset(next: (any PlaybackSource)?, PlaybackReply<Void>)
  /// Decodes until so many frames wait, and tells how many do.
  case prime(frames: Int, PlaybackReply<Result<Int, CodecError>>)
  /// Decodes until so many frames wait, or all that is enqueued has been, while playing.
  case fill(frames: Int, PlaybackReply<Void>)
  /// Renders again what nobody has heard, with new parameters.
  case revise
  /// Ends the thread; buffers are not given back.
  case quit

  /// Answers in place of a player that has ended.
  func decline() {
    switch self {
    case .start(_, let reply): reply.send(.device(.refused))
    case .pause(let reply), .stop(let reply), .reset(_, let reply),
      .fill(_, let reply):
      reply.send(())
    case .stopWhenPlayed(let reply): reply.send(false)
    case .prime(_, let reply): reply.send(.success(0))
    case .revise, .quit: break
    }
  }
}

/// An answer that one thread waits for.
final class PlaybackReply<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let signal = Signal()

  /// Answers.
  func send(_ answer: Value) {
    value.withLock { $0 = answer }
    signal.post()
  }

  /// Waits for the answer.
  func wait() -> Value {
    while true {
      if let answer = value.withLock({ $0 }) { return answer }
      signal.wait()
    }
  }
}
