import AudioModel
import AudioSyntax

/// The times, sizes, and locations of a track's packets, collected as the packets arrive.
///
/// Sizes are kept as seven bits per byte, which takes two bytes for most packets.
///
/// Source: ISO/IEC 14496-12, 8.6.1.2 (stts), 8.7.3.2 (stsz), 8.7.4 (stsc), 8.7.5 (stco, co64).
struct MP4SampleTableWriter: Sendable {
  /// Packets with the same duration.
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
  /// Bytes of each packet if all packets have this size; otherwise 0.
  let constantByteCount: UInt32

  /// Frames in a chunk, or 0 for the usual number of packets.
  var chunkFrameCount: UInt64 = 0

  /// Packets in a chunk.
  private var chunkLength: Int {
    let frames = UInt64(runs.first?.frames ?? 0)
    guard chunkFrameCount > 0, frames > 0 else { return constantByteCount > 0 ? 1 << 14 : 32 }
    // Chunks of few frames of linear PCM would make the table as large as the sound.
    let least = constantByteCount > 0 ? 1 << 8 : 1
    return max(least, Int(clamping: chunkFrameCount / frames))
  }

  /// Starts a table.
  ///
  /// - Parameter constantByteCount: Bytes of each packet; 0 for packets of their own sizes.
  init(constantByteCount: Int = 0) {
    self.constantByteCount = UInt32(clamping: constantByteCount)
  }

  /// Adds bytes of packets of the constant size, each with one frame.
  mutating func append(constant count: Int) {
    byteCount += UInt64(count)
    largestPacket = constantByteCount
    packetCount = Int(clamping: byteCount / UInt64(max(constantByteCount, 1)))
    frameCount = UInt64(packetCount)
    runs = packetCount > 0 ? [Run(count: UInt32(clamping: packetCount), frames: 1)] : []
  }

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

  /// Maximum size in bytes of ``boxes(from:isWide:)`` after `added` more packets.
  func boxByteCountLimit(adding added: Int) -> Int {
    let count = packetCount + added
    let chunks = 8 * (count / chunkLength + 1)
    guard constantByteCount == 0 else { return 200 + chunks }
    return 200 + 8 * (runs.count + added) + 4 * count + chunks
  }

  /// Creates the boxes of the table.
  ///
  /// - Parameters:
  ///   - start: Position of the first packet in the file. The other packets follow it.
  ///   - isWide: Whether chunk offsets take 64 bits.
  /// - Returns: The boxes, one after the other.
  func boxes(from start: UInt64, isWide: Bool) -> [UInt8] {
    let chunkCount = (packetCount + chunkLength - 1) / chunkLength
    var sizeList: [UInt8] = .big(constantByteCount)
    sizeList.append(big: UInt32(clamping: packetCount))
    var places: [UInt8] = .big(UInt32(clamping: chunkCount))
    func append(place: UInt64) {
      if isWide {
        places.append(big: place)
      } else {
        places.append(big: UInt32(clamping: place))
      }
    }
    if constantByteCount > 0 {
      let chunkByteCount = UInt64(chunkLength) * UInt64(constantByteCount)
      for chunk in 0..<UInt64(chunkCount) { append(place: start &+ chunk &* chunkByteCount) }
    } else {
      sizeList.reserveCapacity(8 + 4 * packetCount)
    }
    var offset = start
    var index = 0
    forEachSize { size in
      if index.isMultiple(of: chunkLength) { append(place: offset) }
      sizeList.append(big: size)
      offset &+= UInt64(size)
      index += 1
    }
    return times + chunks(chunkCount) + .fullBox(FourCC("s", "t", "s", "z"), sizeList)
      + .fullBox(isWide ? FourCC("c", "o", "6", "4") : FourCC("s", "t", "c", "o"), places)
  }

  /// Bytes of a growing table's counts, which precede the sizes.
  static let countsByteCount = 72

  /// Creates the boxes of a table that has room for more packets, which all lie in one chunk.
  ///
  /// - Parameters:
  ///   - start: Position of the first packet in the file. The other packets follow it.
  ///   - capacity: Number of packets that the size table can hold.
  /// - Returns: The boxes: location, counts, sizes.
  func growingBoxes(from start: UInt64, capacity: Int) -> [UInt8] {
    var bytes: [UInt8] = .fullBox(FourCC("c", "o", "6", "4"), .big(UInt32(1)) + .big(start))
    bytes += counts(capacity: capacity)
    forEachSize { bytes.append(big: $0) }
    if constantByteCount == 0 { bytes.append(zeros: 4 * max(capacity - packetCount, 0)) }
    return bytes
  }

  /// Bytes of the sizes in a growing table.
  func sizesByteCount(capacity: Int) -> Int { constantByteCount > 0 ? 0 : 4 * capacity }

  /// The part of a growing table that changes with new packets, which all have the first packet's
  /// length.
  func counts(capacity: Int) -> [UInt8] {
    let count = UInt32(clamping: packetCount)
    let times: [UInt8] = .big(UInt32(1)) + .big(count) + .big(runs.first?.frames ?? 0)
    let chunks: [UInt8] = .big(UInt32(1)) + .big(UInt32(1)) + .big(count) + .big(UInt32(1))
    var bytes: [UInt8] = .fullBox(FourCC("s", "t", "t", "s"), times)
    bytes += .fullBox(FourCC("s", "t", "s", "c"), chunks)
    bytes.append(big: UInt32(clamping: 20 + sizesByteCount(capacity: capacity)))
    bytes.append(FourCC("s", "t", "s", "z"))
    bytes.append(zeros: 4)
    bytes.append(big: constantByteCount)
    bytes.append(big: count)
    return bytes
  }

  private var times: [UInt8] {
    var list: [UInt8] = .big(UInt32(clamping: runs.count))
    for run in runs {
      list.append(big: run.count)
      list.append(big: run.frames)
    }
    return .fullBox(FourCC("s", "t", "t", "s"), list)
  }

  /// The number of packets in each chunk, equal for all chunks except the last.
  private func chunks(_ chunkCount: Int) -> [UInt8] {
    let last = packetCount % chunkLength
    var entries: [(first: Int, count: Int)] = []
    if chunkCount > (last == 0 ? 0 : 1) { entries.append((1, chunkLength)) }
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
