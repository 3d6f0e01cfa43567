/// Why a tool cannot do what it was asked for, in words for the person at the shell.
package struct ToolFailure: Error, Equatable, Sendable {
  package var reason: String

  package init(_ reason: String) {
    self.reason = reason
  }
}
