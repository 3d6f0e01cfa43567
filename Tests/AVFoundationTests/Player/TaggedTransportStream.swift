/// Adds a stream of ID3 tags to an MPEG transport stream of ffmpeg.
///
/// Sources: ISO/IEC 13818-1, 2.4.3 and 2.4.4; "Timed Metadata for HTTP Live Streaming" (Apple).
enum TaggedTransportStream {
  private static let packetByteCount = 188
  private static let identifier = 0x1F0

  /// Inserts tags.
  ///
  /// - Parameters:
  ///   - tags: Each tag with its time in seconds after the first sound.
  ///   - bytes: The transport stream.
  /// - Returns: The stream with an entry for the tags in its program map.
  static func insert(_ tags: [(seconds: Int, bytes: [UInt8])], into bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    var first: UInt64?
    for start in stride(from: 0, to: bytes.count, by: packetByteCount) {
      var packet = Array(bytes[start..<start + packetByteCount])
      let isMap = packet[1] & 0x40 != 0 && packet[5] == 2 && packet[3] & 0x30 == 0x10
      if isMap { addEntry(to: &packet) }
      output += packet
      guard first == nil, packet[1] & 0x40 != 0, let time = timestamp(of: packet) else { continue }
      first = time
      for tag in tags { output += packets(tag.bytes, at: time + UInt64(tag.seconds) * 90_000) }
    }
    return output
  }

  /// Adds the entry of a metadata stream before the checksum, which readers here do not check.
  private static func addEntry(to packet: inout [UInt8]) {
    let length = Int(packet[6] & 0x0F) << 8 | Int(packet[7])
    let end = 8 + length - 4
    let entry = [0x15, 0xE0 | UInt8(identifier >> 8), UInt8(identifier & 0xFF), 0xF0, 0]
    packet.insert(contentsOf: entry, at: end)
    packet.removeLast(entry.count)
    packet[7] += UInt8(entry.count)
  }

  private static func timestamp(of packet: [UInt8]) -> UInt64? {
    var start = 4
    if packet[3] & 0x20 != 0 { start += 1 + Int(packet[4]) }
    guard start + 14 <= packet.count, packet[start..<start + 3] == [0, 0, 1],
      packet[start + 7] & 0x80 != 0
    else { return nil }
    let field = packet[(start + 9)...].prefix(5).map { UInt64($0) }
    let middle = (field[1] << 8 | field[2]) >> 1
    return (field[0] >> 1 & 7) << 30 | middle << 15 | (field[3] << 8 | field[4]) >> 1
  }

  private static func packets(_ tag: [UInt8], at ticks: UInt64) -> [UInt8] {
    let time: [UInt8] = [
      0x21 | UInt8(ticks >> 30 & 7) << 1, UInt8(ticks >> 22 & 0xFF), UInt8(ticks >> 14 & 0xFE) | 1,
      UInt8(ticks >> 7 & 0xFF), UInt8(ticks << 1 & 0xFE) | 1,
    ]
    let count = tag.count + 8
    let unit = [0, 0, 1, 0xBD, UInt8(count >> 8), UInt8(count & 0xFF), 0x84, 0x80, 5] + time + tag
    var output: [UInt8] = []
    var index = 0
    while index < unit.count {
      let part = unit[index..<min(index + 160, unit.count)]
      let stuffing = packetByteCount - 4 - part.count
      let flags = (index == 0 ? UInt8(0x40) : 0) | UInt8(identifier >> 8)
      output += [0x47, flags, UInt8(identifier & 0xFF), 0x30, UInt8(stuffing - 1), 0]
      output += [UInt8](repeating: 0xFF, count: stuffing - 2) + part
      index += part.count
    }
    return output
  }
}
