/// An object that works by commands to its own thread.
protocol Commanded: Sendable {
  associatedtype Command: DeclinableCommand

  var commands: CommandThread<Command> { get }

  /// The body of the thread, which ends by closing ``commands``.
  func run()
}

extension Commanded {
  /// Enqueues a command.
  func send(_ command: Command) {
    commands.send(command) { self.run() }
  }

  /// Enqueues a command and waits for the reply.
  ///
  /// If the caller is the thread itself, the command runs later, without a reply.
  ///
  /// - Parameters:
  ///   - value: The result if the caller is the thread itself.
  ///   - command: Makes the command with the reply.
  /// - Returns: The reply.
  func ask<Value: Sendable>(
    else value: Value, _ command: (CommandReply<Value>) -> Command
  ) -> Value {
    let reply = CommandReply<Value>()
    send(command(reply))
    return commands.isCurrent ? value : reply.wait()
  }
}
