#if LibAV && Soxr
  import AudioToolbox
  import Foundation
  import TestSupport
  import Testing

  /// Chained Ogg files: one recording, without the padding at the ends of each stream.
  @Suite struct ChainedOggTests {
    /// A stream made by FFmpeg.
    struct Link: Sendable {
      var codec = "libopus"
      var rate = 48_000
      var channels = 1
      var seconds = 1.0

      func make() throws -> [UInt8] {
        try FFmpeg.encode(
          ["-c:a", codec, "-f", "ogg"], sampleRate: rate, channelCount: channels, seconds: seconds)
      }

      /// Frames of the recording, at another rate.
      func frameCount(at fileRate: Int) -> Int {
        let count = Int((seconds * Double(rate)).rounded())
        return Int((Double(count) * Double(fileRate) / Double(rate) + 0.5).rounded(.down))
      }
    }

    struct Chain: Sendable, CustomTestStringConvertible {
      var testDescription: String
      var links: [Link]
      /// The match between seeking and reading in decibels; infinite for equal samples.
      var seeking = Double.infinity

      /// Whether one decoder fits the packets of all links.
      var isUniform: Bool {
        links.allSatisfy {
          $0.codec == links[0].codec && $0.rate == links[0].rate
            && $0.channels == links[0].channels
        }
      }
      var frameCount: Int { links.reduce(0) { $0 + $1.frameCount(at: links[0].rate) } }
    }

    static let chains = [
      Chain(
        testDescription: "Opus",
        links: [Link(), Link(seconds: 0.7), Link(seconds: 0.013), Link(seconds: 1.1)], seeking: 30),
      Chain(
        testDescription: "Vorbis",
        links: [0.9, 0.5, 1.2].map {
          Link(codec: "libvorbis", rate: 44_100, channels: 2, seconds: $0)
        }),
      Chain(
        testDescription: "FLAC",
        links: [0.9, 0.51].map { Link(codec: "flac", rate: 44_100, channels: 2, seconds: $0) }),
      Chain(
        testDescription: "Vorbis of three rates and channel counts",
        links: [
          Link(codec: "libvorbis", rate: 44_100, channels: 2, seconds: 0.6),
          Link(codec: "libvorbis", rate: 48_000, channels: 1, seconds: 0.7),
          Link(codec: "libvorbis", rate: 22_050, channels: 2, seconds: 0.6),
          Link(codec: "libvorbis", rate: 44_100, channels: 2, seconds: 0.2),
        ], seeking: 80),
      Chain(
        testDescription: "Opus of one and two channels",
        links: [Link(), Link(channels: 2), Link()], seeking: 30),
      Chain(
        testDescription: "Vorbis, Opus, FLAC",
        links: [
          Link(codec: "libvorbis", rate: 44_100), Link(seconds: 0.5),
          Link(codec: "flac", rate: 32_000, channels: 2, seconds: 0.5),
        ], seeking: 30),
    ]

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func file(_ chain: Chain) throws -> URL {
      try folder.add("chain.ogg", try chain.links.flatMap { try $0.make() })
    }

    /// The separate links at the rate of the first; a single channel plays on both sides.
    private func apart(_ chain: Chain) throws -> [[Float]] {
      let first = chain.links[0]
      return try chain.links.map { link in
        let url = try folder.add("link.ogg", try link.make())
        let read = try TestExtFile(url, rate: Double(first.rate)).readAll()
        guard link.channels != first.channels else { return read }
        if link.channels == 1 { return read.flatMap { [$0, $0] } }
        return stride(from: 0, to: read.count, by: 2).map { (read[$0] + read[$0 + 1]) / 2 }
      }
    }

    @Test("a chain contains the recordings of its links in order", arguments: chains)
    func isItsLinks(chain: Chain) throws {
      let file = try TestExtFile(try file(chain))
      #expect(try file.length == chain.frameCount)
      let all = try file.readAll(portion: 777)
      #expect(file.position == chain.frameCount)
      let links = try apart(chain)
      let difference = SampleDifference(all, reference: Array(links.joined()))
      #expect(difference.missing == 0)
      #expect(difference.signalToNoise > (chain.isUniform ? 200 : 80), "\(difference)")
    }

    @Test("a seek gives the same frames as reading", arguments: chains)
    func seeks(chain: Chain) throws {
      let url = try file(chain)
      let whole = try TestExtFile(url).readAll()
      let file = try TestExtFile(url)
      let channels = chain.links[0].channels
      var starts = Array(stride(from: 0, through: chain.frameCount, by: 7919))
      var boundary = 0
      for link in chain.links {
        boundary += link.frameCount(at: chain.links[0].rate)
        starts += [-2000, -1, 0, 1, 500].map { boundary + $0 }
      }
      for start in starts.filter({ (0...chain.frameCount).contains($0) }).reversed() {
        #expect(ExtAudioFileSeek(file.reference, Int64(start)) == noErr)
        let samples = try file.read(3000)
        let expected = whole.dropFirst(start * channels).prefix(3000 * channels)
        let difference = SampleDifference(samples, reference: Array(expected))
        #expect(difference.missing == 0, "\(start)")
        #expect(
          samples.isEmpty || difference.peak < 1e-6 || difference.signalToNoise >= chain.seeking,
          "\(start): \(difference)")
      }
    }

    @Test("the packet table and the duration cover the whole chain", arguments: chains)
    func packetTable(chain: Chain) throws {
      var opened: AudioFileID?
      #expect(AudioFileOpenURL(try file(chain) as CFURL, .readPermission, 0, &opened) == noErr)
      let file = try #require(opened)
      defer { AudioFileClose(file) }
      let table = try property(
        file, kAudioFilePropertyPacketTableInfo, AudioFilePacketTableInfo())
      #expect(table.mNumberValidFrames == chain.frameCount)
      let seconds = try property(file, kAudioFilePropertyEstimatedDuration, 0.0)
      #expect(seconds == Double(chain.frameCount) / Double(chain.links[0].rate))
      let format = try property(
        file, kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
      let count = try property(file, kAudioFilePropertyAudioDataPacketCount, UInt64(0))
      guard format.mFramesPerPacket > 0, chain.isUniform else { return }
      #expect(
        table.mNumberValidFrames + Int64(table.mPrimingFrames) + Int64(table.mRemainderFrames)
          == Int64(count) * Int64(format.mFramesPerPacket))
    }

    @Test("packets unsupported by the first link's decoder are refused", arguments: chains)
    func packets(chain: Chain) throws {
      var opened: AudioFileID?
      #expect(AudioFileOpenURL(try file(chain) as CFURL, .readPermission, 0, &opened) == noErr)
      let file = try #require(opened)
      defer { AudioFileClose(file) }
      let count = try property(file, kAudioFilePropertyAudioDataPacketCount, UInt64(0))
      var read: Int64 = 0
      var status = noErr
      while status == noErr {
        let result = readPacketData(file, from: read, requested: 10, room: 1 << 20, constant: 0)
        read += Int64(result.packets.count)
        status = result.status
      }
      #expect(
        status
          == (chain.isUniform ? kAudioFileEndOfFileError : kAudioFileUnsupportedDataFormatError))
      #expect(chain.isUniform ? read == Int64(count) : read < Int64(count))
    }

    @Test("a parser announces each link before its packets", arguments: chains, [1 << 20, 1000])
    func parser(chain: Chain, piece: Int) throws {
      let bytes = try chain.links.flatMap { try $0.make() }
      let recorder = try StreamRecorder()
      var starts: [Int] = []
      var ends: [Int] = []
      recorder.duringListener = { stream, property in
        switch property {
        case kAudioFileStreamProperty_MagicCookieData:
          starts.append(recorder.packets.count)
          ends.append(0)
        case kAudioFileStreamProperty_PacketTableInfo:
          let table = recorder.value(property, AudioFilePacketTableInfo()).1
          ends[ends.count - 1] = Int(table.mNumberValidFrames)
        default: break
        }
      }
      #expect(recorder.parse(bytes, pieces: [piece], flush: true) == noErr)
      let counts = try chain.links.map { link -> Int in
        let alone = try StreamRecorder()
        #expect(alone.parse(try link.make(), flush: true) == noErr)
        return alone.packets.count
      }
      #expect(recorder.packets.count == counts.reduce(0, +))
      #expect(starts == counts.indices.map { counts[..<$0].reduce(0, +) })
      #expect(ends == chain.links.map { $0.frameCount(at: $0.rate) })
      let rates = recorder.announced.filter { $0 == kAudioFileStreamProperty_DataFormat }.count
      #expect(chain.isUniform ? rates == 1 : rates > 1)
    }

    @Test("a link with an unsupported codec ends reading with an error", arguments: chains)
    func unreadableLink(chain: Chain) throws {
      let speex = oggPage(Array("Speex   1.2".utf8), flags: 2) + oggPage([1, 2, 3], flags: 0)
      let readable = try chain.links.flatMap { try $0.make() }
      let bytes = readable + speex + readable
      let file = try TestExtFile(try folder.add("a.ogg", bytes))
      #expect(try file.length == chain.frameCount)
      #expect(
        try file.read(chain.frameCount).count == chain.frameCount * chain.links[0].channels)
      #expect(throws: ConverterFailure(status: kAudioFileUnsupportedDataFormatError)) {
        try file.read(1)
      }
      let recorder = try StreamRecorder()
      #expect(recorder.parse(bytes) == kAudioFileStreamError_UnsupportedDataFormat)
      let whole = try StreamRecorder()
      #expect(whole.parse(readable, flush: true) == noErr)
      #expect(recorder.packets == whole.packets)
    }

    /// Sample rates without a conversion of bounded size between them.
    @Test("a link with an absurd sample rate is an error", arguments: [1, .max] as [UInt32])
    func absurdRate(rate: UInt32) throws {
      let link = Link(codec: "libvorbis", rate: 44_100, channels: 2)
      let first = try link.make()
      var second = first
      // The identification header is alone on the first page; Vorbis I, 4.2.2.
      for index in 0..<4 { second[40 + index] = UInt8(truncatingIfNeeded: rate >> (8 * index)) }
      second = checked(Array(second[..<58])) + second[58...]
      let file = try TestExtFile(try folder.add("a.ogg", first + second))
      #expect(try file.length == 44_100)
      #expect(try file.read(44_100).count == 88_200)
      #expect(throws: ConverterFailure(status: kAudioFileUnsupportedDataFormatError)) {
        try file.read(1)
      }
    }

    /// Returns a page with a packet; RFC 3533, 6.
    private func oggPage(_ packet: [UInt8], flags: UInt8) -> [UInt8] {
      var page = Array("OggS".utf8) + [0, flags] + [UInt8](repeating: 0, count: 8)
      page += [99, 0, 0, 0, flags == 2 ? 0 : 1, 0, 0, 0, 0, 0, 0, 0, 1, UInt8(packet.count)]
      return checked(page + packet)
    }

    /// Returns a page with its checksum.
    private func checked(_ page: [UInt8]) -> [UInt8] {
      var page = page
      for index in 22..<26 { page[index] = 0 }
      var sum: UInt32 = 0
      for byte in page {
        sum ^= UInt32(byte) << 24
        for _ in 0..<8 {
          let isSet: Bool = sum >> 31 == 1
          sum <<= 1
          if isSet { sum ^= 0x04C1_1DB7 }
        }
      }
      for index in 0..<4 { page[22 + index] = UInt8(truncatingIfNeeded: sum >> (8 * index)) }
      return page
    }
  }
#endif
