internal import AudioDevices
internal import AudioRealtime
internal import Synchronization

/// What the feeding thread is asked to do.
enum PlaybackCommand: Sendable {
  case start(nanoseconds: Int?, PlaybackReply<PlaybackError?>)
  case pause(PlaybackReply<Void>)
  /// Stops at once and gives all buffers back.
  case stop(PlaybackReply<Void>)
  /// Stops when all has been heard.
  case stopWhenPlayed
  case reset(PlaybackReply<Void>)
  /// Decodes until so many frames wait, and tells how many do.
  case prime(frames: Int, PlaybackReply<Int>)
  /// Renders again what nobody has heard, with new parameters.
  case revise
  /// Ends the thread; buffers are not given back.
  case quit

  /// Answers in place of a player that has ended.
  func decline() {
    switch self {
    case .start(_, let reply): reply.send(.device(.refused))
    case .pause(let reply), .stop(let reply), .reset(let reply): reply.send(())
    case .prime(_, let reply): reply.send(0)
    case .stopWhenPlayed, .revise, .quit: break
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
