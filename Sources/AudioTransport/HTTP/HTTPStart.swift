/// The start of a transfer, and information about the resource from an earlier transfer.
struct HTTPStart: Sendable {
  /// The first byte to request.
  var offset: UInt64 = 0
  /// The end of the bytes to request; `nil` for the end of the resource.
  var end: UInt64?
  /// The version of the resource that is required; `nil` for any.
  var identity: HTTPIdentity?
  /// Whether the server is only asked whether the version is still current.
  var isConditional = false
}

/// The information in a server's first response.
struct HTTPAnswer: Sendable {
  var identity: HTTPIdentity
  var caching: HTTPCaching
  var isRadio: Bool
}
