import AudioModel

/// Times, sizes and places of the packets of a track, as they come.
///
/// Sizes are kept in seven bits a byte, which makes two bytes of most.
///
/// Source: ISO/IEC 14496-12, 8.6.1.2 (stts), 8.7.3.2 (stsz), 8.7.4 (stsc), 8.7.5 (stco, co64).
struct MP4SampleTableWriter: Sendable {
  /// Packets that last equally long.
  private struct Run {
    var count: UInt32
    var frames: UInt32
  }

  private(set) var packetCount = 0
  private(set) var frameCount: UInt64 = 0
  private(set) var byteCount: UInt64 = 0
  private(set) var largestPacket: UInt32 = 0
  private var runs: [Run] = []
  private var sizes: [UInt8] = []

  /// Packets of which one place is told.
  private static let chunkLength = 32

  mutating func append(_ packet: Packet) {
    packetCount += 1
    frameCount += UInt64(packet.frameCount)
    byteCount += UInt64(packet.byteCount)
    largestPacket = max(largestPacket, packet.byteCount)
    if let last = runs.indices.last, runs[last].frames == packet.frameCount {
      runs[last].count += 1
    } else {
      runs.append(Run(count: 1, frames: packet.frameCount))
    }
    var rest = packet.byteCount
    while rest >= 0x80 {
      sizes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    sizes.append(UInt8(rest))
  }

  /// Bytes that ``boxes(from:isWide:)`` does not exceed after `added` more packets.
  func boxByteCountLimit(adding added: Int) -> Int {
    let count = packetCount + added
    return 200 + 8 * (runs.count + added) + 4 * count + 8 * (count / Self.chunkLength + 1)
  }

  /// The boxes of the table.
  ///
  /// - Parameters:
  ///   - start: Where the first packet stands in the file; the others follow it.
  ///   - isWide: Whether places take 64 bits.
  /// - Returns: The boxes, one behind the other.
  func boxes(from start: UInt64, isWide: Bool) -> [UInt8] {
    let chunkCount = (packetCount + Self.chunkLength - 1) / Self.chunkLength
    var sizeList: [UInt8] = .big(UInt32(0))
    sizeList.append(big: UInt32(clamping: packetCount))
    var places: [UInt8] = .big(UInt32(clamping: chunkCount))
    sizeList.reserveCapacity(8 + 4 * packetCount)
    var offset = start
    var index = 0
    forEachSize { size in
      if index.isMultiple(of: Self.chunkLength) {
        if isWide {
          places.append(big: offset)
        } else {
          places.append(big: UInt32(clamping: offset))
        }
      }
      sizeList.append(big: size)
      offset &+= UInt64(size)
      index += 1
    }
    return times + chunks(chunkCount) + .fullBox(FourCC("s", "t", "s", "z"), sizeList)
      + .fullBox(isWide ? FourCC("c", "o", "6", "4") : FourCC("s", "t", "c", "o"), places)
  }

  private var times: [UInt8] {
    var list: [UInt8] = .big(UInt32(clamping: runs.count))
    for run in runs {
      list.append(big: run.count)
      list.append(big: run.frames)
    }
    return .fullBox(FourCC("s", "t", "t", "s"), list)
  }

  /// Which chunks have how many packets: all as many, but for the last.
  private func chunks(_ chunkCount: Int) -> [UInt8] {
    let last = packetCount % Self.chunkLength
    var entries: [(first: Int, count: Int)] = []
    if chunkCount > (last == 0 ? 0 : 1) { entries.append((1, Self.chunkLength)) }
    if last > 0 { entries.append((chunkCount, last)) }
    var list: [UInt8] = .big(UInt32(entries.count))
    for entry in entries {
      list.append(big: UInt32(clamping: entry.first))
      list.append(big: UInt32(entry.count))
      list.append(big: UInt32(1))
    }
    return .fullBox(FourCC("s", "t", "s", "c"), list)
  }

  private func forEachSize(_ body: (UInt32) -> Void) {
    var value: UInt32 = 0
    var shift: UInt32 = 0
    for byte in sizes {
      value |= UInt32(byte & 0x7F) << shift
      if byte & 0x80 != 0 {
        shift += 7
      } else {
        body(value)
        value = 0
        shift = 0
      }
    }
  }
}
