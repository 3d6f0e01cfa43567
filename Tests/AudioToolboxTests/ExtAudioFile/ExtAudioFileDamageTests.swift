#if LibAV && FLAC && MPG123
  import AudioToolbox
  import TestSupport
  import Testing

  /// Files with some undecodable packets.
  struct ExtAudioFileDamageTests {
    struct Source: Sendable, CustomTestStringConvertible {
      var testDescription: String
      var options: [String]
      var file: String
      var framesPerPacket: Int
      /// The number of packets after a damaged one that differ because they depend on it.
      var echo = 0
    }

    static let sources: [Source] = [
      Source(
        testDescription: "FLAC", options: ["-c:a", "flac", "-frame_size", "1024", "-f", "flac"],
        file: "a.flac", framesPerPacket: 1024),
      Source(
        testDescription: "ALAC", options: ["-c:a", "alac", "-f", "caf"], file: "a.caf",
        framesPerPacket: 4096),
      Source(
        testDescription: "AAC", options: ["-c:a", "aac", "-aac_pns", "0", "-f", "ipod"],
        file: "a.m4a", framesPerPacket: 1024, echo: 1),
    ]

    @Test(
      "damaged packets are counted, and the decoder restarts after them", arguments: sources)
    func damaged(_ source: Source) throws {
      let folder = try TestSupport.TemporaryFolder()
      let url = folder.url(source.file)
      var bytes = try FFmpeg.encode(
        source.options, sampleRate: 48_000, channelCount: 2, seconds: 2)
      try Tool.write(bytes, to: url)
      let whole = try TestExtFile(url)
      let samples = try whole.readAll()
      #expect(extAudioFileDamagedPackets(whole.reference) == [])

      let wrong: [Int] = [0, 6, 7, 13]
      for number in wrong {
        let place = try Self.place(ofPacket: number, of: url)
        // The start of the FLAC frame stays intact, and its checksum reveals the damage.
        if source.testDescription == "FLAC" {
          bytes[place.lowerBound + place.count / 2] ^= 0xFF
        } else {
          for index in place { bytes[index] = 0xFF }
        }
      }
      try Tool.write(bytes, to: url)
      let file = try TestExtFile(url)
      let damaged = try file.readAll()
      #expect(damaged.count == samples.count)
      #expect(extAudioFileDamagedPackets(file.reference) == Set(wrong.map { UInt64($0) }))
      // Reading the packets again finds no further damage.
      #expect(ExtAudioFileSeek(file.reference, 0) == noErr)
      _ = try file.readAll()
      #expect(extAudioFileDamagedPackets(file.reference).count == wrong.count)
      // A position in a damaged packet is read like any other.
      for packet in [0, 6] {
        let frame = packet * source.framesPerPacket + 700
        #expect(ExtAudioFileSeek(file.reference, Int64(frame)) == noErr)
        let isSame = (try file.readAll()) == Array(damaged[(frame * 2)...])
        #expect(isSame, "packet \(packet)")
      }

      let table = try? file.get(kExtAudioFileProperty_PacketTable, AudioFilePacketTableInfo())
      let priming = Int(table?.mPrimingFrames ?? 0)
      let width = source.framesPerPacket * 2
      func packet(_ samples: [Float], _ number: Int) -> ArraySlice<Float> {
        let start = number * width - priming * 2
        return samples[max(start, 0)..<min(start + width, samples.count)]
      }
      for number in 0..<18 {
        let isSilent = packet(damaged, number).allSatisfy { $0 == 0 }
        let isSame = packet(damaged, number) == packet(samples, number)
        if wrong.contains(number) {
          #expect(isSilent, "packet \(number)")
        } else if !wrong.contains(where: { (0...source.echo).contains(number - $0) }) {
          #expect(isSame && !isSilent, "packet \(number)")
        }
      }
    }

    /// The byte range of a packet in its file.
    private static func place(ofPacket number: Int, of url: URL) throws -> Range<Int> {
      var opened: AudioFileID?
      try #require(AudioFileOpenURL(url as CFURL, .readPermission, 0, &opened) == noErr)
      let file = try #require(opened)
      defer { AudioFileClose(file) }
      var packet = [UInt8](repeating: 0, count: 65_536)
      var size = UInt32(packet.count)
      var count: UInt32 = 1
      var description = AudioStreamPacketDescription()
      try #require(
        AudioFileReadPacketData(
          file, false, &size, &description, Int64(number), &count, &packet) == noErr)
      let all = try Tool.read(url)
      let wanted = Array(packet.prefix(Int(size)))
      let start = try #require(
        (0...all.count - wanted.count).first { start in
          all[start] == wanted[0] && Array(all[start..<start + wanted.count]) == wanted
        })
      return start..<start + wanted.count
    }

    @Test("a file opened for writing reports no damaged packets")
    func written() throws {
      let folder = try TestSupport.TemporaryFolder()
      let file = try TestExtFile(
        creating: folder.url("a.wav"), kAudioFileWAVEType, .int16(), client: .int16())
      try file.write([1, 2, 3, 4])
      #expect(extAudioFileDamagedPackets(file.reference) == [])
    }
  }
#endif
