/// A status to return to the client.
struct StatusError: Error, Equatable {
  var status: OSStatus

  init(_ status: OSStatus) {
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
