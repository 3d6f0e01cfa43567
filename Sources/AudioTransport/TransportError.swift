/// Why bytes could not be transferred.
package struct TransportError: Error, Equatable, Sendable {
  package enum Reason: Equatable, Sendable {
    /// A system call failed with this `errno`.
    case system(Int32)
    /// The source is a directory.
    case isDirectory
    /// A client's callback returned this status.
    case client(Int32)
    /// A client's loader failed with this error.
    case loader(LoaderFailure)
    /// A client's loader does not load the resource.
    case refused
    /// The server answered with this HTTP status.
    case httpStatus(Int)
    /// The host name has no address.
    case hostNotFound
    /// The connection failed, or broke and could not be resumed.
    case connectionFailed
    /// The server's certificate or the encryption is invalid.
    case notSecure
    /// The server redirected too often.
    case tooManyRedirects
    /// The resource changed during reading.
    case changed
    /// The source cannot go back, or cannot go as far forward: a live stream.
    case cannotSeek
    /// No bytes arrived in time.
    case timedOut
    /// The scheme or the form of the URL is unsupported.
    case unsupportedURL
    /// The required library is not installed or not part of the build.
    case unavailable
    /// The read was cancelled.
    case cancelled
  }

  package var reason: Reason

  package init(_ reason: Reason) {
    self.reason = reason
  }
}
