import AudioModel

/// The packets of a track or of one of its fragments.
///
/// A table takes about two bytes per packet and six for each run of adjacent packets. It takes no
/// memory per packet if all have one size.
struct MP4PacketTable: PacketTable {
  enum Frames: Sendable {
    case constant(UInt32)
    case runs(FrameRuns)
  }

  let count: Int
  private let sizes: PacketSizes
  private let extents: PacketExtents
  private let frames: Frames

  /// Creates a table of the packets that have both a size and a location.
  ///
  /// - Precondition: Unless `count` is 0, the table has an extent, and a size for each packet.
  init(count: Int, sizes: PacketSizes, extents: PacketExtents, frames: Frames) {
    precondition(
      count <= sizes.count && (count == 0 || extents.count > 0),
      "some packets have no size or location")
    self.count = count
    self.sizes = sizes
    self.extents = extents
    self.frames = frames
  }

  var maximumPacketSize: Int { Int(sizes.maximum) }

  var byteCount: UInt64 { sizes.byteCount(before: count) }

  /// Bytes from the start of the file to the first packet.
  var firstOffset: UInt64? { extents.firstOffset }

  var frameCount: UInt64 { firstFrame(ofPacket: count) }

  var endOffset: UInt64 {
    guard count > 0 else { return 0 }
    guard !extents.isAscending else {
      let last = packet(at: count - 1)
      return last.offset.clampedAdding(UInt64(last.byteCount))
    }
    var end: UInt64 = 0
    var first = 0
    while first < count {
      let extent = extents.extent(ofPacket: first)
      let next = min(extent.nextFirstPacket, count)
      let bytes = sizes.byteCount(before: next) &- sizes.byteCount(before: first)
      end = max(end, extent.offset.clampedAdding(bytes))
      first = next
    }
    return end
  }

  func packet(at index: Int) -> Packet {
    let extent = extents.extent(ofPacket: index)
    let distance = sizes.byteCount(before: index) &- sizes.byteCount(before: extent.firstPacket)
    return Packet(
      offset: extent.offset.clampedAdding(distance), byteCount: sizes.size(at: index),
      frameCount: frameCount(at: index))
  }

  func append(_ range: Range<Int>, to packets: inout [Packet]) {
    guard let first = range.first else { return }
    packets.reserveCapacity(packets.count + range.count)
    var next = packet(at: first)
    var end = extents.extent(ofPacket: first).nextFirstPacket
    packets.append(next)
    for index in range.dropFirst() {
      if index == end {
        let extent = extents.extent(ofPacket: index)
        next.offset = extent.offset
        end = extent.nextFirstPacket
      } else {
        next.offset = next.offset.clampedAdding(UInt64(next.byteCount))
      }
      next.byteCount = sizes.size(at: index)
      if case .runs = frames { next.frameCount = frameCount(at: index) }
      packets.append(next)
    }
  }

  func firstFrame(ofPacket index: Int) -> UInt64 {
    switch frames {
    case .constant(let frames):
      let (product, overflow) = UInt64(index).multipliedReportingOverflow(by: UInt64(frames))
      return overflow ? .max : product
    case .runs(let runs): return runs.firstFrame(ofPacket: index)
    }
  }

  func packetIndex(atFrame frame: UInt64) -> Int {
    switch frames {
    case .constant(let frames):
      guard frames > 0 else { return count }
      return Int(min(frame / UInt64(frames), UInt64(count)))
    case .runs(let runs):
      let index = runs.packetIndex(atFrame: frame)
      // Packets after the last run have no frames.
      return index == runs.count ? count : min(index, count)
    }
  }

  private func frameCount(at index: Int) -> UInt32 {
    switch frames {
    case .constant(let frames): frames
    case .runs(let runs): runs.frames(at: index)
    }
  }

  /// Approximate number of bytes held.
  var heldByteCount: Int {
    let frameBytes = if case .runs(let runs) = frames { runs.heldByteCount } else { 0 }
    return sizes.heldByteCount + extents.heldByteCount + frameBytes
  }
}
