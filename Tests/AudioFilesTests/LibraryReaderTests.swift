#if LibAV
  import AudioContainers
  import AudioModel
  import AudioTransport
  import Foundation
  import TestSupport
  import Testing

  @testable import AudioFiles

  /// Packets that a library finds in a container, against the packets of the original file.
  @Suite struct LibraryReaderTests {
    /// The encoded format, and the containers for its packets.
    struct Case: Sendable, CustomTestStringConvertible {
      var output: [String]
      var muxer: String
      var format: LibraryFormat
      /// FFmpeg's options for the muxer.
      var options: [String] = []
      var testDescription: String {
        "\(output[1]) in \(([muxer] + options).joined(separator: " "))"
      }
    }

    static let cases: [Case] =
      [
        (
          "aac", "adts",
          [("matroska", .matroska), ("flv", .flashVideo), ("mpegts", .transportStream)]
        ),
        (
          "libmp3lame", "mp3",
          [("avi", .audioVideoInterleave), ("matroska", .matroska), ("asf", .advancedSystems)]
        ),
        (
          "ac3", "ac3",
          [
            ("matroska", .matroska), ("mpegts", .transportStream), ("vob", .programStream),
            ("rm", .realMedia),
          ]
        ),
        ("flac", "flac", [("matroska", .matroska)]),
      ].flatMap {
        (encoder: String, container: String, muxers: [(String, LibraryFormat)]) -> [Case] in
        muxers.map {
          Case(output: ["-c:a", encoder, "-f", container], muxer: $0.0, format: $0.1)
        }
      } + [
        Case(
          output: ["-c:a", "aac", "-f", "adts"], muxer: "mpegts", format: .transportStream,
          options: ["-mpegts_flags", "latm"])
      ]

    /// The file, and its original packets.
    private func make(_ sample: Case) throws -> (bytes: [UInt8], packets: [[UInt8]]) {
      let source = try FFmpeg.encode(sample.output, sampleRate: 48_000, channelCount: 2)
      let folder = try TemporaryFolder()
      try Tool.write(source, to: folder.url("source"))
      let copy = folder.url("copy")
      _ = try Tool.run(
        "ffmpeg",
        [
          "-nostdin", "-loglevel", "error", "-i", folder.url("source").path, "-c", "copy",
          "-metadata", "title=Tune", "-f", sample.muxer,
        ] + sample.options + ["-y", copy.path])
      let packets = try PacketFile(MemoryByteSource(source), reader: DetectingReader())
      return (try Tool.read(copy), try all(packets))
    }

    private func all(_ file: PacketFile) throws -> [[UInt8]] {
      var packets: [[UInt8]] = []
      while true {
        let (more, reading) = try read(file, from: packets.count, limit: 17, capacity: 1 << 18)
        packets += more
        if reading.end == .endOfFile || more.isEmpty { return packets }
      }
    }

    @Test(arguments: cases)
    func returnsTheOriginalPackets(sample: Case) throws {
      let (bytes, packets) = try make(sample)
      for longestRead in [1000, Int.max] {
        let source = TrickleSource(bytes, longestRead: longestRead)
        let file = try PacketFile(source, reader: DetectingReader())
        #expect(file.info.fileType == sample.format.fileType)
        #expect(file.info.format.sampleRate == 48_000)
        #expect(file.info.format.channelCount == 2)
        let found = try all(file)
        #expect(found == packets)
        #expect(try file.packetCount() == UInt64(packets.count))
      }
    }

    @Test(arguments: cases)
    func readsFromAnyPacket(sample: Case) throws {
      let (bytes, packets) = try make(sample)
      let file = try PacketFile(MemoryByteSource(bytes), reader: DetectingReader())
      #expect(try file.packetCount() == UInt64(packets.count))
      for start in stride(from: packets.count, through: 0, by: -11) {
        let part = try read(file, from: start, limit: 3, capacity: 1 << 18)
        #expect(part.packets == Array(packets.dropFirst(start).prefix(3)))
      }
    }

    @Test func keepsTheTags() throws {
      let (bytes, _) = try make(Self.cases[0])
      let file = try PacketFile(MemoryByteSource(bytes), reader: DetectingReader())
      #expect(file.info.tags.values["title"] == "Tune")
    }

    /// The results of a push-style driver.
    @Test(arguments: cases)
    func refusesPushedBytes(sample: Case) throws {
      let (bytes, _) = try make(sample)
      var reader = DetectingReader()
      var packets: [Packet] = []
      do {
        _ = try reader.next(bytes.span, isEnd: true, into: &packets)
        Issue.record("no error")
      } catch {
        #expect(error == ContainerError(.needsLibrary(sample.format), at: 0))
      }
    }

    @Test(arguments: cases)
    func survivesDamage(sample: Case) throws {
      let (bytes, packets) = try make(sample)
      var state: UInt64 = 7
      func random(_ limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % limit
      }
      for round in 0..<120 {
        var changed = bytes
        if round < 40 {
          changed.removeLast(random(bytes.count))
        } else {
          let limit = round.isMultiple(of: 2) ? min(1000, bytes.count) : bytes.count
          for _ in 0...random(3) { changed[random(limit)] = UInt8(random(256)) }
        }
        let source = TrickleSource(changed, longestRead: .max)
        guard let file = try? PacketFile(source, reader: DetectingReader()) else { continue }
        let found = try? all(file)
        #expect(found?.count ?? 0 <= packets.count * 4 + 100)
        #expect(source.bytesRead <= changed.count * 20 + 1 << 20)
      }
    }

    /// An error of the source does not concern the file, and the next call may succeed.
    @Test(arguments: cases) func reportsTheErrorOfTheSource(sample: Case) throws {
      let (bytes, packets) = try make(sample)
      let source = TrickleSource(bytes, longestRead: 1000)
      source.error = TransportError(.timedOut)
      #expect(throws: PacketError.transport(TransportError(.timedOut))) {
        _ = try PacketFile(source, reader: DetectingReader())
      }
      source.error = nil
      let file = try PacketFile(source, reader: DetectingReader())
      // Some formats need the whole file before the reader knows their type.
      if source.bytesRead < bytes.count {
        source.error = TransportError(.timedOut)
        #expect(throws: PacketError.transport(TransportError(.timedOut))) {
          _ = try file.packetCount()
        }
        source.error = nil
      }
      #expect(try all(file) == packets)
    }

    @Test func openingReadsOnlyTheStartOfTheFile() throws {
      let (bytes, _) = try make(Self.cases[0])
      let source = TrickleSource(bytes, longestRead: .max)
      _ = try PacketFile(source, reader: DetectingReader())
      #expect(source.bytesRead < 300_000)
    }
  }
#endif
