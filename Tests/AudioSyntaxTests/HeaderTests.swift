import AudioModel
import Testing

@testable import AudioSyntax

/// Examples by hand, from the tables of each standard.
struct HeaderTests {
  struct MPEGFrame: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var header: UInt32
    var layer: Int
    var sampleRate: Int
    var channelCount: Int
    var framesPerPacket: Int
    /// `nil` for a free rate.
    var byteCount: Int?
  }

  @Test(
    "headers of MPEG audio are read",
    arguments: [
      MPEGFrame(
        testDescription: "128 kbit/s at 44.1 kHz", header: 0xFFFB_9000, layer: 3,
        sampleRate: 44100, channelCount: 2, framesPerPacket: 1152, byteCount: 417),
      MPEGFrame(
        testDescription: "with a slot of padding", header: 0xFFFB_9200, layer: 3,
        sampleRate: 44100, channelCount: 2, framesPerPacket: 1152, byteCount: 418),
      MPEGFrame(
        testDescription: "MPEG-2 in mono", header: 0xFFF3_80C0, layer: 3, sampleRate: 22050,
        channelCount: 1, framesPerPacket: 576, byteCount: 208),
      MPEGFrame(
        testDescription: "MPEG-2.5", header: 0xFFE3_8800, layer: 3, sampleRate: 8000,
        channelCount: 2, framesPerPacket: 576, byteCount: 576),
      MPEGFrame(
        testDescription: "layer II", header: 0xFFFD_A400, layer: 2, sampleRate: 48000,
        channelCount: 2, framesPerPacket: 1152, byteCount: 576),
      MPEGFrame(
        testDescription: "layer I with four bytes of padding", header: 0xFFFF_C200, layer: 1,
        sampleRate: 44100, channelCount: 2, framesPerPacket: 384, byteCount: 420),
      MPEGFrame(
        testDescription: "a free rate", header: 0xFFFB_0000, layer: 3, sampleRate: 44100,
        channelCount: 2, framesPerPacket: 1152),
    ])
  func mpegAudio(_ frame: MPEGFrame) throws {
    let bytes = [UInt8].big(frame.header)
    let parsed = MPEGAudioHeader(bytes.span)
    let header = try #require(parsed)
    #expect(header == MPEGAudioHeader(frame.header))
    #expect(header.layer == frame.layer)
    #expect(header.sampleRate == frame.sampleRate)
    #expect(header.channelCount == frame.channelCount)
    #expect(header.framesPerPacket == frame.framesPerPacket)
    #expect(header.frameByteCount == frame.byteCount)
    for end in 0..<4 {
      let cut = MPEGAudioHeader(bytes.span.extracting(first: end))
      #expect(cut == nil)
    }
  }

  @Test(
    "reserved values of MPEG audio are refused",
    arguments: [0xFFEB_9000, 0xFFF9_9000, 0xFFFB_F000, 0xFFFB_9C00, 0xFFDB_9000] as [UInt32])
  func reservedMPEGAudio(_ header: UInt32) {
    #expect(MPEGAudioHeader(header) == nil)
  }

  struct AC3Frame: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var bytes: [UInt8]
    var role = AC3Header.Role.first
    var sampleRate: Int
    var byteCount: Int
    var blockCount = 6
    var channelCount: Int
  }

  @Test(
    "headers of AC-3 are read",
    arguments: [
      AC3Frame(
        testDescription: "448 kbit/s at 48 kHz, 5.1", bytes: [0x0B, 0x77, 0, 0, 0x1E, 0x40, 0xE1],
        sampleRate: 48000, byteCount: 1792, channelCount: 6),
      AC3Frame(
        testDescription: "the longer frames of 44.1 kHz",
        bytes: [0x0B, 0x77, 0, 0, 0x41, 0x40, 0x40],
        sampleRate: 44100, byteCount: 140, channelCount: 2),
      AC3Frame(
        testDescription: "half the rate", bytes: [0x0B, 0x77, 0, 0, 0x00, 0x48, 0x20],
        sampleRate: 24000, byteCount: 128, channelCount: 1),
      AC3Frame(
        testDescription: "Enhanced AC-3", bytes: [0x0B, 0x77, 0x01, 0xFF, 0x04, 0x80, 0],
        sampleRate: 48000, byteCount: 1024, blockCount: 1, channelCount: 2),
      AC3Frame(
        testDescription: "a dependent frame at a low rate",
        bytes: [0x0B, 0x77, 0x41, 0xFF, 0xDF, 0x80, 0], role: .dependent, sampleRate: 22050,
        byteCount: 1024, channelCount: 6),
    ])
  func ac3(_ frame: AC3Frame) throws {
    let parsed = AC3Header(frame.bytes.span, at: 0)
    let header = try #require(parsed)
    let program = AC3Program(mode: header.mode, hasLowFrequency: header.hasLowFrequency)
    #expect(header.role == frame.role)
    #expect(header.sampleRate == frame.sampleRate)
    #expect(header.frameByteCount == frame.byteCount)
    #expect(header.blockCount == frame.blockCount)
    #expect(program.channelCount == frame.channelCount)
  }

  @Test("an ADTS header gives the configuration of its fields")
  func adts() throws {
    let bytes: [UInt8] = [0xFF, 0xF1, 0x50, 0x80, 0x2E, 0x7F, 0xFC]
    let parsed = ADTSHeader(bytes.span, at: 0)
    let header = try #require(parsed)
    #expect(header.frameByteCount == 371 && header.headerByteCount == 7 && header.blockCount == 1)
    #expect(AudioSpecificConfig(header).bytes(hasBandReplication: nil) == [0x12, 0x10])
  }

  @Test("a STREAMINFO block stores the totals of its stream")
  func streamInfo() throws {
    var block: [UInt8] = [0x10, 0, 0x10, 0, 0, 0, 0, 0, 0, 0, 0x0A, 0xC4, 0x42, 0xF0]
    block.append(zeros: 20)
    var info = try #require(FLACStreamInfo(cookie: block))
    let empty = try #require(info.format)
    #expect(empty.sampleRate == 44100 && empty.channelCount == 2 && empty.bitsPerSample == 16)
    #expect(empty.frameCount == 0 && info.bitDepth == 16)
    var totals = FLACStreamInfo.Totals()
    totals.add(byteCount: 500, frameCount: 4096)
    totals.add(byteCount: 300, frameCount: 100)
    info.set(totals)
    #expect(info.format?.frameCount == 4196)
    #expect(Array(info.bytes[4..<10]) == [0, 1, 0x2C, 0, 1, 0xF4])
    // The cookie of a file is the block in a box.
    #expect(FLACStreamInfo(cookie: try #require(info.format).magicCookie)?.bytes == info.bytes)
  }

  @Test(
    "the first byte of an Opus packet states its length",
    arguments: [
      ([0x00], 480), ([0x18], 2880), ([0x61], 960), ([0x80], 120), ([0xF8], 960),
      ([0xFB, 0x03], 2880), ([0xFB, 0x06], 5760), ([0xFB, 0x07], nil), ([0xFB], nil), ([], nil),
    ] as [([UInt8], Int?)])
  func opus(_ packet: [UInt8], _ frameCount: Int?) {
    let count = OpusHeader.frameCount(packet.span)
    #expect(count == frameCount)
  }

  @Test("an AMR frame states its own length")
  func amr() {
    #expect(AMRBand.narrow.frameByteCount(0x3C) == 32)
    #expect(AMRBand.wide.frameByteCount(0x44) == 61)
    #expect(AMRBand.narrow.frameByteCount(0x4C) == 0)
  }
}
