import AudioModel
import Testing

@testable import AudioContainers
@testable import AudioSyntax

@Suite struct MPEGAudioReaderTests {
  let laws = ReaderLaws { DetectingReader() }

  @Test(arguments: MPEGSample.all)
  func findsThePackets(sample: MPEGSample) throws {
    let result = try readAll(sample.bytes, with: DetectingReader())
    #expect(result.error == nil)
    #expect(result.packets.map { [Int($0.offset), Int($0.byteCount)] } == sample.packets)
    #expect(result.laterTags.values == sample.laterTags)
    let info = try #require(result.info)
    #expect(Int(info.dataOffset) <= sample.packets[0][0])
    #expect(result.packets.allSatisfy { Int($0.byteCount) <= info.packetSizeUpperBound })
    #expect(result.packets.allSatisfy { Int($0.frameCount) == info.format.framesPerPacket })
  }

  @Test(arguments: MPEGSample.all)
  func keepsTheReaderContract(sample: MPEGSample) throws {
    try laws.checkCuts(sample.bytes)
    try laws.checkPrefixes(sample.bytes)
    try laws.checkByteValues(sample.bytes)
  }

  struct Kind: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var start: UInt16
    var fileType: String
    var rates: [Double]
    var framesPerPacket: Int
    /// The bytes of a frame at the eighth bit rate and the first sampling rate.
    var byteCount: Int
  }

  static let kinds = [
    Kind(
      testDescription: "MPEG-1 I", start: 0xFFFF, fileType: "MPG1",
      rates: [44_100, 48_000, 32_000],
      framesPerPacket: 384, byteCount: 276),
    Kind(
      testDescription: "MPEG-1 II", start: 0xFFFD, fileType: "MPG2",
      rates: [44_100, 48_000, 32_000], framesPerPacket: 1152, byteCount: 417),
    Kind(
      testDescription: "MPEG-1 III", start: 0xFFFB, fileType: "MPG3",
      rates: [44_100, 48_000, 32_000], framesPerPacket: 1152, byteCount: 365),
    Kind(
      testDescription: "MPEG-2 I", start: 0xFFF7, fileType: "MPG1",
      rates: [22_050, 24_000, 16_000],
      framesPerPacket: 384, byteCount: 276),
    Kind(
      testDescription: "MPEG-2 II", start: 0xFFF5, fileType: "MPG2",
      rates: [22_050, 24_000, 16_000], framesPerPacket: 1152, byteCount: 417),
    Kind(
      testDescription: "MPEG-2 III", start: 0xFFF3, fileType: "MPG3",
      rates: [22_050, 24_000, 16_000], framesPerPacket: 576, byteCount: 208),
    Kind(
      testDescription: "MPEG-2.5 III", start: 0xFFE3, fileType: "MPG3",
      rates: [11_025, 12_000, 8_000], framesPerPacket: 576, byteCount: 417),
  ]

  @Test(arguments: kinds)
  func readsLayersVersionsAndRates(kind: Kind) throws {
    for (rate, hertz) in kind.rates.enumerated() {
      for mode in [0, 1, 2, 3] as [UInt32] {
        let stream = MPEGStream(start: kind.start, rate: UInt32(rate), bitRate: 8, mode: mode)
        let result = try readAll(stream.frames(3), with: DetectingReader())
        let info = try #require(result.info)
        #expect(info.fileType.description == kind.fileType)
        #expect(info.format.formatID.description == ".mp" + kind.fileType.suffix(1))
        #expect(info.format.sampleRate == hertz)
        #expect(info.format.framesPerPacket == kind.framesPerPacket)
        #expect(info.format.bytesPerPacket == 0)
        #expect(info.format.channelCount == (mode == 3 ? 1 : 2))
        #expect(info.channelLayout == (mode == 3 ? .mono : .stereo))
        if rate == 0 { #expect(result.packets.first?.byteCount == UInt32(kind.byteCount)) }
      }
    }
  }

  @Test func refusesReservedHeaders() {
    let good: UInt32 = 0xFFFB_9000
    #expect(MPEGAudioHeader(good) != nil)
    #expect(MPEGAudioHeader(good & ~(1 << 21)) == nil)
    #expect(MPEGAudioHeader(good & ~(3 << 19) | 1 << 19) == nil)
    #expect(MPEGAudioHeader(good & ~(3 << 17)) == nil)
    #expect(MPEGAudioHeader(good | 15 << 12) == nil)
    #expect(MPEGAudioHeader(good | 3 << 10) == nil)
  }

  @Test func readsXing() throws {
    let stream = MPEGStream()
    let table = (0..<100).map { UInt8($0 * 2) }
    let summary = stream.xing(
      frames: 10, bytes: 417 + 1040, table: table, padding: (576, 1000))
    let info = try #require(try readAll(summary + stream.frames(10), with: DetectingReader()).info)
    #expect(info.dataOffset == 417)
    #expect(info.statedPacketCount == 10)
    #expect(info.statedDataByteCount == 1040)
    #expect(info.seekTable == table)
    #expect(info.statedBitRate == 31_850)
    #expect(
      info.trim
        == FrameTrim(primingFrames: 1105, validFrames: 11_520 - 1576, remainderFrames: 471))
  }

  @Test func readsTheBitRateOfAnInfoHeader() throws {
    let stream = MPEGStream()
    let summary = stream.xing("Info", frames: 10, bytes: 417 + 1040)
    let info = try #require(try readAll(summary + stream.frames(10), with: DetectingReader()).info)
    #expect(info.statedBitRate == 32_000)
  }

  @Test(arguments: [
    (576, 529, 1105, 0, 10_415), (576, 0, 1105, 0, 10_415), (0, 1000, 529, 471, 10_520),
  ])
  func readsLAMETrims(front: Int, back: Int, priming: Int, remainder: Int, valid: UInt64) throws {
    let stream = MPEGStream()
    let bytes = stream.xing(frames: 10, padding: (front, back)) + stream.frames(10)
    let info = try #require(try readAll(bytes, with: DetectingReader()).info)
    let expected = FrameTrim(
      primingFrames: priming, validFrames: valid, remainderFrames: remainder)
    #expect(info.trim == expected)
  }

  @Test func limitsTrimsToTheAudio() throws {
    let stream = MPEGStream()
    let bytes = stream.xing(frames: 2, padding: (4095, 4095)) + stream.frames(2)
    #expect(try readAll(bytes, with: DetectingReader()).info?.trim == nil)
  }

  @Test func readsVBRI() throws {
    let stream = MPEGStream()
    let bytes =
      stream.vbri(frames: 4, bytes: 417 + 416, runs: [104, 104, 208]) + stream.frames(4)
    let info = try #require(try readAll(bytes, with: DetectingReader()).info)
    #expect(info.dataOffset == 417)
    #expect(info.statedPacketCount == 4)
    #expect(info.statedDataByteCount == 416)
    #expect(info.seekTable.count == 100)
    #expect([0, 33, 34, 66, 67, 99].map { info.seekTable[$0] } == [0, 0, 64, 64, 128, 128])
  }

  @Test(arguments: [(0, 0), (1, 104), (104, 104), (209, 312), (312, 312)])
  func resynchronisesToAFrame(offset: Int, packet: UInt64) throws {
    let bytes = MPEGStream().frames(4)
    var reader = DetectingReader()
    var packets: [Packet] = []
    _ = try reader.next(bytes.span, isEnd: true, into: &packets)
    reader.resynchronise(at: UInt64(offset))
    #expect(reader.position == UInt64(offset))
    let rest = bytes.span.extracting(offset...)
    _ = try reader.next(rest, isEnd: true, into: &packets)
    // A single last frame counts only if it starts at the requested offset.
    #expect(packets.first?.offset == (offset == 209 ? nil : packet))
  }
}
