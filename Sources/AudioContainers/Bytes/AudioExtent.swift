/// The range of a file that holds the audio.
struct AudioExtent: Equatable, Sendable {
  var start: UInt64
  /// Bytes of audio, or `nil` if the audio continues to the end of the file.
  var byteCount: UInt64?

  /// End of the audio, or the largest position if the audio continues to the end of the file.
  var end: UInt64 { byteCount.map { start.clampedAdding($0) } ?? .max }

  /// The constant packets of `width` bytes from `position`, which must be the start of a packet.
  func packets(from position: UInt64, ofWidth width: Int) -> ReaderStep {
    let past = position - min(start, position)
    let left = byteCount.map { ($0 - min(past, $0)) / UInt64(width) * UInt64(width) }
    return .constantPackets(offset: position, byteCount: left)
  }

  /// The start of the first constant packet of `width` bytes at or after `offset`.
  ///
  /// - Returns: `nil` after the audio.
  func firstPacket(at offset: UInt64, ofWidth width: Int) -> UInt64? {
    let width = UInt64(width)
    let past = max(offset, start) - start
    guard past <= byteCount ?? .max else { return nil }
    return start.clampedAdding(past.clampedAdding(width - 1) / width * width)
  }
}
