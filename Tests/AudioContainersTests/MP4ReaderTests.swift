import AudioModel
import Testing

@testable import AudioContainers
@testable import AudioSyntax

@Suite struct MP4ReaderTests {
  let laws = ReaderLaws(mayGoBack: true) { MP4Reader() }

  private func read(_ bytes: [UInt8], track: Int? = nil) throws -> ReadResult {
    try readAll(bytes, with: MP4Reader(track: track), mayGoBack: true)
  }

  @Test(arguments: MP4Sample.good)
  func readsFormatAndPackets(sample: MP4Sample) throws {
    let result = try read(sample.bytes)
    #expect(result.error == nil)
    let info = try #require(result.info)
    #expect(info.format == sample.format)
    #expect(info.fileType == sample.fileType)
    #expect(info.channelLayout == sample.layout)
    #expect(info.magicCookie == sample.cookie)
    #expect(info.layeredFormats == sample.layered)
    #expect(info.trim == sample.trim)
    #expect(info.trackCount == sample.trackCount)
    let packets = result.tablePackets ?? []
    #expect(packets.map { Int($0.byteCount) } == sample.sizes)
    let frames =
      sample.frames ?? sample.sizes.map { _ in sample.format.framesPerPacket }
    #expect(packets.map { Int($0.frameCount) } == frames)
    #expect(packets.allSatisfy { Int($0.byteCount) <= info.packetSizeUpperBound })
    if let first = packets.first { #expect(info.dataOffset == first.offset) }
  }

  /// Checks that the bytes of each packet are those of the builder.
  @Test(arguments: MP4Sample.tables)
  func findsTheBytesOfEachPacket(sample: MP4Sample) throws {
    let packets = try read(sample.bytes).tablePackets ?? []
    let values = packets.map { packet -> Set<UInt8> in
      Set(sample.bytes[Int(packet.offset)..<Int(packet.offset) + Int(packet.byteCount)])
    }
    #expect(values.allSatisfy { $0.count == 1 })
    let first = values.first?.first ?? 0
    #expect(values.enumerated().allSatisfy { $1 == [first &+ UInt8(truncatingIfNeeded: $0)] })
  }

  @Test(arguments: MP4Sample.good)
  func anyDivisionGivesTheSameResult(sample: MP4Sample) throws {
    try laws.checkCuts(sample.bytes, sizes: sample.bytes.count > 4000 ? [7, 1000] : nil)
  }

  @Test(arguments: MP4Sample.good)
  func everyPrefixEndsOrFails(sample: MP4Sample) throws {
    try laws.checkPrefixes(sample.bytes, step: sample.bytes.count > 4000 ? 997 : 1)
  }

  @Test(arguments: MP4Sample.varied)
  func noByteValueTraps(sample: MP4Sample) throws {
    try laws.checkByteValues(sample.bytes)
  }

  @Test func isFoundByItsFirstBox() throws {
    for sample in MP4Sample.tables {
      let found = try readAll(sample.bytes, with: DetectingReader(), mayGoBack: true)
      #expect(try found == read(sample.bytes))
    }
  }

  @Test(arguments: MP4Sample.bad)
  func reportsErrorsWithTheirOffsets(sample: BadSample) throws {
    #expect(try read(sample.bytes).error == sample.error)
  }

  @Test func readsTheSelectedTrack() throws {
    var file = MP4FileBytes(tracks: [MP4Sample.aacTrack([3, 4]), MP4Sample.aacTrack([5, 6, 7])])
    file.tracks[1].identifier = 2
    #expect(try read(file.bytes, track: 0).tablePackets?.map(\.byteCount) == [3, 4])
    #expect(try read(file.bytes, track: 1).tablePackets?.map(\.byteCount) == [5, 6, 7])
    #expect(try read(file.bytes, track: 2).error?.reason == .unsupportedFormat)
  }

  @Test func statesTheBitRateOfItsDescriptor() throws {
    var file = MP4FileBytes(tracks: [MP4Sample.aacTrack([3])])
    file.tracks[0].entry = soundEntry(
      "mp4a", fullBox("esds", streamDescriptor(MP4Sample.lowComplexity, bitRate: 128_000)))
    let info = try #require(try read(file.bytes).info)
    #expect(info.statedBitRate == 128_000)
    #expect(info.statedPacketCount == 1)
    #expect(info.statedDataByteCount == 3)
  }

  /// A driver of pushed bytes detects that the reader goes back, and refuses.
  @Test func goesBackToAudioBeforeTheMovie() throws {
    let file = MP4FileBytes(tracks: [MP4Sample.aacTrack([3, 4])], isMovieFirst: false)
    #expect(throws: ContractBreak.self) { try readAll(file.bytes, with: MP4Reader()) }
  }

  /// The next position to read may be the current one, and the file may end there.
  @Test func theFirstPacketMayFollowTheMovieDirectly() throws {
    let sample = try #require(
      MP4Sample.codecs.first { $0.testDescription == "MP3 by its descriptor" })
    var bytes = sample.bytes
    func place(of type: String) -> Int? {
      bytes.indices.first { bytes[$0...].starts(with: type.utf8) }
    }
    let movie = try #require(place(of: "moov")) - 4
    let offsets = try #require(place(of: "stco"))
    let end = movie + Int(bytes.span.bigEndian32(at: movie))
    bytes.replaceSubrange(offsets + 12..<offsets + 16, with: words(UInt32(end)))
    for audio: [UInt8] in [[], [0xFF, 0xFB], [0xFF, 0xFB, 0x90, 0x64, 0, 0, 0, 0]] {
      let file = Array(bytes[..<end]) + audio
      let result = try read(file)
      #expect(result.error == nil)
      let isSeen = audio.count >= 4
      #expect(result.info?.format.channelCount == (isSeen ? sample.format.channelCount : 1))
      #expect(result.tablePackets?.first?.offset == UInt64(end))
      for size in 1...9 {
        #expect(try readAll(file, inPiecesOf: size, with: MP4Reader()) == result)
      }
    }
    // A table may state any position as the start of the audio.
    for offset in 0..<end {
      bytes.replaceSubrange(offsets + 12..<offsets + 16, with: words(UInt32(offset)))
      let file = Array(bytes[..<end])
      for size in [50, end] {
        let result = try readAll(file, inPiecesOf: size, with: MP4Reader(), mayGoBack: true)
        #expect(result.tablePackets?.first?.offset == UInt64(offset))
      }
    }
  }

  @Test func resynchronisesToAFragment() throws {
    let sample = try #require(MP4Sample.fragments.first)
    var reader = MP4Reader()
    var packets: [Packet] = []
    var offsets: [UInt64] = []
    loop: while true {
      let rest = sample.bytes.span.extracting(Int(reader.position)...)
      switch try reader.next(rest, isEnd: true, into: &packets) {
      case .table(let table): offsets.append(table.packet(at: 0).offset)
      case .end: break loop
      default: break
      }
    }
    #expect(offsets.count == 2)
    reader.resynchronise(at: offsets[1])
    let rest = sample.bytes.span.extracting(Int(reader.position)...)
    guard case .table(let table) = try reader.next(rest, isEnd: true, into: &packets) else {
      Issue.record("no table")
      return
    }
    #expect(table.packet(at: 0).offset == offsets[1])
    #expect(table.count == 2)
  }
}

extension MP4Sample {
  /// Samples that all differ greatly from each other.
  static var varied: [MP4Sample] {
    good.enumerated().filter { $0.offset % 7 == 0 && $0.element.bytes.count < 1400 }.map(\.element)
  }

  static let bad: [BadSample] = [
    BadSample(testDescription: "nothing", bytes: [], error: ContainerError(.empty, at: 0)),
    BadSample(
      testDescription: "text", bytes: Array("Hello, world".utf8),
      error: ContainerError(.unrecognised, at: 0)),
    BadSample(
      testDescription: "no movie", bytes: box("ftyp", Array("M4A ".utf8)),
      error: ContainerError(.truncated, at: 12)),
    BadSample(
      testDescription: "box of 4 bytes", bytes: box("ftyp", Array("M4A ".utf8)) + words(4, 0),
      error: ContainerError(.malformed, at: 12)),
    BadSample(
      testDescription: "only pictures",
      bytes: {
        var file = MP4FileBytes(tracks: [aacTrack([3])])
        file.tracks[0].handler = "vide"
        return file.bytes
      }(), error: ContainerError(.unsupportedFormat, at: 20)),
    unsupported("encrypted", soundEntry("enca", fullBox("esds", streamDescriptor(lowComplexity)))),
    unsupported("no descriptor", soundEntry("mp4a")),
    unsupported("ALS", aacEntry(bits((31, 5), (4, 6), (4, 4), (2, 4), (0, 5)))),
    unsupported("AAC of a reserved rate", aacEntry(bits((2, 5), (14, 4), (2, 4), (0, 3)))),
    unsupported("AAC cut off", aacEntry([0x12])),
    unsupported("AC-4", soundEntry("ac-4")),
    unsupported("lossless without configuration", soundEntry("alac", fullBox("alac", [1, 2, 3]))),
    unsupported("PCM of 12 bits", soundEntry("twos", bits: 12)),
    unsupported("PCM of no channels", soundEntry("twos", channels: 0)),
    unsupported("entry cut off", box("mp4a", [0, 0])),
    BadSample(
      testDescription: "cut off in the movie",
      bytes: Array(MP4FileBytes(tracks: [aacTrack([3])]).bytes.prefix(100)),
      error: ContainerError(.truncated, at: 100)),
  ]

  private static func unsupported(_ name: String, _ entry: [UInt8]) -> BadSample {
    BadSample(
      testDescription: name,
      bytes: MP4FileBytes(tracks: [MP4TrackBytes(entry: entry, sizes: [3])]).bytes,
      error: ContainerError(.unsupportedFormat, at: 20))
  }
}
