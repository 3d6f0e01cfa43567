#if MPG123 && LibAV
  import AudioToolbox
  import TestSupport
  import Testing

  struct AudioConverterDecodingTests {
    struct Stream: Sendable, CustomTestStringConvertible {
      var testDescription: String
      var format: AudioStreamBasicDescription
      var file: [UInt8]
      var packets: [[UInt8]]
      var options: [String]

      var rate: Double { format.mSampleRate }
      var channels: Int { Int(format.mChannelsPerFrame) }
    }

    static let mp3 = Result { () throws -> Stream in
      let file = try FFmpeg.encode(
        ["-b:a", "128k", "-write_xing", "0", "-id3v2_version", "0", "-f", "mp3"],
        sampleRate: 44100, channelCount: 2, seconds: 0.7)
      // 128 kbit/s at 44.1 kHz; the third byte's second bit is the padding.
      let packets = TestPackets.cut(file) { bytes in
        bytes.count < 4 ? nil : 417 + Int(bytes[bytes.startIndex + 2] >> 1 & 1)
      }
      return Stream(
        testDescription: "MP3", format: .stereoMP3, file: file, packets: packets,
        options: ["-c:a", "mp3float", "-f", "mp3"])
    }

    static let aac = Result { () throws -> Stream in
      let file = try FFmpeg.encode(
        ["-c:a", "aac", "-b:a", "128k", "-f", "adts"], sampleRate: 44100, channelCount: 2,
        seconds: 0.7)
      return Stream(
        testDescription: "AAC", format: .stereoAAC, file: file, packets: TestPackets.adts(file),
        options: ["-f", "aac"])
    }

    static let monoAAC = Result { () throws -> Stream in
      let file = try FFmpeg.encode(
        ["-c:a", "aac", "-b:a", "64k", "-f", "adts"], sampleRate: 44100, channelCount: 1,
        seconds: 0.7)
      return Stream(
        testDescription: "AAC of one channel",
        format: .compressed(kAudioFormatMPEG4AAC, rate: 44100, channels: 1, framesPerPacket: 1024),
        file: file, packets: TestPackets.adts(file), options: ["-f", "aac"])
    }

    static let muLaw = Result { () throws -> Stream in
      let file = try FFmpeg.encode(
        ["-f", "mulaw"], sampleRate: 8000, channelCount: 2, seconds: 0.3)
      return Stream(
        testDescription: "mu-law",
        format: .compressed(kAudioFormatULaw, rate: 8000, channels: 2, framesPerPacket: 1),
        file: file, packets: TestPackets.cut(file) { $0.isEmpty ? nil : 2 },
        options: ["-f", "mulaw", "-ar", "8000", "-ac", "2"])
    }

    static let streams = ["MP3": mp3, "AAC": aac, "mu-law": muLaw]

    static func stream(_ name: String) throws -> Stream {
      try #require(streams[name]).get()
    }

    @Test("decoded samples match FFmpeg's", arguments: streams.keys.sorted())
    func sameAsFFmpeg(_ name: String) throws {
      let stream = try Self.stream(name)
      let reference = try FFmpeg.decodeFloat(stream.file, stream.options)
      let toFloat = AudioStreamBasicDescription.float32(rate: stream.rate)
      let converter = try TestConverter(stream.format, toFloat)
      let client = ConverterClient(stream.format, stream.packets)
      let result = client.drain(converter.reference, toFloat, portions: [1000])
      #expect(result.statuses.allSatisfy { $0 == noErr })
      let difference = SampleDifference(
        LittleEndian.float(result.buffers[0]), reference: reference)
      #expect(difference.missing == 0)
      #expect(difference.signalToNoise >= 90)

      let toInt16 = AudioStreamBasicDescription.int16(rate: stream.rate)
      let other = try TestConverter(stream.format, toInt16)
      let second = ConverterClient(stream.format, stream.packets)
      let integers = second.drain(other.reference, toInt16, portions: [1000]).buffers[0]
      let exact = LittleEndian.float(result.buffers[0]).map {
        Int16(max(-32768, min(32767, ($0 * 32768).rounded(.toNearestOrEven))))
      }
      let isRounded = LittleEndian.int16(integers) == exact
      #expect(isRounded)
    }

    static let portions: [[Int]] = [[1], [7, 1500], [1152], [5000]]
    static let answers: [[ConverterClient.Answer]] = [
      [.packets(1), .packets(4), .packets(1)],
      [.status(-7), .copied(1), .packets(2), .status(-8), .packets(9)],
    ]

    @Test(
      "any division of input and output gives the same samples",
      arguments: ["MP3", "AAC", "mu-law"], portions)
    func anyCut(_ name: String, _ portions: [Int]) throws {
      let stream = try Self.stream(name)
      if stream.testDescription == "mu-law", portions == [1] { return }
      try anyCut(
        stream, portions, AudioStreamBasicDescription.int16(rate: stream.rate))
    }

    @Test("decoded floats match FFmpeg's, interleaved or separate", arguments: portions, [1, 2])
    func anyCutOfFloats(_ portions: [Int], _ channelCount: Int) throws {
      let stream = try (channelCount == 1 ? Self.monoAAC : Self.aac).get()
      for isApart in [false, true] {
        try anyCut(
          stream, portions,
          .pcm(
            32,
            kAudioFormatFlagsNativeFloatPacked | (isApart ? kAudioFormatFlagIsNonInterleaved : 0),
            rate: stream.rate, channels: channelCount))
      }
    }

    private func anyCut(
      _ stream: Stream, _ portions: [Int], _ output: AudioStreamBasicDescription
    ) throws {
      let packets = Array(stream.packets.prefix(portions == [1] ? 3 : 1000))
      func decode(_ portions: [Int], _ answers: [ConverterClient.Answer]) throws -> [[UInt8]] {
        let converter = try TestConverter(stream.format, output)
        let client = ConverterClient(stream.format, packets)
        client.answers = answers
        return client.drain(converter.reference, output, portions: portions).buffers
      }
      let whole = try decode([100_000], [])
      for answers in Self.answers {
        let isSame = try decode(portions, answers) == whole
        #expect(isSame)
      }
    }

    #if FLAC
      @Test("the configuration determines the bit depth")
      func cookies() throws {
        // One frame of 24 bits after the header, whose first block is the configuration.
        let file = try FFmpeg.encode(
          ["-c:a", "flac", "-sample_fmt", "s32", "-bits_per_raw_sample", "24", "-f", "flac"],
          sampleRate: 48000, channelCount: 2, seconds: 0.08)
        var start = 4
        while true {
          let size = file[start + 1..<start + 4].reduce(0) { $0 << 8 | Int($1) }
          let isLast = file[start] & 0x80 != 0
          start += 4 + size
          if isLast { break }
        }
        let packet = Array(file[start...])
        let right = Array(file[8..<42])
        // The same configuration with 16 bits.
        var wrong = right
        wrong[12] &= 0xFE
        wrong[13] = wrong[13] & 0x0F | 0xF0
        let format = AudioStreamBasicDescription.compressed(
          kAudioFormatFLAC, rate: 48000, channels: 2, framesPerPacket: 0)
        let output = AudioStreamBasicDescription.int16(rate: 48000)
        let decoded = try FFmpeg.decode(file, ["-f", "flac"], ["-f", "s16le"])
        let reference = LittleEndian.int16(decoded)
        for cookies in [[right], [wrong], [wrong, right], [right, wrong]] {
          let converter = try TestConverter(format, output)
          for cookie in cookies {
            let status = AudioConverterSetProperty(
              converter.reference, kAudioConverterDecompressionMagicCookie, UInt32(cookie.count),
              cookie)
            #expect(status == noErr)
          }
          let client = ConverterClient(format, [packet])
          let samples = LittleEndian.int16(
            client.drain(converter.reference, output, portions: [4000]).buffers[0])
          #expect(samples.count == 2 * 3840 && reference.count == samples.count)
          let farthest = zip(samples, reference).map { abs(Int($0) - Int($1)) }.max()
          // FFmpeg rounds differently.
          #expect(try #require(farthest) <= 1)
        }
      }
    #endif

    @Test("no samples remain after a reset", arguments: streams.keys.sorted())
    func reset(_ name: String) throws {
      let stream = try Self.stream(name)
      let output = AudioStreamBasicDescription.int16(rate: stream.rate)
      let converter = try TestConverter(stream.format, output)
      let client = ConverterClient(stream.format, stream.packets)
      let first = client.drain(converter.reference, output, portions: [999])
      // Once at the end, and once within a packet while other packets are pending.
      for _ in 0..<2 {
        AudioConverterReset(converter.reference)
        client.next = 0
        let again = client.drain(converter.reference, output, portions: [999])
        let isSame = again.buffers == first.buffers
        #expect(isSame)
        AudioConverterReset(converter.reference)
        client.next = 3
        client.answers = [.packets(5)]
        client.fill(converter.reference, output, frames: 100)
      }
    }

    @Test("packets without descriptions are refused", arguments: ["MP3", "AAC"])
    func noDescriptions(_ name: String) throws {
      let stream = try Self.stream(name)
      let output = AudioStreamBasicDescription.int16(rate: stream.rate)
      let converter = try TestConverter(stream.format, output)
      let client = ConverterClient(stream.format, stream.packets)
      client.answers = [.noDescriptions]
      let result = client.fill(converter.reference, output, frames: 100)
      #expect(result.status == kAudioConverterErr_RequiresPacketDescriptionsError)
      #expect(result.frameCount == 0)
    }

    @Test("PrimeInfo drops frames at both ends", arguments: ["MP3", "AAC"])
    func primeInfo(_ name: String) throws {
      let stream = try Self.stream(name)
      let output = AudioStreamBasicDescription.int16(rate: stream.rate)
      func decode(_ info: AudioConverterPrimeInfo?) throws -> [UInt8] {
        let converter = try TestConverter(stream.format, output)
        if var info {
          let status = AudioConverterSetProperty(
            converter.reference, kAudioConverterPrimeInfo, 8, &info)
          #expect(status == noErr)
        }
        let client = ConverterClient(stream.format, stream.packets)
        return client.drain(converter.reference, output, portions: [777]).buffers[0]
      }
      let whole = try decode(nil)
      for trailing in [3000, 0] {
        let trimmed = try decode(
          AudioConverterPrimeInfo(leadingFrames: 1105, trailingFrames: UInt32(trailing)))
        let isSame = trimmed == Array(whole.dropFirst(1105 * 4).dropLast(trailing * 4))
        #expect(isSame, "\(trailing) frames dropped at the end")
      }
    }

    @Test(
      "a stream in another format is an error; a broken packet within a stream is silence")
    func brokenPackets() throws {
      let stream = try Self.stream("MP3")
      let output = AudioStreamBasicDescription.int16(rate: stream.rate)
      let garbage = try TestConverter(stream.format, output)
      let client = ConverterClient(stream.format, [[1, 2, 3], [4, 5, 6]])
      #expect(
        client.fill(garbage.reference, output, frames: 100).status
          == kAudioConverterErr_UnspecifiedError)

      var packets = stream.packets
      packets[4] = [0, 0]
      let converter = try TestConverter(stream.format, output)
      let broken = ConverterClient(stream.format, packets)
      let result = broken.drain(converter.reference, output, portions: [500])
      #expect(result.statuses.allSatisfy { $0 == noErr })
      #expect(result.buffers[0].count == packets.count * 1152 * 4)
      let silence = result.buffers[0][4 * 1152 * 4..<5 * 1152 * 4]
      #expect(silence.allSatisfy { $0 == 0 })
    }
  }
#endif
