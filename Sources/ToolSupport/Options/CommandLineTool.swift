import Glibc

/// A command: its name, its documentation, and its action.
package struct CommandLineTool: Sendable {
  package let name: String
  private let makeManual: @Sendable () -> ToolManual
  private let body: @Sendable ([String]) -> Int32

  /// Describes a tool.
  ///
  /// - Parameters:
  ///   - name: The name of the command.
  ///   - manual: Makes the documentation, which most runs do not need.
  ///   - body: Runs the tool with its arguments, and returns the exit status.
  package init(
    name: String, manual: @escaping @Sendable () -> ToolManual,
    body: @escaping @Sendable ([String]) -> Int32
  ) {
    self.name = name
    makeManual = manual
    self.body = body
  }

  package var manual: ToolManual { makeManual() }

  /// Runs the tool and returns its exit status, unless the tool ends the process itself.
  package func run(_ arguments: [String]) -> Int32 { body(arguments) }

  /// Runs the tool as the main program of this process.
  package func main() -> Never {
    let status = run(Array(CommandLine.arguments.dropFirst()))
    fflush(nil)
    // Threads may still be ending, and `exit` would call destructors of libraries that they use.
    quick_exit(status)
  }
}
