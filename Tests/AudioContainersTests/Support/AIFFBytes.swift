/// Returns the bytes of an AIFF or AIFF-C file.
func aiff(_ chunks: [UInt8]..., type: String = "AIFF", size: UInt32? = nil) -> [UInt8] {
  let body = Array(type.utf8) + chunks.joined()
  return Array("FORM".utf8) + bigEndian(size ?? UInt32(body.count)) + body
}

/// Returns the bytes of a chunk; `size` replaces the correct size in the header.
func aiffChunk(_ tag: String, _ body: [UInt8], size: UInt32? = nil) -> [UInt8] {
  let pad: [UInt8] = size == nil && !body.count.isMultiple(of: 2) ? [0] : []
  return Array(tag.utf8) + bigEndian(size ?? UInt32(body.count)) + body + pad
}

/// Returns a `COMM` chunk, in the form of AIFF-C if it names a compression.
func aiffCommon(
  channels: Int16 = 1, frames: UInt32, bits: UInt16 = 16, rate: [UInt8] = aiffRate44100,
  compression: String? = nil
) -> [UInt8] {
  let name: [UInt8] = compression.map { Array($0.utf8) + [0, 0] } ?? []
  return aiffChunk(
    "COMM", bigEndian(channels) + bigEndian(frames) + bigEndian(bits) + rate + name)
}

/// The rate 44,100 as an 80-bit number.
let aiffRate44100: [UInt8] = [0x40, 0x0E, 0xAC, 0x44, 0, 0, 0, 0, 0, 0]

/// Returns an `SSND` chunk with `offset` bytes of alignment before the audio.
func aiffSound(_ audio: [UInt8], offset: UInt32 = 0, size: UInt32? = nil) -> [UInt8] {
  let padding = [UInt8](repeating: 0xEE, count: Int(min(offset, 100)))
  return aiffChunk("SSND", bigEndian(offset) + bigEndian(0 as UInt32) + padding + audio, size: size)
}

/// Returns one marker of a `MARK` chunk.
func aiffMarker(_ identifier: UInt16, at frame: UInt32, _ name: String) -> [UInt8] {
  let text = [UInt8(name.utf8.count)] + Array(name.utf8)
  return bigEndian(identifier) + bigEndian(frame) + text + (text.count % 2 == 1 ? [0] : [])
}
