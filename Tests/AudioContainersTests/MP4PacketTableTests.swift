import AudioModel
import Testing

@testable import AudioContainers

/// Compares compact tables with the plain lists that they represent.
@Suite struct MP4PacketTableTests {
  @Test(arguments: [0, 1, 63, 64, 65, 4095, 4096, 4097, 20_000])
  func sizesAddUp(count: Int) {
    var random = SplitMix(state: UInt64(count) + 1)
    var sizes = PacketSizes()
    var plain: [UInt32] = []
    for index in 0..<count {
      // One page of large packets among small ones.
      let limit: UInt64 = index / 4096 == 1 ? 1 << 20 : 2000
      plain.append(UInt32(random.next() % limit))
      sizes.append(plain[index])
    }
    sizes.close()
    #expect(sizes.count == count)
    #expect(sizes.maximum == plain.max() ?? 0)
    var sum: UInt64 = 0
    for index in 0..<count {
      guard sizes.size(at: index) == plain[index], sizes.byteCount(before: index) == sum else {
        Issue.record("packet \(index)")
        return
      }
      sum += UInt64(plain[index])
    }
    #expect(sizes.byteCount(before: count) == sum)
  }

  @Test func extentsAreFound() {
    var random = SplitMix(state: 3)
    var extents = PacketExtents()
    var plain: [(first: Int, offset: UInt64)] = []
    var packet = 0
    var offset: UInt64 = 100
    for index in 0..<3000 {
      plain.append((packet, offset))
      extents.append(firstPacket: packet, offset: offset)
      packet += index % 500 == 7 ? 100_000 : Int(random.next() % 3) + 1
      // Mostly adjacent, sometimes far ahead or back.
      offset =
        index % 700 == 9 ? offset / 2 : offset + (index % 900 == 5 ? 1 << 33 : random.next() % 5000)
    }
    for index in plain.indices {
      let next = index + 1 < plain.count ? plain[index + 1].first : Int.max
      let expected = PacketExtents.Extent(
        firstPacket: plain[index].first, offset: plain[index].offset, nextFirstPacket: next)
      #expect(extents.extent(ofPacket: plain[index].first) == expected)
      #expect(extents.extent(ofPacket: min(next - 1, packet)) == expected)
    }
  }

  @Test func runsOfFramesAreFound() {
    var runs = FrameRuns()
    var plain: [UInt32] = []
    for index in 0..<500 {
      let frames = UInt32(index % 5 * 100)
      runs.append(UInt32(index % 3), of: frames)
      plain += [UInt32](repeating: frames, count: index % 3)
    }
    #expect(runs.count == plain.count)
    var frame: UInt64 = 0
    for (index, frames) in plain.enumerated() {
      #expect(runs.frames(at: index) == frames)
      #expect(runs.firstFrame(ofPacket: index) == frame)
      if frames > 0 {
        #expect(runs.packetIndex(atFrame: frame) == index)
        #expect(runs.packetIndex(atFrame: frame + UInt64(frames) - 1) == index)
      }
      frame += UInt64(frames)
    }
    #expect(runs.total == frame)
    #expect(runs.packetIndex(atFrame: frame) == plain.count)
  }

  /// A packet takes little more than two bytes, regardless of the division into adjacent chunks.
  @Test func tablesAreSmall() throws {
    let sizes = (0..<30_000).map { 300 + $0 % 50 }
    var file = MP4FileBytes(tracks: [MP4Sample.aacTrack(sizes)])
    file.tracks[0].samplesPerChunk = 21
    let table = try #require(try self.table(file))
    #expect(table.count == sizes.count)
    #expect(table.heldByteCount < sizes.count * 5 / 2)
    // A chunk for each packet, with bytes between them, as in a film.
    file.tracks[0].samplesPerChunk = 1
    file.gap = 1
    #expect(try #require(try self.table(file)).heldByteCount < sizes.count * 9)
  }

  @Test func tablesOfConstantPacketsHaveConstantSize() throws {
    let entry = soundEntry("twos")
    var file = MP4FileBytes(
      tracks: [MP4TrackBytes(entry: entry, sizes: [Int](repeating: 4, count: 10_000))])
    file.tracks[0].samplesPerChunk = 100
    file.tracks[0].sizeBox = .constant(nil)
    let table = try #require(try self.table(file))
    #expect(table.count == 10_000)
    #expect(table.heldByteCount < 200)
  }

  /// Stated sizes take no memory; only received bytes do.
  @Test func statedSizesUseNoMemory() throws {
    var file = MP4FileBytes(tracks: [MP4Sample.aacTrack([1, 2, 3])])
    file.tracks[0].sizeBox = .constant(5)
    file.tracks[0].stated = 0xFFFF_FFFF
    let table = try #require(try self.table(file))
    #expect(table.count >= 3)
    #expect(table.heldByteCount < 200)
    _ = table.packet(at: table.count - 1)
  }

  private func table(_ file: MP4FileBytes) throws -> MP4PacketTable? {
    let bytes = file.bytes
    var reader = MP4Reader()
    var packets: [Packet] = []
    while true {
      let rest = bytes.span.extracting(min(Int(reader.position), bytes.count)...)
      switch try reader.next(rest, isEnd: true, into: &packets) {
      case .table(let table): return table as? MP4PacketTable
      case .end: return nil
      default: break
      }
    }
  }
}
