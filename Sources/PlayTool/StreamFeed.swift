import AudioToolbox
import AudioTransport
import ToolSupport

/// The bytes of a file or a station while they come, and the parser that takes them.
final class StreamFeed {
  let bytes: any ArrivingBytes
  let parser: StreamParser
  private var content = Content.other
  private var offset: UInt64 = 0
  /// Where the parser was given its first byte.
  private var firstOffset: UInt64 = 0
  private(set) var isEnd = false
  /// Why no more packets come; those that came before are given first.
  private(set) var failure: ToolFailure?

  /// Parses up to the first packets.
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

  /// Seconds by the bit rate and the bytes in all.
  var estimatedDuration: Double? {
    guard let total = bytes.byteCount, let bitRate = parser.bitRate, bitRate > 0 else {
      return nil
    }
    return Double(total - min(total, firstOffset + parser.dataOffset)) * 8 / bitRate
  }

  /// How much has come, and what plays now.
  var progress: SourceProgress {
    let state = bytes.progress
    return SourceProgress(
      bufferedFraction: state.byteCount.map { total in
        total > 0 ? Double(state.bufferedEnd) / Double(total) : 1
      }, title: state.title)
  }

  var hasMore: Bool { isEnd || bytes.progress.bufferedEnd > offset + 65_536 }

  /// Whether bytes can be had without waiting.
  var hasBytes: Bool { !isEnd && bytes.progress.bufferedEnd > offset }

  /// Parses what comes next; a failure is kept until the packets before it have been given.
  ///
  /// - Returns: Whether there was something.
  func parseMore() -> Bool {
    guard !isEnd else { return false }
    do throws(ToolFailure) {
      let piece = try read(at: offset, count: 16_384)
      isEnd = piece.isEmpty
      offset += UInt64(piece.count)
      try parser.parse(piece)
    } catch {
      failure = parser.isNotOptimized ? content.streamingFailure : error
      isEnd = true
      // Lets out a packet that waits for the next; why the bytes end is known already.
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

  /// Bytes of an ID3v2 tag to skip by asking the server for what lies behind it.
  ///
  /// A tag with a picture may be larger than seconds of audio; small ones the parser reads.
  ///
  /// Source: ID3 tag version 2.4.0, main structure, 3.1.
  private func tagByteCount(_ start: [UInt8]) -> UInt64 {
    guard start.count >= 10, Array(start[..<3]) == Array("ID3".utf8), bytes.progress.isSeekable,
      start[6..<10].allSatisfy({ $0 < 0x80 })
    else { return 0 }
    let body = start[6..<10].reduce(UInt64(0)) { $0 << 7 | UInt64($1) }
    let footer: UInt64 = start[5] & 0x10 != 0 ? 10 : 0
    let size = 10 + body + footer
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
