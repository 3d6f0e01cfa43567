import AudioModel
import Testing

@testable import AudioContainers

@Suite struct LibraryTrackTests {
  private func track(
    _ codec: FourCC, rate: Int = 44_100, channels: Int = 2, frames: Int = 0, priming: Int = 0,
    speakers: UInt64 = 0, configuration: [UInt8] = []
  ) -> LibraryTrack {
    var track = LibraryTrack(container: .matroska, codec: codec)
    track.sampleRate = rate
    track.channelCount = channels
    track.framesPerPacket = frames
    track.primingFrames = priming
    track.speakers = speakers
    track.configuration = configuration
    return track
  }

  private func info(
    of track: LibraryTrack, first packet: [UInt8] = [], at offset: UInt64 = 0
  ) -> ContainerInfo? {
    track.info(first: packet.span, at: offset)
  }

  private func header(of track: LibraryTrack, in packet: [UInt8]) -> Int? {
    track.headerByteCount(packet.span)
  }

  @Test func everyFormatHasAUniqueTypeAndName() {
    let formats = LibraryFormat.allCases
    #expect(Set(formats.map(\.fileType)).count == formats.count)
    #expect(Set(formats.map(\.name)).count == formats.count)
  }

  @Test func makesACookieOfAConfiguration() throws {
    let track = self.track(.mpeg4AAC, priming: 1024, configuration: [0x12, 0x10])
    let info = try #require(self.info(of: track, at: 77))
    let adts = try #require(try readAll(ADTSStream().frames(3), with: DetectingReader()).info)
    #expect(info.magicCookie == adts.magicCookie)
    #expect(
      info.format
        == StreamFormat(
          sampleRate: 44_100, formatID: .mpeg4AAC, framesPerPacket: 1024, channelCount: 2))
    #expect(info.dataOffset == 77)
    #expect(info.fileType.description == "MKV ")
    #expect(info.trim == FrameTrim(primingFrames: 1024, validFrames: 0, remainderFrames: 0))
  }

  /// A codec, a packet, and its frames; the container states 7.
  static let packetLengths: [(FourCC, [UInt8], UInt32)] = [
    (.amrNarrowBand, [UInt8](repeating: 4, count: 39), 480),
    (.amrWideBand, [UInt8](repeating: 4, count: 36), 640),
    (.amrNarrowBand, [0x7C], 160),
    (.mpegLayer3, MPEGStream().frames(1), 1152),
    (.mpegLayer3, MPEGStream().frames(3) + [1, 2, 3, 4], 3456),
    (.ac3, AC3Stream().frames(2), 3072),
    (.enhancedAC3, EnhancedAC3Stream(second: 0).frame(), 256),
    (.opus, [27, 2], 5760),
    (.wavPack, wavPackBlock, 513),
    (.vorbis, [0, 1], 7),
  ]

  private static let wavPackBlock: [UInt8] =
    Array("wvpk".utf8) + [UInt8](repeating: 0, count: 16) + [1, 2, 0, 0]
    + [UInt8](repeating: 0, count: 8)

  @Test("a packet's own frame count overrides the container's", arguments: packetLengths)
  func countsFramesOfPackets(codec: FourCC, packet: [UInt8], frames: UInt32) {
    #expect(track(codec).frameCount(packet.span, stated: 7) == frames)
  }

  @Test("the last packet is dropped if its end is missing")
  func knowsWhatIsCutOff() {
    func whole(_ track: LibraryTrack, _ packet: [UInt8], _ isCutOff: Bool) -> Int {
      track.wholeByteCount(packet.span, isCutOff: isCutOff)
    }
    let frame = MPEGStream().frames(1)
    #expect(whole(track(.mpegLayer3), frame, true) == frame.count)
    #expect(whole(track(.mpegLayer3), Array(frame.dropLast()), false) == 0)
    #expect(whole(track(.amrNarrowBand), [4, 0, 0], false) == 0)
    #expect(whole(track(.vorbis), [1, 2, 3], true) == 0)
    #expect(whole(track(.vorbis), [1, 2, 3], false) == 3)
    #expect(whole(track(.g726), [1, 2, 3], true) == 3)
    var blocks = track(.microsoftGSM)
    blocks.blockByteCount = 65
    #expect(whole(blocks, [UInt8](repeating: 1, count: 150), true) == 130)
  }

  @Test func framesOfPCMArePackets() throws {
    var track = self.track(.linearPCM, channels: 3, frames: 800)
    track.pcm = LibraryTrack.PCM(bitsPerChannel: 24, flags: [.signedInteger, .packed])
    let info = try #require(self.info(of: track))
    #expect(
      info.format
        == StreamFormat(
          sampleRate: 44_100, formatID: .linearPCM, formatFlags: 12, bytesPerPacket: 9,
          framesPerPacket: 1, bytesPerFrame: 9, channelCount: 3, bitsPerChannel: 24))
    #expect(info.packetSizeUpperBound == 9)
    let law = try #require(self.info(of: self.track(.muLaw)))
    #expect(law.format.bytesPerPacket == 2)
    #expect(law.format.formatFlags == 0)
  }

  @Test func removesADTSHeaders() throws {
    let track = self.track(.mpeg4AAC)
    let frame = ADTSStream(rate: 3).frame([5])
    let info = try #require(self.info(of: track, first: frame))
    #expect(info.format.sampleRate == 48_000)
    #expect(info.format.framesPerPacket == 1024)
    #expect(header(of: track, in: frame) == 7)
    #expect(header(of: track, in: ADTSStream().frame([5], hasChecksum: true)) == 9)
    #expect(header(of: track, in: Array(frame.dropFirst())) == nil)
    #expect(self.info(of: track, first: Array(frame.dropFirst())) == nil)
  }

  @Test func unwrapsTheAppleLosslessCookie() throws {
    let body = bigEndian(4096 as UInt32) + [UInt8](repeating: 7, count: 20)
    let box = bigEndian(36 as UInt32) + Array("alac".utf8) + [0, 0, 0, 0] + body
    let info = try #require(
      self.info(of: track(.appleLossless, configuration: box)))
    #expect(info.magicCookie == body)
    #expect(info.format.framesPerPacket == 4096)
    #expect(
      self.info(of: track(.appleLossless, configuration: body)) == nil)
  }

  @Test(arguments: [[], Array("fLaC".utf8) + [0x80, 0, 0, 34]])
  func acceptsFLACWithOrWithoutItsMarker(marker: [UInt8]) throws {
    let block = Array(flacStreamInfo().dropFirst(4))
    let info = try #require(
      self.info(of: track(.flac, configuration: marker + block)))
    let own = try #require(
      try readAll(flac([flacStreamInfo()], frames: []), with: FLACReader()).info)
    #expect(info.magicCookie == own.magicCookie)
    #expect(info.format == own.format)
    #expect(info.packetSizeUpperBound == own.packetSizeUpperBound)
  }

  @Test func countsMPEGAudioFramesByItsRate() throws {
    let track = self.track(.mpegLayer3, rate: 22_050, frames: 1152, configuration: [1, 2])
    let info = try #require(self.info(of: track))
    #expect(info.format.framesPerPacket == 576)
    #expect(info.magicCookie.isEmpty)
  }

  @Test(arguments: [(2, 0, 101 << 16 | 2), (6, 0x3F, 1 << 16), (6, 0x1F, nil)])
  func findsTheSpeakers(channels: Int, speakers: UInt64, tag: UInt32?) throws {
    let track = self.track(.opus, channels: channels, speakers: speakers)
    let info = try #require(self.info(of: track))
    #expect(info.channelLayout?.tag == tag)
  }

  /// An Opus packet of 2.5 ms, which a 1 ms clock cannot state; an empty one; and one of AAC.
  @Test(
    arguments: [
      (FourCC.opus, [0x80], 120), (.opus, [], 96), (.mpeg4AAC, [0x80], 96), (.mpeg4AAC, [0x80], 0),
    ] as [(FourCC, [UInt8], UInt32)])
  func countsTheFramesOfAPacket(codec: FourCC, packet: [UInt8], frames: UInt32) {
    let stated: UInt32 = frames == 0 ? 0 : 96
    let counted = track(codec).frameCount(packet.span, stated: stated)
    #expect(counted == frames)
  }

  @Test func findsTheTags() throws {
    var track = self.track(.opus)
    track.texts = [
      ("TITLE", "A"), ("artist", "B"), ("Date", "2001-02-03"), ("comment", "C"), ("title", "D"),
      ("handler", "E"),
    ]
    let info = try #require(self.info(of: track))
    #expect(
      info.tags.values == [
        "title": "A", "artist": "B", "year": "2001", "recorded date": "2001-02-03",
        "comments": "C",
      ])
  }
}
