/// What is done by commands to a thread of its own.
protocol Commanded: Sendable {
  associatedtype Command: DeclinableCommand

  var commands: CommandThread<Command> { get }

  /// What the thread does, until it closes ``commands``.
  func run()
}

extension Commanded {
  /// Leaves a command.
  func send(_ command: Command) {
    commands.send(command) { self.run() }
  }

  /// Leaves a command and waits until it is answered; on the thread itself there is no answer yet, but it is carried out later.
  ///
  /// - Parameters:
  ///   - value: What the thread itself is told.
  ///   - command: Makes the command that is answered by the reply.
  /// - Returns: The answer.
  func ask<Value: Sendable>(
    else value: Value, _ command: (CommandReply<Value>) -> Command
  ) -> Value {
    let reply = CommandReply<Value>()
    send(command(reply))
    return commands.isCurrent ? value : reply.wait()
  }
}
