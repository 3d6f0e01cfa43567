/// Returns the bytes of a FLAC file.
func flac(_ blocks: [[UInt8]], frames: [[UInt8]]) -> [UInt8] {
  var bytes = Array("fLaC".utf8)
  for (index, block) in blocks.enumerated() {
    bytes += block
    if index == blocks.count - 1 { bytes[bytes.count - block.count] |= 0x80 }
  }
  return bytes + frames.joined()
}

/// Returns a metadata block that is not the last.
func flacBlock(_ type: UInt8, _ body: [UInt8], size: UInt32? = nil) -> [UInt8] {
  [type] + bigEndian(size ?? UInt32(body.count)).dropFirst() + body
}

/// Returns a `STREAMINFO` block.
func flacStreamInfo(
  shortest: UInt16 = 4096, longest: UInt16 = 4096, rate: UInt64 = 44_100, channels: UInt64 = 2,
  bits: UInt64 = 16, frames: UInt64 = 0
) -> [UInt8] {
  let fields = rate << 44 | (channels - 1) << 41 | (bits - 1) << 36 | frames
  return flacBlock(
    0,
    bigEndian(shortest) + bigEndian(longest) + [0, 0, 0, 0, 0, 0] + bigEndian(fields)
      + [UInt8](repeating: 9, count: 16))
}

/// Returns a frame of 16-bit stereo with 4096 (or `length`) frames and the samples in `body`.
func flacFrame(_ number: UInt32, _ body: [UInt8], length: UInt16? = nil, countsSound: Bool = false)
  -> [UInt8]
{
  var header: [UInt8] = [0xFF, countsSound ? 0xF9 : 0xF8, length == nil ? 0xC9 : 0x79, 0x18]
  header += flacNumber(number)
  if let length { header += bigEndian(length - 1) }
  header.append(UInt8(checksum(header, bits: 8, polynomial: 0x07)))
  let frame = header + body
  return frame + bigEndian(UInt16(checksum(frame, bits: 16, polynomial: 0x8005)))
}

/// Returns a number of up to 31 bits in the encoding of UTF-8.
private func flacNumber(_ value: UInt32) -> [UInt8] {
  guard value >= 0x80 else { return [UInt8(value)] }
  var rest = value
  var tail: [UInt8] = []
  // The first byte has one bit less for each following byte.
  while rest >= 1 << (6 - tail.count) {
    tail.insert(0x80 | UInt8(rest & 0x3F), at: 0)
    rest >>= 6
  }
  let ones = UInt8(truncatingIfNeeded: 0xFF << (7 - tail.count))
  return [ones | UInt8(rest)] + tail
}

/// Returns a checksum, calculated bit by bit.
private func checksum(_ bytes: [UInt8], bits: Int, polynomial: UInt32) -> UInt32 {
  var value: UInt32 = 0
  for byte in bytes {
    for bit in (0..<8).reversed() {
      let isSet = (value >> (bits - 1) & 1) ^ UInt32(byte >> bit & 1)
      value = value << 1 & (1 << bits - 1)
      if isSet == 1 { value ^= polynomial }
    }
  }
  return value
}
