import AudioModel
import AudioSyntax

/// Support for unknown sizes and missing pad bytes.
extension WAVReader {
  /// Bytes of audio data, or `nil` if the size is unknown and all following bytes are audio.
  ///
  /// A live writer that cannot go back leaves a size that means "unknown", or 0. An empty recording
  /// also has the size 0, but other chunks or the end of the file follow it.
  func dataByteCount(of chunk: WAVChunk, _ view: borrowing WindowView) -> UInt64? {
    var byteCount = chunk.byteCount
    if byteCount == UInt64(UInt32.max) {
      guard let wide = wideDataByteCount, wide != .max else { return nil }
      byteCount = wide
    } else if ChunkSize.isUnknown(byteCount) {
      return nil
    }
    guard byteCount == 0 else { return byteCount }
    if fileType == .wave {
      guard let statedEnd, statedEnd > chunk.start else { return nil }
    }
    return isChunk(view, at: view.place(of: chunk.start)) ? 0 : nil
  }

  /// Whether a chunk or the end of the file follows data without a stated size.
  private func isChunk(_ view: borrowing WindowView, at place: Int) -> Bool {
    guard view.bytes.count - place >= 8 else { return view.bytes.count - place < 2 }
    guard ChunkSize.isName(view.bytes, at: place) else { return false }
    let start = view.position.clampedAdding(UInt64(place - view.index))
    let next = WAVChunk(at: start, view.bytes, place, isBigEndian: isBigEndian)
    // A chunk lies in the form, whose size may exclude the last pad byte.
    return next.bodyEnd <= statedEnd ?? (1 << 32)
  }

  /// The number of bytes needed to see what follows data without a size, or `nil` if they are
  /// available.
  func missingBehindData(_ view: borrowing WindowView) -> Int? {
    guard data == nil, view.bytes.fourCC(at: view.index) == .data, !view.isEnd else { return nil }
    return view.holds(16) ? nil : 16
  }

  /// Skips the pad byte of an odd chunk, unless its writer left it out.
  ///
  /// - Returns: Bytes needed for the decision, or `nil` to continue.
  mutating func passPad(_ view: inout WindowView) -> Int? {
    guard let pad, position == pad else { return nil }
    guard view.isEnd || view.holds(5) else { return 5 }
    self.pad = nil
    guard view.remaining > 0, !ChunkSize.lacksPad(view.bytes, at: view.index) else { return nil }
    move(to: position.clampedAdding(1), .chunkHeader, &view)
    return nil
  }
}
