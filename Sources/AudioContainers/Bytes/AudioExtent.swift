/// Where in a file the audio lies.
struct AudioExtent: Equatable, Sendable {
  var start: UInt64
  /// Bytes of audio, or `nil` where it goes on to the end of the file.
  var byteCount: UInt64?

  /// Where what follows the audio starts; the largest position where nothing does.
  var end: UInt64 { byteCount.map { start.clampedAdding($0) } ?? .max }

  /// The constant packets of `width` bytes from `position` on, where one of them starts.
  func packets(from position: UInt64, ofWidth width: Int) -> ReaderStep {
    let past = position - min(start, position)
    let left = byteCount.map { ($0 - min(past, $0)) / UInt64(width) * UInt64(width) }
    return .constantPackets(offset: position, byteCount: left)
  }

  /// Where the first constant packet of `width` bytes starts at `offset` or behind it.
  ///
  /// - Returns: `nil` behind the audio.
  func firstPacket(at offset: UInt64, ofWidth width: Int) -> UInt64? {
    let width = UInt64(width)
    let past = max(offset, start) - start
    guard past <= byteCount ?? .max else { return nil }
    return start.clampedAdding(past.clampedAdding(width - 1) / width * width)
  }
}
