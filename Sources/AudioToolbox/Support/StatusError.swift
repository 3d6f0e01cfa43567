/// A status on its way out.
struct StatusError: Error, Equatable {
  var status: OSStatus

  init(_ status: OSStatus) {
    self.status = status
  }
}

/// The status of a call: 0, or what was thrown.
func status(of body: () throws(StatusError) -> Void) -> OSStatus {
  do {
    try body()
    return noErr
  } catch {
    return error.status
  }
}
