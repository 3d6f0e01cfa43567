/// Makes the pages of one logical stream.
struct OggPages: Sendable {
  var serial: UInt32 = 7
  private(set) var sequence: UInt32 = 0

  /// Returns a page of packets; a `continued` page begins inside a packet.
  mutating func page(
    _ packets: [[UInt8]], granule: Int64 = 0, isFirst: Bool = false, isLast: Bool = false,
    isContinued: Bool = false, endsInside: Bool = false
  ) -> [UInt8] {
    var lacing = packets.flatMap { oggLacing($0.count) }
    // A continued packet of a multiple of 255 bytes has no segment of 0 after it.
    if endsInside { lacing.removeLast() }
    let flags: UInt8 = (isContinued ? 1 : 0) | (isFirst ? 2 : 0) | (isLast ? 4 : 0)
    defer { sequence += 1 }
    return oggPage(
      flags, granule: granule, serial: serial, sequence: sequence, lacing: lacing,
      body: Array(packets.joined()))
  }

  /// Skips a page number.
  mutating func skip() { sequence += 1 }

  /// Returns a packet on pages of `segments` segments each, followed by other packets.
  mutating func pages(
    _ packet: [UInt8], segments: Int, granule: Int64, isLast: Bool = false
  ) -> [[UInt8]] {
    var pages: [[UInt8]] = []
    var rest = packet[...]
    while rest.count >= segments * 255 {
      let part = Array(rest.prefix(segments * 255))
      pages.append(
        page([part], granule: -1, isContinued: !pages.isEmpty, endsInside: true))
      rest = rest.dropFirst(part.count)
    }
    pages.append(
      page([Array(rest)], granule: granule, isLast: isLast, isContinued: !pages.isEmpty))
    return pages
  }
}

/// Returns the segment sizes of a packet.
private func oggLacing(_ count: Int) -> [UInt8] {
  [UInt8](repeating: 255, count: count / 255) + [UInt8(count % 255)]
}

/// Returns a page with any header.
func oggPage(
  _ flags: UInt8, granule: Int64, serial: UInt32, sequence: UInt32, lacing: [UInt8], body: [UInt8]
) -> [UInt8] {
  var page = Array("OggS".utf8) + [0, flags] + littleEndian(granule) + littleEndian(serial)
  page += littleEndian(sequence) + [0, 0, 0, 0, UInt8(lacing.count)] + lacing + body
  page.replaceSubrange(22..<26, with: littleEndian(oggChecksum(page)))
  return page
}

/// Returns the checksum of a page, calculated byte by byte.
private func oggChecksum(_ bytes: [UInt8]) -> UInt32 {
  bytes.reduce(0) { $0 << 8 ^ oggChecksums[Int(UInt8(truncatingIfNeeded: $0 >> 24) ^ $1)] }
}

/// The checksum of each byte.
private let oggChecksums: [UInt32] = (0..<256).map { byte in
  (0..<8).reduce(UInt32(byte) << 24) { value, _ in
    value >> 31 == 0 ? value << 1 : value << 1 ^ 0x04C1_1DB7
  }
}

/// Returns the body of a Vorbis comment.
func vorbisComment(_ texts: [String]) -> [UInt8] {
  func text(_ text: String) -> [UInt8] { littleEndian(UInt32(text.utf8.count)) + text.utf8 }
  return text("vendor") + littleEndian(UInt32(texts.count)) + texts.flatMap(text)
}

/// Returns an `OpusHead` packet.
func opusHead(
  channels: UInt8 = 2, preSkip: UInt16 = 312, version: UInt8 = 1, family: UInt8 = 0,
  table: [UInt8] = []
) -> [UInt8] {
  Array("OpusHead".utf8) + [version, channels] + littleEndian(preSkip)
    + littleEndian(48_000 as UInt32) + [0, 0, family] + table
}

func opusTags(_ texts: [String] = []) -> [UInt8] {
  Array("OpusTags".utf8) + vorbisComment(texts)
}

/// Returns an Opus packet of 20 milliseconds.
func opusPacket(_ number: Int, count: Int = 50) -> [UInt8] {
  [0xFC] + (1..<count).map { UInt8(truncatingIfNeeded: number &* 31 &+ $0) }
}

/// Returns Vorbis's identification header; the default windows have 256 and 2048 frames.
func vorbisHead(channels: UInt8 = 2, rate: UInt32 = 44_100, windows: UInt8 = 0xB8) -> [UInt8] {
  [1] + Array("vorbis".utf8) + [0, 0, 0, 0, channels] + littleEndian(rate)
    + [UInt8](repeating: 0, count: 12) + [windows, 1]
}

func vorbisTags(_ texts: [String] = []) -> [UInt8] {
  [3] + Array("vorbis".utf8) + vorbisComment(texts) + [1]
}

/// Returns a setup header with a correct end only: modes with the given windows.
func vorbisSetup(_ areLong: [Bool] = [false, true], filling: Int = 40) -> [UInt8] {
  var bits: [UInt8] = (0..<filling * 8).map { UInt8($0 % 3 == 0 ? 1 : 0) }
  func add(_ value: Int, _ count: Int) {
    for bit in 0..<count { bits.append(UInt8(value >> bit & 1)) }
  }
  add(areLong.count - 1, 6)
  for (index, isLong) in areLong.enumerated() {
    add(isLong ? 1 : 0, 1)
    add(0, 32)
    add(index, 8)
  }
  add(1, 1)
  var bytes = [5] + Array("vorbis".utf8)
  for start in stride(from: 0, to: bits.count, by: 8) {
    bytes.append(bits[start..<min(start + 8, bits.count)].reversed().reduce(0) { $0 << 1 | $1 })
  }
  return bytes
}

/// Returns a packet of Vorbis with mode 0 or 1.
func vorbisPacket(isLong: Bool, _ number: Int = 0, count: Int = 20) -> [UInt8] {
  [isLong ? 2 : 0] + (1..<count).map { UInt8(truncatingIfNeeded: number &* 7 &+ $0) }
}

/// Returns the first packet of FLAC in Ogg.
func oggFLACHead(_ streamInfo: [UInt8], headers: UInt16) -> [UInt8] {
  [0x7F] + Array("FLAC".utf8) + [1, 0] + bigEndian(headers) + Array("fLaC".utf8) + streamInfo
}
