internal import AudioContainers
internal import AudioTransport

/// The clear bytes of one segment.
final class HLSSegmentBytes {
  /// Bytes of one read.
  private static let pieceByteCount = 16 << 10

  let segment: HLSSegment
  let resource: HLSOpenResource
  /// The offset in the resource of the next byte.
  private var position: UInt64
  /// The offset after the last byte; `nil` for the end of the resource.
  private let end: UInt64?
  private var decryption: HLSDecryption?
  /// The number of decrypted bytes that may follow.
  private var clearLeft: Int
  private(set) var isStarted = false

  init(_ segment: HLSSegment, _ resource: HLSOpenResource, _ decryption: HLSDecryption?) {
    self.segment = segment
    self.resource = resource
    self.decryption = decryption
    let range = segment.range
    position = UInt64(range?.offset ?? 0)
    let byteCount = decryption == nil ? range?.byteCount : range?.encryptedByteCount
    end = range.flatMap { range in byteCount.map { UInt64(range.offset) + UInt64($0) } }
    clearLeft = range?.byteCount ?? .max
  }

  /// Reads the next bytes.
  ///
  /// - Parameter output: Receives the bytes. The call that reports the end may deliver bytes, too.
  /// - Returns: Whether more bytes may follow.
  /// - Throws: ``HLSFailure`` if they cannot be read.
  func next(into output: inout [UInt8]) throws(HLSFailure) -> Bool {
    var piece = [UInt8](repeating: 0, count: Self.pieceByteCount)
    let count = try transporting { () throws(TransportError) in try read(into: &piece) }
    isStarted = isStarted || count > 0
    guard decryption != nil else {
      output += piece[..<count]
      return count > 0
    }
    let clear = try decryption?.read(piece[..<count], isEnd: count == 0) ?? []
    let kept = clear.prefix(clearLeft)
    clearLeft -= kept.count
    output += kept
    return count > 0
  }

  private func read(into piece: inout [UInt8]) throws(TransportError) -> Int {
    let left = end.map { Int(clamping: $0 - min(position, $0)) } ?? piece.count
    guard left > 0 else { return 0 }
    var span = piece.mutableSpan
    var room = span._mutatingExtracting(0..<min(left, span.count))
    let limit = room.count
    let count = min(try resource.source.read(at: position, into: &room), limit)
    // A body that is too short is a failure, not the end.
    if count == 0, end != nil { throw TransportError(.changed) }
    position += UInt64(count)
    return count
  }

  /// Whether the server has sent all bytes of the segment; then it can send other segments.
  var isBuffered: Bool {
    guard let progress = resource.progress, let end = end ?? progress.byteCount else {
      return false
    }
    return progress.bufferedEnd >= end
  }
}
