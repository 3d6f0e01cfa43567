package import AudioTransport

/// Opens the playlists, segments and keys of a stream.
package protocol HLSResources: Sendable {
  /// Opens a resource, without waiting for a server.
  ///
  /// - Parameters:
  ///   - address: A path or a URL.
  ///   - offset: The first byte that will be read.
  /// - Returns: The open resource.
  /// - Throws: ``TransportError`` if it cannot be opened.
  func open(_ address: String, from offset: UInt64) throws(TransportError) -> HLSResource
}

/// An open playlist, segment or key.
package struct HLSResource {
  package let source: any ByteSource
  /// Ends all waits for bytes; any thread may call it.
  package let cancel: @Sendable () -> Void
  /// The transfer at this moment; `nil` for local bytes.
  package let progress: @Sendable () -> HTTPProgress?

  package init(
    source: any ByteSource, cancel: @escaping @Sendable () -> Void,
    progress: @escaping @Sendable () -> HTTPProgress?
  ) {
    self.source = source
    self.cancel = cancel
    self.progress = progress
  }
}

/// The time and the waits of a stream's thread.
package protocol HLSClock: Sendable {
  /// Seconds of a clock that does not jump.
  var now: Double { get }

  /// Waits until a time, or until something changes.
  func wait(until time: Double)
}
