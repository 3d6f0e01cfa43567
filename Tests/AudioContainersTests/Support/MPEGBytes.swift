@testable import AudioContainers
@testable import AudioSyntax

/// Makes frames of MPEG audio whose bodies are silent and contain no sync word.
struct MPEGStream: Sendable {
  /// The first 16 bits: sync, version, layer, checksum.
  var start: UInt16 = 0xFFFB
  /// The index of the sampling rate.
  var rate: UInt32 = 0
  /// The index of the bit rate.
  var bitRate: UInt32 = 1
  /// 0 stereo to 3 mono.
  var mode: UInt32 = 0
  /// The bytes of a frame of a free bit rate, without padding.
  var freeByteCount = 0

  func header(bitRate: UInt32? = nil, isPadded: Bool = false) -> UInt32 {
    let variable = (bitRate ?? self.bitRate) << 12 | (isPadded ? 1 << 9 : 0)
    return UInt32(start) << 16 | rate << 10 | variable | mode << 6
  }

  /// Returns a frame with `body` after its header.
  func frame(_ body: [UInt8] = [], bitRate: UInt32? = nil, isPadded: Bool = false) -> [UInt8] {
    let raw = header(bitRate: bitRate, isPadded: isPadded)
    guard let header = MPEGAudioHeader(raw) else { return [] }
    let free = freeByteCount + (isPadded ? header.slotByteCount : 0)
    let count =
      freeByteCount > 0
      ? free : header.frameByteCount(bitRateIndex: header.bitRateIndex, isPadded: isPadded)
    let bytes = bigEndian(raw) + body
    return bytes + [UInt8](repeating: 0, count: max(count - bytes.count, 0))
  }

  /// Returns frames without a body.
  func frames(_ count: Int) -> [UInt8] {
    (0..<count).flatMap { _ in frame() }
  }

  /// Returns a frame with a Xing or Info header, and LAME's delay and padding if given.
  func xing(
    _ mark: String = "Xing", frames: UInt32? = nil, bytes: UInt32? = nil, table: [UInt8] = [],
    padding: (front: Int, back: Int)? = nil, bitRate: UInt32 = 9
  ) -> [UInt8] {
    guard let header = MPEGAudioHeader(header()) else { return [] }
    var body = [UInt8](repeating: 0, count: header.sideInformationByteCount)
    let flags: UInt32 =
      (frames == nil ? 0 : 1) | (bytes == nil ? 0 : 2) | (table.isEmpty ? 0 : 4) | 8
    body += Array(mark.utf8) + bigEndian(flags)
    if let frames { body += bigEndian(frames) }
    if let bytes { body += bigEndian(bytes) }
    body += table + bigEndian(77 as UInt32)
    if let padding {
      body += Array("LAME3.100".utf8) + [UInt8](repeating: 0, count: 12)
      body += bigEndian(UInt32(padding.front << 12 | padding.back)).dropFirst()
    }
    return frame(body, bitRate: bitRate)
  }

  /// Returns a frame with Fraunhofer's header.
  func vbri(frames: UInt32, bytes: UInt32, runs: [UInt16]) -> [UInt8] {
    var body = [UInt8](repeating: 0, count: 32) + Array("VBRI".utf8)
    body += bigEndian(1 as UInt16) + bigEndian(0 as UInt16) + bigEndian(75 as UInt16)
    body += bigEndian(bytes) + bigEndian(frames) + bigEndian(UInt16(runs.count))
    body += bigEndian(1 as UInt16) + bigEndian(2 as UInt16) + bigEndian(1 as UInt16)
    return frame(body + runs.flatMap { bigEndian($0) }, bitRate: 9)
  }
}

/// Returns an ID3v2 tag of `version` with these frames' bytes.
func id3v2(
  _ frames: [UInt8], version: UInt8 = 4, flags: UInt8 = 0, padding: Int = 0, footer: Bool = false
) -> [UInt8] {
  let body = frames + [UInt8](repeating: 0, count: padding)
  let size = synchsafe(body.count)
  let flags = flags | (footer ? 0x10 : 0)
  let end: [UInt8] = footer ? Array("3DI".utf8) + [version, 0, flags] + size : []
  return Array("ID3".utf8) + [version, 0, flags] + size + body + end
}

/// Returns a frame of an ID3v2 tag.
func id3Frame(
  _ name: String, _ body: [UInt8], version: UInt8 = 4, flags: UInt16 = 0, size: Int? = nil
) -> [UInt8] {
  let count = size ?? body.count
  switch version {
  case 2: return Array(name.utf8) + bigEndian(UInt32(count)).dropFirst() + body
  case 3: return Array(name.utf8) + bigEndian(UInt32(count)) + bigEndian(flags) + body
  default: return Array(name.utf8) + synchsafe(count) + bigEndian(flags) + body
  }
}

/// Returns 28 bits, seven in each byte.
func synchsafe(_ value: Int) -> [UInt8] {
  [21, 14, 7, 0].map { UInt8(value >> $0 & 0x7F) }
}

/// Returns an ID3v1 tag.
func id3v1(title: String, track: UInt8 = 0, genre: UInt8 = 255) -> [UInt8] {
  var bytes = Array("TAG".utf8) + Array(title.utf8)
  bytes += [UInt8](repeating: 0, count: 126 - bytes.count)
  return bytes + [track, genre]
}

/// Returns an APEv2 tag with header and footer.
func apeTag(_ items: [(key: String, value: String)]) -> [UInt8] {
  let body = items.flatMap { item -> [UInt8] in
    littleEndian(UInt32(item.value.utf8.count)) + littleEndian(0 as UInt32) + Array(item.key.utf8)
      + [0] + Array(item.value.utf8)
  }
  func edge(isHeader: Bool) -> [UInt8] {
    Array("APETAGEX".utf8) + littleEndian(2000 as UInt32) + littleEndian(UInt32(body.count + 32))
      + littleEndian(UInt32(items.count))
      + littleEndian(0x8000_0000 | (isHeader ? 1 << 29 : 0) as UInt32)
      + [UInt8](repeating: 0, count: 8)
  }
  return edge(isHeader: true) + body + edge(isHeader: false)
}
