package import AudioTransport

extension MediaBytes {
  /// Whether the bytes are in a local file.
  package var isLocalFile: Bool {
    if case .file = address { true } else { false }
  }

  /// Opens the bytes again, for another reader.
  ///
  /// - Throws: ``TransportError`` if they cannot be opened, or are a composition.
  package func openSource() throws(TransportError) -> any ByteSource { try open().source }

  /// Opens the bytes again, for another reader whose waits can be ended.
  ///
  /// - Returns: The bytes, and a function that ends all waits for them, on any thread.
  /// - Throws: ``TransportError`` if they cannot be opened, or are a composition.
  package func openCancellable() throws(TransportError) -> (
    source: any ByteSource, cancel: @Sendable () -> Void
  ) {
    let opened = try open()
    return (opened.source, opened.cancel)
  }
}
