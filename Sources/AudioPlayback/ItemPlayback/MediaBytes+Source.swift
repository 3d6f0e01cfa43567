package import AudioTransport

extension MediaBytes {
  /// Whether the bytes are in a local file.
  package var isLocalFile: Bool {
    if case .file = address { true } else { false }
  }

  /// Whether another program has begun the transfer.
  var isTransfer: Bool {
    if case .transfer = address { true } else { false }
  }

  /// Whether several readers share one transfer of the bytes.
  var isShared: Bool {
    if case .shared = address { true } else { false }
  }

  /// The same medium, read from a transfer that is already open.
  func sharing(_ transfer: SharedTransfer) -> MediaBytes {
    MediaBytes(.shared(transfer), options: options)
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

extension MediaBytes.Opened {
  /// Bytes of a movie that are kept for its other tracks: some seconds of a film.
  private static let keptByteCount = 8 << 20

  /// Lets several readers share the transfer of a movie.
  ///
  /// - Returns: The transfer; `nil` if the bytes are local, or not those of a movie.
  mutating func share() -> MediaBytes.SharedTransfer? {
    guard isMovie, let arriving else { return nil }
    let shared = SharedByteSource(arriving, keeping: Self.keptByteCount)
    source = shared
    return MediaBytes.SharedTransfer(source: shared, progress: progress)
  }
}
