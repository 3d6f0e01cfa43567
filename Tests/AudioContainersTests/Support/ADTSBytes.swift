/// Makes ADTS frames whose bodies contain no sync word.
struct ADTSStream: Sendable {
  /// 0 main, 1 low complexity, 2 scalable rate.
  var profile: UInt32 = 1
  /// The index of the sampling rate.
  var rate: UInt32 = 4
  var channels: UInt32 = 2
  var isMPEG2 = false

  /// Returns a frame with raw data blocks of the given byte counts, optionally with checksums.
  func frame(_ blocks: [Int] = [20], hasChecksum: Bool = false, byteCount: Int? = nil) -> [UInt8] {
    var body: [UInt8] = []
    if hasChecksum {
      var start = 0
      for size in blocks.dropLast() {
        start += size + 2
        body += bigEndian(UInt16(start))
      }
      body += [0xC5, 0xC5]
    }
    for size in blocks {
      body += [UInt8](repeating: 0x55, count: size)
      if hasChecksum && blocks.count > 1 { body += [0xC5, 0xC5] }
    }
    let count = UInt64(byteCount ?? 7 + body.count)
    var bits: UInt64 = 0xFFF << 44 | (isMPEG2 ? 1 << 43 : 0) | (hasChecksum ? 0 : 1 << 40)
    bits |= UInt64(profile) << 38 | UInt64(rate) << 34 | UInt64(channels) << 30
    bits |= count << 13 | 0x7FF << 2 | UInt64(blocks.count - 1)
    return Array(bigEndian(bits).dropFirst()) + body
  }

  func frames(_ count: Int) -> [UInt8] {
    (0..<count).flatMap { _ in frame() }
  }
}
