/// Returns the bytes of a CAF file.
func caf(_ chunks: [UInt8]..., version: UInt16 = 1, flags: UInt16 = 0) -> [UInt8] {
  Array("caff".utf8) + bigEndian(version) + bigEndian(flags) + chunks.joined()
}

/// Returns the bytes of a chunk; `size` replaces the correct size in the header.
func cafChunk(_ tag: String, _ body: [UInt8], size: Int64? = nil) -> [UInt8] {
  Array(tag.utf8) + bigEndian(size ?? Int64(body.count)) + body
}

/// Returns a `desc` chunk.
func cafDescription(
  _ codec: String, rate: Double = 44_100, flags: UInt32 = 0, bytes: UInt32 = 0,
  frames: UInt32 = 0, channels: UInt32 = 1, bits: UInt32 = 0
) -> [UInt8] {
  let body =
    bigEndian(rate.bitPattern) + Array(codec.utf8) + bigEndian(flags) + bigEndian(bytes)
    + bigEndian(frames) + bigEndian(channels) + bigEndian(bits)
  return cafChunk("desc", body)
}

/// Returns a `data` chunk, whose body starts with the edit count.
func cafData(_ audio: [UInt8], size: Int64? = nil) -> [UInt8] {
  cafChunk("data", [0, 0, 0, 7] + audio, size: size)
}

/// Returns a `pakt` chunk.
func cafTable(
  _ entries: [UInt8], packets: Int64, valid: Int64 = 0, priming: Int32 = 0, remainder: Int32 = 0
) -> [UInt8] {
  cafChunk(
    "pakt",
    bigEndian(packets) + bigEndian(valid) + bigEndian(priming) + bigEndian(remainder) + entries)
}

/// Returns an integer in groups of seven bits, the highest first.
func cafInteger(_ value: UInt32) -> [UInt8] {
  var groups = [UInt8(value & 0x7F)]
  var rest = value >> 7
  while rest > 0 {
    groups.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
    rest >>= 7
  }
  return groups
}

/// Returns an `info` chunk.
func cafInformation(_ pairs: [(String, String)]) -> [UInt8] {
  let text = pairs.flatMap { pair -> [UInt8] in
    Array(pair.0.utf8) + [0] + Array(pair.1.utf8) + [0]
  }
  return cafChunk("info", bigEndian(UInt32(pairs.count)) + text)
}

/// Returns a `strg` chunk.
func cafStrings(_ names: [(UInt32, String)]) -> [UInt8] {
  var entries: [UInt8] = []
  var text: [UInt8] = []
  for (identifier, name) in names {
    entries += bigEndian(identifier) + bigEndian(Int64(text.count))
    text += Array(name.utf8) + [0]
  }
  return cafChunk("strg", bigEndian(UInt32(names.count)) + entries + text)
}

/// Returns one marker of a `mark` or `regn` chunk.
func cafMarker(
  _ type: String, at frame: Double, identifier: UInt32, time: [UInt8], channel: UInt32 = 0
) -> [UInt8] {
  Array(type.utf8) + bigEndian(frame.bitPattern) + bigEndian(identifier) + time
    + bigEndian(channel)
}

/// The time field of a marker without a time.
let cafNoTime = [UInt8](repeating: 0xFF, count: 8)
