internal import AudioContainers
package import AudioTransport

/// The bytes of a medium, and information about their transfer.
package struct MediaBytes: Sendable {
  /// How to open the bytes.
  package enum Address: Sendable {
    case file(path: String)
    case url(String)
    /// A transfer that has begun, and that this medium continues to read.
    case transfer(any ArrivingBytes & Sendable, url: String)
    /// Bytes that a client's code loads.
    case loader(any ByteLoading)
    /// Pieces of other media.
    case composition(Composition)
    /// A transfer that several readers share.
    case shared(SharedTransfer)
  }

  /// An open transfer of a movie, whose tracks are read by several readers on one thread.
  package struct SharedTransfer: Sendable {
    let source: SharedByteSource
    let progress: @Sendable () -> HTTPProgress?
  }

  /// An open source of bytes.
  struct Opened {
    var source: any ByteSource
    /// Whether the bytes are a playlist of HTTP Live Streaming.
    var isPlaylist = false
    /// Whether the bytes arrive from a server; then nothing is read before it is needed.
    let isRemote: Bool
    /// The source for several readers; `nil` unless the bytes arrive from a server.
    var arriving: (any ByteSource & Sendable)?
    /// Whether the bytes start a file of the MP4 family.
    var isMovie = false
    /// Bytes of a large tag before the sound, which are not fetched.
    var skippedByteCount: UInt64 = 0
    /// Ends all waits for bytes; any thread may call it.
    let cancel: @Sendable () -> Void
    /// The transfer at this moment; `nil` for local bytes.
    let progress: @Sendable () -> HTTPProgress?
    /// Returns the radio station's metadata for the audio at an offset.
    var text: @Sendable (UInt64) -> ICYText? = { _ in nil }
  }

  package let address: Address
  package let options: HTTPOptions
  /// Whether the packets of a server's file are counted before playback, for an exact length.
  package var isCounted: Bool
  /// The cache on disk for bytes of a server; `nil` without a cache.
  package let cache: CacheOptions?
  /// The MIME type that replaces the server's; `nil` for the server's.
  package var mimeType: String?
  /// The index of the sound track to read; `nil` for the tracks that the file chooses.
  package var track: Int?

  package init(
    _ address: Address, options: HTTPOptions = HTTPOptions(), isCounted: Bool = false,
    cache: CacheOptions? = nil
  ) {
    self.address = address
    self.options = options
    self.isCounted = isCounted
    self.cache = cache
  }

  /// Opens the bytes, without waiting for a server.
  ///
  /// - Parameter troubleHandler: Called after an error of a transfer, on any thread.
  /// - Returns: The open source, with functions that end its waits and report its progress.
  /// - Throws: ``TransportError`` if the file cannot be opened, or libcurl is missing.
  func open(
    troubleHandler: (@Sendable () -> Void)? = nil
  ) throws(TransportError) -> Opened {
    var options = options
    options.troubleHandler = troubleHandler
    switch address {
    case .file(let path):
      return Opened(
        source: try FileByteSource(path: path), isRemote: false, cancel: {}, progress: { nil })
    case .url(let url):
      #if HTTP
        if let cache {
          return Opened(try CachedByteSource(url: url, options: options, cache: cache))
        }
        return Opened(try HTTPByteSource(url: url, options: options))
      #else
        throw TransportError(.unavailable)
      #endif
    case .transfer(let source, _): return Opened(source)
    // Only the sources of a composition have bytes.
    case .composition: throw TransportError(.unsupportedURL)
    case .loader(let loader):
      let source = DelegatedByteSource(loader: loader, options: options)
      return Opened(
        source: source, isRemote: true, arriving: source, cancel: { source.cancel() },
        progress: { source.progress })
    // The reader that has opened the transfer ends it.
    case .shared(let transfer):
      return Opened(
        source: transfer.source, isRemote: true, cancel: {}, progress: transfer.progress)
    }
  }
}

extension MediaBytes.Opened {
  fileprivate init(_ source: any ArrivingBytes & Sendable) {
    self.init(
      source: source, isRemote: true, arriving: source, cancel: { source.cancel() },
      progress: { source.progress }, text: { source.text(at: $0) })
  }
}

extension MediaBytes.Opened {
  /// The largest tag that is fetched, in bytes.
  ///
  /// A tag with pictures may be larger than many seconds of sound.
  private static let largestFetchedTag: UInt64 = 16 << 10

  /// Reads the first bytes, and finds out whether they belong to a playlist or to a large tag.
  ///
  /// - Parameter mimeType: The MIME type that replaces the server's.
  /// - Throws: ``TransportError`` if the bytes cannot be read.
  mutating func connect(mimeType: String? = nil) throws(TransportError) {
    var start = [UInt8](repeating: 0, count: 10)
    var count = 0
    while count < start.count {
      var bytes = start.mutableSpan
      var room = bytes._mutatingExtracting(count...)
      let read = try source.read(at: UInt64(count), into: &room)
      guard read > 0 else { break }
      count += read
    }
    isPlaylist =
      HLSPlaylist.mayStart(start.span.extracting(0..<count))
      || HLSPlaylist.isMediaType(mimeType ?? progress()?.contentType)
    isMovie = count >= 8 && start[4..<8].elementsEqual("ftyp".utf8)
    guard isRemote, count == start.count else { return }
    guard let tag = ID3Tag.byteCount(start).map({ UInt64($0) }), let size = source.byteCount,
      progress()?.isSeekable == true
    else { return }
    if tag > Self.largestFetchedTag, tag < size { skippedByteCount = tag }
  }
}
