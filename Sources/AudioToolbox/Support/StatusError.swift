/// A status to return to the client.
package struct StatusError: Error, Equatable {
  package var status: OSStatus

  package init(_ status: OSStatus) {
    self.status = status
  }
}

/// Returns the status of a call: 0, or the thrown status.
func status(of body: () throws(StatusError) -> Void) -> OSStatus {
  do {
    try body()
    return noErr
  } catch {
    return error.status
  }
}
