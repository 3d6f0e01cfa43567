import AudioModel
import Foundation
import Testing

@testable import AudioContainers

/// Movies in fragments, as the writer lays them out.
@Suite struct MP4FragmentWriterTests {
  private static let packetFrames: UInt32 = 1000

  private func content(_ plan: FragmentPlan) -> ContainerContent {
    var format = StreamFormat(sampleRate: 10_000, formatID: .mpeg4AAC, channelCount: 2)
    format.framesPerPacket = Int(Self.packetFrames)
    var content = ContainerContent(fileType: FourCC("m", "p", "4", "f"), format: format)
    content.fragments = plan
    return content
  }

  /// A file of bytes that edits change.
  private struct File {
    var bytes: [UInt8] = []

    mutating func apply(_ edits: FileEdits, lent: [UInt8] = []) throws {
      for edit in edits.list {
        let new: [UInt8]
        switch edit.source {
        case .own(let range): new = Array(edits.bytes[range])
        case .lent(let range): new = Array(lent[range])
        default: throw ContainerWriteError.unsupportedProperty
        }
        let offset = Int(edit.offset)
        // The writer leaves no gaps.
        try #require(offset <= bytes.count)
        bytes += [UInt8](repeating: 0, count: max(0, offset + new.count - bytes.count))
        bytes.replaceSubrange(offset..<offset + new.count, with: new)
      }
      if let end = edits.end { bytes = Array(bytes.prefix(Int(end))) }
    }
  }

  /// Writes packets of 1, 2, 3 … bytes, and checks their positions.
  private func write(
    _ plan: FragmentPlan, packetCount: Int, atOnce: Int, flushAfter: Int? = nil,
    check: (File, Int) throws -> Void = { _, _ in }
  ) throws -> File {
    var content = content(plan)
    var writer = try MP4Writer(content)
    var file = File()
    var edits = FileEdits()
    try writer.describe(content, &edits)
    try file.apply(edits)
    var placed: [Packet] = []
    var index = 0
    while index < packetCount {
      let range = index..<min(packetCount, index + atOnce)
      var bytes: [UInt8] = []
      var packets: [Packet] = []
      for number in range {
        packets.append(
          Packet(
            offset: UInt64(bytes.count), byteCount: UInt32(number + 1),
            frameCount: Self.packetFrames))
        bytes += [UInt8](repeating: UInt8(number & 0xFF), count: number + 1)
      }
      var edits = FileEdits()
      try writer.append(bytes.span, packets, placed: &placed, &edits)
      try file.apply(edits, lent: bytes)
      index = range.upperBound
      if index == flushAfter {
        content.fragments?.flushCount += 1
        var edits = FileEdits()
        try writer.describe(content, &edits)
        try file.apply(edits)
      }
      try check(file, index)
    }
    var end = FileEdits()
    try writer.finish(&end)
    try file.apply(end)
    for (number, packet) in placed.enumerated() {
      let start = Int(packet.offset)
      #expect(
        Array(file.bytes[start..<start + number + 1])
          == [UInt8](repeating: UInt8(number & 0xFF), count: number + 1))
    }
    return file
  }

  private func packets(_ file: File) throws -> [Packet] {
    let result = try readAll(file.bytes, with: DetectingReader(), mayGoBack: true)
    #expect(result.error == nil)
    return result.tablePackets ?? result.packets
  }

  private func count(_ type: String, _ file: File) -> Int {
    let name = Array(type.utf8)
    return file.bytes.indices.dropLast(3).filter { Array(file.bytes[$0..<$0 + 4]) == name }.count
  }

  @Test("all packets are found at their positions, however they arrive", arguments: [1, 3, 50])
  func positions(atOnce: Int) throws {
    let file = try write(FragmentPlan(interval: 0.75), packetCount: 50, atOnce: atOnce)
    let found = try packets(file)
    #expect(found.map(\.byteCount) == (1...50).map { UInt32($0) })
    #expect(found.allSatisfy { file.bytes[Int($0.offset)] == UInt8($0.byteCount - 1) })
    // Every 7,500 frames, so after 8, 15, 23, 30, 38, 45 and 50 packets.
    #expect(count("moof", file) == 7 && count("mfra", file) == 1)
  }

  @Test("before its end, a file has the packets of its whole fragments")
  func growing() throws {
    var plan = FragmentPlan(interval: 1)
    plan.firstInterval = 0.5
    _ = try write(plan, packetCount: 40, atOnce: 1) { file, count in
      let expected = count < 5 ? 0 : (count - 5) / 10 * 10 + 5
      let found = try packets(file).count
      #expect(found == expected)
    }
  }

  @Test("a request ends a fragment, and a filler box takes the rest of its room")
  func flush() throws {
    let file = try write(
      FragmentPlan(interval: 1), packetCount: 20, atOnce: 1, flushAfter: 3)
    #expect(try packets(file).count == 20)
    #expect(count("moof", file) == 3 && count("free", file) == 1)
  }

  @Test("priming counts before the first interval, and the end of the recording is stated")
  func trim() throws {
    var plan = FragmentPlan(interval: 1)
    plan.primingFrames = 2_500
    var content = content(plan)
    var writer = try MP4Writer(content)
    var file = File()
    var placed: [Packet] = []
    for _ in 0..<24 {
      var edits = FileEdits()
      try writer.append(
        [1, 2].span, [Packet(offset: 0, byteCount: 2, frameCount: Self.packetFrames)],
        placed: &placed, &edits)
      try file.apply(edits, lent: [1, 2])
    }
    // Ten thousand frames after the priming end in the packet 13, and the next in the packet 23.
    #expect(count("moof", file) == 2)
    content.trim = FrameTrim(primingFrames: 2_500, validFrames: 21_234, remainderFrames: 266)
    var edits = FileEdits()
    try writer.describe(content, &edits)
    try writer.finish(&edits)
    try file.apply(edits)
    let result = try readAll(file.bytes, with: DetectingReader(), mayGoBack: true)
    #expect(result.info?.trim == content.trim)
  }

  @Test("segments are divided into a header and parts with times")
  func segments() throws {
    var plan = FragmentPlan(interval: 1)
    plan.isSegmented = true
    plan.startFrame = 100_000
    plan.primingFrames = 500
    let file = try write(plan, packetCount: 25, atOnce: 4)
    for step in [1, 7, 1000, file.bytes.count] {
      var splitter = MP4SegmentSplitter()
      var segments: [MP4SegmentSplitter.Segment] = []
      var index = 0
      while index < file.bytes.count {
        let end = min(index + step, file.bytes.count)
        segments += splitter.append(file.bytes[index..<end].span)
        index = end
      }
      #expect(splitter.finish() == nil)
      #expect(segments.flatMap(\.bytes) == file.bytes)
      #expect(segments.map { $0.frames?.start } == [nil, 99_500, 110_500, 120_500])
      #expect(segments.map { $0.frames?.count } == [nil, 11_000, 10_000, 4_000])
    }
  }

  @Test("language codes have five bits for each letter")
  func languages() {
    #expect(MP4Language.code("und") == MP4Language.undetermined)
    #expect(MP4Language.code("eng") == 0x15C7)
    #expect(MP4Language.code("") == MP4Language.undetermined)
    #expect(MP4Language.code("EN") == MP4Language.undetermined)
  }
}
