/// Loads the bytes of a resource for a ``DelegatedByteSource``: a client's code.
package protocol ByteLoading: AnyObject, Sendable {
  /// Starts a request, without waiting.
  ///
  /// Any thread may answer, now or later.
  func load(_ request: LoadRequest)

  /// Notes that the answers to a request have no effect any more.
  func cancel(_ request: LoadRequest)
}

/// A loader's information about its resource.
package struct LoadInformation: Equatable, Sendable {
  /// Total bytes; `nil` if unknown.
  package var byteCount: UInt64?
  /// Whether requests may start at any offset.
  package var hasRanges: Bool
  package var contentType: String?

  package init(byteCount: UInt64?, hasRanges: Bool, contentType: String? = nil) {
    self.byteCount = byteCount
    self.hasRanges = hasRanges
    self.contentType = contentType
  }
}

/// The location of the bytes, to which a loader redirects.
package enum LoadTarget: Equatable, Sendable {
  case file(path: String)
  /// An `http` or `https` URL, and additional header lines.
  case url(String, headerFields: [String])
}
