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
}
