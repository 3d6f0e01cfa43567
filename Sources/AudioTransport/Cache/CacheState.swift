#if HTTP
  /// The shared state of a cached source's reader and its fetcher.
  struct CacheState: Sendable {
    /// The place of the next byte for the reader.
    enum Place: Sendable {
      case disk(CacheMap.Chunk, FileByteSource)
      /// The reader uses the transfer itself.
      case network(HTTPByteSource)
      case end
    }

    /// The time for which the reader of a complete resource waits for the server's confirmation.
    private static let confirmationTime: Duration = .seconds(2)
    /// Damaged chunks after which the disk is not used any more.
    private static let mostLosses = 64

    /// The longest jump forward, in bytes, that continues the transfer instead of a new request.
    let readThrough: UInt64
    var map = CacheMap()
    var file: FileByteSource?
    var byteCount: UInt64?
    var contentType: String?
    /// The URL after redirects.
    var url: String?
    var ranges = HTTPHead.Ranges.unknown
    /// Whether the fetcher may wait for a server's first answer.
    var isOpening = true
    /// Whether the reader may use the bytes on disk.
    var isConfirmed = false
    /// Whether the bytes must not be used without confirmation.
    var needsConfirmation = false
    /// The transfer, and the offset of its next byte.
    var http: HTTPByteSource?
    var position: UInt64?
    /// Figures of the transfers before the current one.
    var statistics = HTTPStatistics()
    /// Whether the reader uses the transfer itself, because the disk cannot be used any further.
    var isPassing = false
    var isCancelled = false
    var failure: TransportError?
    var readOffset: UInt64 = 0
    /// The byte for which the reader waits, and since when.
    var wanted: UInt64?
    var wantedSince = ContinuousClock.now
    private var lossCount = 0

    init(options: HTTPOptions) { readThrough = options.readThrough }

    var isComplete: Bool { byteCount.map { map.firstGap(from: 0) >= $0 } ?? false }

    var isDistrusted: Bool { lossCount > Self.mostLosses }

    // MARK: The reader

    /// Finds the byte at an offset; returns the time limit of a wait if it is missing.
    mutating func place(
      of offset: UInt64, since start: ContinuousClock.Instant
    ) throws(TransportError) -> Monitor<CacheState>.Waiting<Place> {
      if isCancelled { throw TransportError(.cancelled) }
      readOffset = offset
      let limit = start + Self.confirmationTime
      if !isConfirmed, !needsConfirmation, isComplete, ContinuousClock.now >= limit {
        isConfirmed = true
      }
      if isConfirmed, let file, let chunk = map.chunk(at: offset) {
        wanted = nil
        return .done(.disk(chunk, file))
      }
      if isPassing, let http { return .done(.network(http)) }
      if isConfirmed, let byteCount, offset >= byteCount { return .done(.end) }
      if let failure { throw failure }
      if wanted != offset {
        wanted = offset
        wantedSince = .now
      }
      return .until(isConfirmed ? .now + .seconds(3600) : max(limit, .now + .milliseconds(100)))
    }

    /// Whether the transfer must be interrupted to get the wanted byte.
    var isElsewhere: Bool {
      guard let wanted, let position else { return false }
      return wanted < position || wanted - position > readThrough && ranges != .refused
    }

    /// Notes that a chunk cannot be read, or does not match its checksum.
    mutating func lose(_ chunk: CacheMap.Chunk) {
      map.remove(chunk)
      lossCount += 1
    }

    // MARK: The fetcher

    /// The bytes to fetch next: their start, and their end, or `nil` for the end of the resource.
    var goal: (start: UInt64, end: UInt64?)? {
      var start = map.firstGap(from: wanted ?? readOffset)
      if let position, position <= start, !map.contains(position),
        ranges == .refused || start - position <= readThrough
      {
        start = position
      }
      if let byteCount, start >= byteCount {
        start = map.firstGap(from: 0)
        guard start < byteCount else { return nil }
      }
      return (start, map.nextStart(after: start))
    }

    /// Notes bytes that the transfer has delivered, and that are on disk now.
    mutating func note(_ bytes: Span<UInt8>, at offset: UInt64, _ http: HTTPByteSource) {
      map.add(bytes, at: offset)
      position = offset + UInt64(bytes.count)
      let accepted = http.ranges
      if accepted != .unknown { ranges = accepted }
      if byteCount == nil { byteCount = http.byteCount }
    }

    /// Takes over the record and the file on disk.
    mutating func take(_ record: CacheRecord, _ file: FileByteSource?) {
      var map = record.map
      map.trust(those: self.map)
      self.map = map
      self.file = file
      byteCount = record.identity.total
      contentType = record.contentType
      url = record.url
      needsConfirmation = record.needsConfirmation
      if record.hasRanges, ranges == .unknown { ranges = .accepted }
    }
  }
#endif
