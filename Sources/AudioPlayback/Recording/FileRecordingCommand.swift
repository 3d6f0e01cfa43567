/// A command to the writing thread of a recording to a file.
enum FileRecordingCommand: DeclinableCommand {
  /// Writes the frames of a buffer, which the recorder then fills again.
  case write(FileRecordingBuffer, frameCount: Int)
  /// Answers once everything before it has been written.
  case drain(CommandReply<Void>)
  /// Ends the thread.
  case quit

  /// Answers in place of a recording that has ended.
  func decline() {
    switch self {
    case .drain(let reply): reply.send(())
    case .write, .quit: break
    }
  }
}
