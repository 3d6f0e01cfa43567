import AudioContainers
import AudioToolbox
import AudioTransport
import ToolSupport

/// The arriving bytes of a file or station, and the parser that receives them.
final class StreamFeed {
  private static let pieceByteCount = 16_384

  let bytes: any ArrivingBytes
  let parser: StreamParser
  private var content = Content.other
  private var offset: UInt64 = 0
  /// The offset of the first byte passed to the parser.
  private var firstOffset: UInt64 = 0
  private(set) var isEnd = false
  /// The reason why no more packets arrive; earlier packets are returned first.
  private(set) var failure: ToolFailure?

  /// Parses until the first packets.
  init(_ bytes: any ArrivingBytes) throws(ToolFailure) {
    self.bytes = bytes
    parser = try StreamParser()
    try Self.translating { () throws(TransportError) in try bytes.connect() }
    let start = try read(at: 0, count: 512)
    guard !start.isEmpty else { throw ToolFailure("is empty") }
    offset = tagByteCount(start)
    firstOffset = offset
    content = Content(start)
    while !parser.isReady, parseMore() {}
    if parser.parsedPacketCount == 0, let failure { throw content.failure ?? failure }
    guard parser.isReady else {
      throw content.failure ?? ToolFailure(status: kAudioFileInvalidFileError)
    }
  }

  /// The duration in seconds, from the bit rate and the total number of bytes.
  var estimatedDuration: Double? {
    guard let total = bytes.byteCount, let bitRate = parser.bitRate, bitRate > 0 else {
      return nil
    }
    return Double(total - min(total, firstOffset + parser.dataOffset)) * 8 / bitRate
  }

  /// The progress of the transfer, and the current title.
  var progress: SourceProgress { SourceProgress(bytes.progress) }

  var hasMore: Bool { isEnd || bytes.progress.bufferedEnd > offset + 65_536 }

  /// Whether bytes are available without waiting.
  var hasBytes: Bool { !isEnd && bytes.progress.bufferedEnd > offset }

  /// Whether the stream may end with the bytes that have been parsed, or with the next piece.
  var mayBeAtEnd: Bool {
    bytes.byteCount.map { offset + UInt64(Self.pieceByteCount) >= $0 } ?? true
  }

  /// Parses the next bytes; a failure is kept until earlier packets have been returned.
  ///
  /// - Returns: Whether there were any bytes.
  func parseMore() -> Bool {
    guard !isEnd else { return false }
    do throws(ToolFailure) {
      let piece = try read(at: offset, count: Self.pieceByteCount)
      isEnd = piece.isEmpty
      offset += UInt64(piece.count)
      try parser.parse(piece)
    } catch {
      failure = parser.isNotOptimized ? content.streamingFailure : error
      isEnd = true
      // Outputs a packet that waits for the next one; the reason for the end is already known.
      try? parser.parse([])
    }
    return failure == nil
  }

  private func read(at offset: UInt64, count: Int) throws(ToolFailure) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: count)
    let got = try Self.translating { () throws(TransportError) in
      var span = buffer.mutableSpan
      return try bytes.read(at: offset, into: &span)
    }
    return Array(buffer[..<got])
  }

  /// The size of an ID3v2 tag to skip with a request for the bytes after it.
  ///
  /// A tag with a picture may exceed several seconds of audio. The parser reads small tags.
  private func tagByteCount(_ start: [UInt8]) -> UInt64 {
    guard bytes.progress.isSeekable, let size = ID3Tag.byteCount(start).map({ UInt64($0) }) else {
      return 0
    }
    return size > 65_536 && size < bytes.byteCount ?? 0 ? size : 0
  }

  private static func translating<Result>(
    _ body: () throws(TransportError) -> Result
  ) throws(ToolFailure) -> Result {
    do {
      return try body()
    } catch {
      throw ToolFailure(error)
    }
  }
}
