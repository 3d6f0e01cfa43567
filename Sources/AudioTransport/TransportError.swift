/// Why bytes could not be had.
package struct TransportError: Error, Equatable, Sendable {
  package enum Reason: Equatable, Sendable {
    /// A call of the system failed with this `errno`.
    case system(Int32)
    /// The source is a directory.
    case isDirectory
    /// A client's callback returned this status.
    case client(Int32)
    /// The server answered with this HTTP status.
    case httpStatus(Int)
    /// The host name has no address.
    case hostNotFound
    /// No connection, or one that broke and could not be taken up again.
    case connectionFailed
    /// The server's certificate or the encryption failed.
    case notSecure
    /// The server sent from address to address, without end.
    case tooManyRedirects
    /// The resource became another one while it was read.
    case changed
    /// The source cannot go back, or not so far forward: a live stream.
    case cannotSeek
    /// No byte came for too long.
    case timedOut
    /// The scheme or the form of the URL is not supported.
    case unsupportedURL
    /// The library that would fetch the bytes is not installed or not built in.
    case unavailable
    /// The read was cancelled.
    case cancelled
  }

  package var reason: Reason

  package init(_ reason: Reason) {
    self.reason = reason
  }
}
