/// The reason why a tool cannot do its work, as text for the user.
package struct ToolFailure: Error, Equatable, Sendable {
  package var reason: String

  package init(_ reason: String) {
    self.reason = reason
  }
}
