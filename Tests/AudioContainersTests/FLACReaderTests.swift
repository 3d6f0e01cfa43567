import AudioModel
import Testing

@testable import AudioContainers

@Suite struct FLACReaderTests {
  let laws = ReaderLaws { FLACReader() }

  /// Samples with sync codes, and whole headers of non-adjacent frames.
  private static func body(_ seed: UInt64, _ count: Int) -> [UInt8] {
    var random = SplitMix(state: seed)
    var body = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    if count > 40 {
      body.replaceSubrange(10..<12, with: [0xFF, 0xF8])
      body.replaceSubrange(20..<26, with: flacFrame(UInt32(seed) * 3 + 2, []).prefix(6))
      body.replaceSubrange(30..<36, with: flacFrame(70, []).prefix(6))
    }
    return body
  }

  private static let frames = (0..<20 as Range<UInt32>).map {
    flacFrame($0, body(UInt64($0), Int($0) * 23 % 90))
  }
  private static let file = flac([flacStreamInfo(frames: 81_920)], frames: frames)
  private static let start = 42

  /// Returns the packets of adjacent frames.
  private static func packets(
    _ frames: [[UInt8]], from start: Int, length: UInt32 = 4096
  ) -> [Packet] {
    var place = UInt64(start)
    return frames.map { frame in
      defer { place += UInt64(frame.count) }
      return Packet(offset: place, byteCount: UInt32(frame.count), frameCount: length)
    }
  }

  @Test func readsFormatAndFrames() throws {
    let result = try readAll(Self.file, with: FLACReader())
    #expect(result.error == nil)
    #expect(result.packets == Self.packets(Self.frames, from: Self.start))
    let info = try #require(result.info)
    #expect(info.fileType == .flac)
    #expect(
      info.format
        == StreamFormat(
          sampleRate: 44_100, formatID: .flac, formatFlags: 1, framesPerPacket: 4096,
          channelCount: 2))
    #expect(info.dataOffset == 42)
    #expect(info.statedPacketCount == 20)
    #expect(
      info.trim == FrameTrim(primingFrames: 0, validFrames: 81_920, remainderFrames: 0))
    #expect(info.channelLayout == .stereo)
    #expect(info.magicCookie.count == 50)
    #expect(Array(info.magicCookie.suffix(34)) == Array(Self.file[8..<42]))
  }

  @Test func keepsTheReaderContract() throws {
    let short = flac([flacStreamInfo()], frames: Array(Self.frames.prefix(4)))
    try laws.checkCuts(Self.file)
    try laws.checkPrefixes(Self.file)
    try laws.checkByteValues(short)
  }

  @Test(arguments: [127, 128, 0x7FF, 0x800, 0xFFFF, 0x1_0000, 0x1F_FFFF, 0x3FF_FFFF, 0x7FFF_FFFE])
  func readsNumbersOfAnyLength(number: UInt32) throws {
    let frames = [flacFrame(number, [1, 2, 3]), flacFrame(number + 1, [4])]
    let result = try readAll(flac([flacStreamInfo()], frames: frames), with: FLACReader())
    #expect(result.packets == Self.packets(frames, from: Self.start))
  }

  @Test func readsBlocksOfAnyLength() throws {
    var number: UInt32 = 0
    let lengths: [UInt16] = [16, 4096, 4608, 1, 65_535]
    let frames = lengths.map { length in
      defer { number += UInt32(length) }
      return flacFrame(number, [1, 2], length: length, countsSound: true)
    }
    let stream = flacStreamInfo(shortest: 16, longest: 65_535)
    let result = try readAll(flac([stream], frames: frames), with: FLACReader())
    #expect(result.packets.map(\.frameCount) == lengths.map(UInt32.init))
    #expect(result.info?.format.framesPerPacket == 0)
    #expect(result.info?.trim == nil)
  }

  @Test func readsCommentsAndSkipsOtherBlocks() throws {
    func text(_ text: String) -> [UInt8] { littleEndian(UInt32(text.utf8.count)) + text.utf8 }
    let comment =
      text("vendor") + littleEndian(4 as UInt32) + text("title=Größe") + text("DATE=2001-02-03")
      + text("no value") + text("Artist=a")
    let blocks = [
      flacStreamInfo(), flacBlock(6, [UInt8](repeating: 0xFF, count: 500)), flacBlock(4, comment),
      flacBlock(1, [0, 0, 0]), flacBlock(3, [1]),
    ]
    let bytes = flac(blocks, frames: Self.frames)
    let result = try readAll(bytes, with: FLACReader())
    #expect(
      result.info?.tags.values
        == ["title": "Größe", "year": "2001", "recorded date": "2001-02-03", "artist": "a"])
    #expect(result.packets.count == Self.frames.count)
    try laws.checkCuts(bytes)
    try laws.checkByteValues(Array(bytes.prefix(700)))
  }

  @Test func readsSpeakersFromAComment() throws {
    func layout(channels: UInt64, _ texts: String...) throws -> ChannelLayout? {
      let blocks = [
        flacStreamInfo(channels: channels), flacBlock(4, vorbisComment(["TITLE=a"] + texts)),
        flacBlock(1, [0]),
      ]
      return try readAll(flac(blocks, frames: Self.frames), with: FLACReader()).info?.channelLayout
    }
    let name = "WAVEFORMATEXTENSIBLE_CHANNEL_MASK"
    #expect(try layout(channels: 4, "\(name)=0x107") == .bitmap(0x107))
    #expect(try layout(channels: 8, "\(name.lowercased())=0xff") == .bitmap(0xFF))
    // No mask, masks for another number of channels, and invalid numbers.
    #expect(try layout(channels: 4) == .bitmap(0x33))
    for text in ["0x7", "0x", "107", "0xg07", "0x+107", "0x100000107"] {
      #expect(try layout(channels: 4, "\(name)=\(text)") == .bitmap(0x33))
    }
    #expect(try layout(channels: 2, "\(name)=0x30") == .stereo)
  }

  @Test func readsTheSeekTable() throws {
    func point(_ frame: UInt64, _ offset: UInt64) -> [UInt8] {
      bigEndian(frame) + bigEndian(offset) + bigEndian(4096 as UInt16)
    }
    // The third is out of order, the fifth is a placeholder, and the last is cut off.
    let table =
      point(0, 0) + point(8192, 40) + point(4096, 50) + point(40_960, 700) + point(.max, 0)
      + point(81_920, 900).dropLast()
    let bytes = Self.fileWith(flacBlock(3, table))
    let result = try readAll(bytes, with: FLACReader())
    #expect(
      result.info?.seekPoints
        == [
          SeekPoint(frame: 0, byteOffset: 0), SeekPoint(frame: 8192, byteOffset: 40),
          SeekPoint(frame: 40_960, byteOffset: 700),
        ])
    #expect(result.packets.count == Self.frames.count)
    try laws.checkCuts(bytes)
  }

  private static func fileWith(_ block: [UInt8]) -> [UInt8] {
    flac([flacStreamInfo(), block], frames: frames)
  }

  @Test func keepsTheTimeOfDamagedFrames() throws {
    for damaged in 0..<Self.frames.count {
      var frames = Self.frames
      let last = frames[damaged].count - 1
      frames[damaged][last] ^= 0x10
      let result = try readAll(flac([flacStreamInfo()], frames: frames), with: FLACReader())
      var expected = Self.packets(frames, from: Self.start)
      // The bytes after the last frame are not a header.
      if damaged == frames.count - 1 { expected.removeLast() }
      #expect(result.packets == expected, "frame \(damaged)")
    }
  }

  @Test func continuesAfterAGap() throws {
    for damaged in 1..<Self.frames.count - 1 {
      for isCut in [false, true] {
        var frames = Self.frames
        // A removed frame, or one without its header, which hides the end of the previous frame.
        if isCut { frames.remove(at: damaged) } else { frames[damaged][4] ^= 0x10 }
        let result = try readAll(flac([flacStreamInfo()], frames: frames), with: FLACReader())
        var expected = Self.packets(frames, from: Self.start)
        if !isCut { expected.removeSubrange(damaged - 1...damaged) }
        #expect(result.packets == expected, "frame \(damaged), cut out: \(isCut)")
      }
    }
  }

  @Test func dropsATruncatedLastFrame() throws {
    let result = try readAll(Array(Self.file.dropLast(1)), with: FLACReader())
    #expect(result.packets == Self.packets(Self.frames.dropLast(), from: Self.start))
  }

  @Test func endsBeforeAnID3v1Tag() throws {
    let tag = Array("TAG".utf8) + [UInt8](repeating: 0, count: 125)
    let result = try readAll(Self.file + tag, with: FLACReader())
    #expect(result.packets == Self.packets(Self.frames, from: Self.start))
  }

  @Test func resynchronisesToAWholeFrame() throws {
    let all = Self.packets(Self.frames, from: Self.start)
    for offset in stride(from: 0, through: Self.file.count, by: 7) {
      var reader = FLACReader()
      var packets: [Packet] = []
      guard case .info = try reader.next(Self.file.span, isEnd: true, into: &packets) else {
        Issue.record("no info")
        return
      }
      reader.resynchronise(at: UInt64(offset))
      var isAtEnd = false
      while !isAtEnd {
        let start = min(Int(reader.position), Self.file.count)
        let rest = Self.file.span.extracting(start...)
        if case .end = try reader.next(rest, isEnd: true, into: &packets) { isAtEnd = true }
      }
      #expect(packets == all.filter { $0.offset >= UInt64(offset) })
    }
  }

  @Test func dropsAFrameWithoutAnEnd() throws {
    // The first frame cannot have a megabyte: 16-bit stereo has at most 35 kB.
    let junk = [UInt8](repeating: 0x55, count: 1 << 20)
    let bytes = flac([flacStreamInfo()], frames: [Self.frames[0].dropLast(1) + junk] + Self.frames)
    let whole = try readAll(bytes, with: FLACReader())
    #expect(whole.packets.count == Self.frames.count)
    let cut = try readAll(bytes, inPiecesOf: 4096, with: FLACReader())
    #expect(cut == whole)
  }

  @Test(
    arguments: [
      ([], ContainerError(.empty, at: 0)),
      (Array("OggS".utf8), ContainerError(.unrecognised, at: 0)),
      (flac([flacBlock(4, [])], frames: []), ContainerError(.malformed, at: 4)),
      (flac([flacBlock(0, [1, 2])], frames: []), ContainerError(.malformed, at: 4)),
      (flac([flacStreamInfo(rate: 0)], frames: []), ContainerError(.malformed, at: 8)),
      (flac([flacStreamInfo(bits: 3)], frames: []), ContainerError(.malformed, at: 8)),
      (flac([flacStreamInfo(longest: 0)], frames: []), ContainerError(.malformed, at: 8)),
      (
        flac([flacStreamInfo(), flacBlock(127, [])], frames: []), ContainerError(.malformed, at: 42)
      ),
      (
        flac([flacStreamInfo(), flacBlock(4, [], size: 9)], frames: []),
        ContainerError(.truncated, at: 46)
      ),
    ] as [([UInt8], ContainerError)])
  func reportsErrorsWithTheirOffsets(bytes: [UInt8], error: ContainerError) throws {
    #expect(try readAll(bytes, with: FLACReader()).error == error)
  }
}
