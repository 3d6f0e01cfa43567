import AudioToolbox
import TestSupport
import Testing

/// Encoding with `AudioConverterFillComplexBuffer`.
struct AudioConverterEncodingTests {
  /// Encodes to packets in portions.
  ///
  /// `beforeCall` receives the number of packets so far.
  static func encode(
    _ converter: AudioConverterRef, _ client: ConverterClient, packets limit: Int, room: Int,
    beforeCall: (Int) -> Void = { _ in }
  ) throws -> [[UInt8]] {
    var packets: [[UInt8]] = []
    var bytes = [UInt8](repeating: 0, count: room)
    var descriptions = [AudioStreamPacketDescription](repeating: .init(), count: limit)
    while true {
      beforeCall(packets.count)
      var count = UInt32(limit)
      let status = bytes.withUnsafeMutableBytes { bytes -> OSStatus in
        var list = AudioBufferList(
          mNumberBuffers: 1,
          mBuffers: AudioBuffer(
            mNumberChannels: 1, mDataByteSize: UInt32(bytes.count), mData: bytes.baseAddress))
        return AudioConverterFillComplexBuffer(
          converter,
          { _, count, list, descriptions, client in
            guard let client else { return -1 }
            return Unmanaged<ConverterClient>.fromOpaque(client).takeUnretainedValue()
              .give(count, list, descriptions)
          }, Unmanaged.passUnretained(client).toOpaque(), &count, &list, &descriptions)
      }
      guard status == noErr else { throw ConverterFailure(status: status) }
      if count == 0 { return packets }
      for description in descriptions.prefix(Int(count)) {
        let start = Int(description.mStartOffset)
        packets.append(Array(bytes[start..<start + Int(description.mDataByteSize)]))
      }
    }
  }

  static let lossless = AudioStreamBasicDescription.compressed(
    kAudioFormatAppleLossless, rate: 8000, channels: 2, framesPerPacket: 0)

  @Test("any division of input and output gives the same packets")
  func cuts() throws {
    let bytes = try FFmpeg.encode(
      ["-f", "s16le"], sampleRate: 8000, channelCount: 2, seconds: 2.1)
    let frames = TestPackets.cut(bytes) { $0.isEmpty ? nil : 4 }
    var whole: [[UInt8]] = []
    for (answers, limit) in [([100_000], 100), ([1, 4096, 7, 5000, 4095], 1), ([], 3)] {
      let converter = try TestConverter(.int16(), Self.lossless)
      let client = ConverterClient(.int16(), frames)
      client.answers = answers.map { .packets($0) }
      let packets = try Self.encode(
        converter.reference, client, packets: limit, room: limit * 20_000)
      if whole.isEmpty { whole = packets }
      #expect(packets == whole)
      #expect(packets.count == (frames.count + 4095) / 4096)
      let prime = AudioConverterPropertyTests.get(converter, kAudioConverterPrimeInfo)
      let remainder = packets.count * 4096 - frames.count
      #expect(
        prime.bytes
          == AudioConverterPropertyTests.number(0)
          + AudioConverterPropertyTests.number(remainder))
    }
  }

  @Test("the format is completed, and the cookie is available")
  func format() throws {
    let converter = try TestConverter(.int16(), Self.lossless)
    var format = AudioStreamBasicDescription()
    var size: UInt32 = 40
    #expect(
      AudioConverterGetProperty(
        converter.reference, kAudioConverterCurrentOutputStreamDescription, &size, &format)
        == noErr)
    #expect(format.mFramesPerPacket == 4096 && format.mFormatFlags == 1)
    let cookie = AudioConverterPropertyTests.get(
      converter, kAudioConverterCompressionMagicCookie)
    #expect(cookie.bytes.count == 24 && cookie.bytes[5] == 16)
    let depth: [UInt32] = [24]
    #expect(
      AudioConverterSetProperty(
        converter.reference, kAudioConverterPropertyBitDepthHint, 4, depth) == noErr)
    #expect(
      AudioConverterPropertyTests.get(converter, kAudioConverterCompressionMagicCookie).bytes[5]
        == 24)
    let wrong: [UInt32] = [33]
    #expect(
      AudioConverterSetProperty(
        converter.reference, kAudioConverterPropertyBitDepthHint, 4, wrong) == kAudio_ParamError)
  }

  @Test("IMA4 formats with only a format ID work between converters")
  func partialIMA4() throws {
    let bytes = try FFmpeg.encode(
      ["-f", "s16le"], sampleRate: 8000, channelCount: 2, seconds: 0.2)
    let partial = AudioStreamBasicDescription.compressed(
      kAudioFormatAppleIMA4, rate: 8000, channels: 2, framesPerPacket: 0)
    let encoder = try TestConverter(.int16(), partial)
    let client = ConverterClient(.int16(), TestPackets.cut(bytes) { $0.isEmpty ? nil : 4 })
    let packets = try Self.encode(encoder.reference, client, packets: 7, room: 1000)
    #expect(packets.count == 25 && packets.allSatisfy { $0.count == 68 })
    #expect(Set(packets).count > 20)
    let decoder = try TestConverter(partial, .int16())
    let largest = AudioConverterPropertyTests.get(
      decoder, kAudioConverterPropertyMaximumInputPacketSize)
    #expect(largest.bytes == AudioConverterPropertyTests.number(68))
    let reader = ConverterClient(partial, packets)
    reader.answers = [.noDescriptions]
    #expect(reader.drain(decoder.reference, .int16(), portions: [999]).buffers[0].count == 6400)
  }

  @Test("a buffer too small for a packet is an error, and no packet is lost")
  func room() throws {
    let bytes = noise(4 * 5000)
    let frames = TestPackets.cut(bytes) { $0.isEmpty ? nil : 4 }
    let converter = try TestConverter(.int16(), Self.lossless)
    let client = ConverterClient(.int16(), frames)
    #expect(throws: ConverterFailure(status: kAudioConverterErr_InvalidOutputSize)) {
      try Self.encode(converter.reference, client, packets: 1, room: 100)
    }
    let packets = try Self.encode(converter.reference, client, packets: 1, room: 20_000)
    let decoder = try TestConverter(
      Self.lossless, .int16(),
      cookie: AudioConverterPropertyTests.get(
        converter, kAudioConverterCompressionMagicCookie
      ).bytes)
    let reader = ConverterClient(Self.lossless, packets)
    #expect(
      reader.drain(decoder.reference, .int16(), portions: [999]).buffers[0] == bytes)
  }

  #if LibAV
    @Test(
      "AAC at a low bit rate keeps the level from the first packet on",
      arguments: [(22_050, 0), (22_050, 48_000), (16_000, 24_000), (44_100, 56_000)])
    func lowBitRate(_ rate: Int, _ bitRate: Int) throws {
      let source = AudioStreamBasicDescription.float32(rate: Double(rate), channels: 1)
      let tone = Tone.samples(hertz: 440, seconds: 1, sampleRate: Double(rate))
      let bytes = tone.flatMap { withUnsafeBytes(of: $0.bitPattern.littleEndian) { Array($0) } }
      let aac = AudioStreamBasicDescription.compressed(
        kAudioFormatMPEG4AAC, rate: Double(rate), channels: 1, framesPerPacket: 1024)
      let encoder = try TestConverter(source, aac)
      if bitRate > 0 {
        #expect(
          AudioConverterBitRateTests.set(encoder, kAudioConverterEncodeBitRate, bitRate) == noErr)
      }
      let client = ConverterClient(source, TestPackets.cut(bytes) { $0.isEmpty ? nil : 4 })
      let packets = try Self.encode(encoder.reference, client, packets: 8, room: 1 << 16)
      let cookie = AudioConverterPropertyTests.get(
        encoder, kAudioConverterCompressionMagicCookie
      ).bytes
      let decoder = try TestConverter(aac, source, cookie: cookie)
      let result = ConverterClient(aac, packets).drain(
        decoder.reference, source, portions: [4096])
      let peak = LittleEndian.float(result.buffers[0]).reduce(0) { max($0, abs($1)) }
      #expect(peak > 0.49 && peak < 0.55, "\(peak)")
    }

    @Test(
      "samples far beyond full scale, and NaN, are encoded",
      arguments: [
        kAudioFormatMPEG4AAC, kAudioFormatMPEGLayer3, kAudioFormatOpus, kAudioFormatAC3,
        kAudioFormatEnhancedAC3, 0x766F_7262,
      ])
    func wildSamples(_ formatID: AudioFormatID) throws {
      // All values but the first once crashed LAME, or made FFmpeg's AAC encoder hang.
      let peaks: [Float] = [2, 1e5, 1e7, 1e20, 3e38, .infinity, .nan]
      for peak in peaks {
        var bytes: [UInt8] = []
        var state: UInt32 = 1
        for _ in 0..<2 * 6000 {
          state = state &* 1_664_525 &+ 1_013_904_223
          let sample = (Float(state >> 8) / 8_388_608 - 1) * peak
          bytes += withUnsafeBytes(of: sample.bitPattern) { Array($0) }
        }
        let source = AudioStreamBasicDescription.float32(rate: 48000, channels: 2)
        let converter = try TestConverter(
          source, .compressed(formatID, rate: 48000, channels: 2, framesPerPacket: 0))
        let client = ConverterClient(source, TestPackets.cut(bytes) { $0.isEmpty ? nil : 8 })
        let packets = try Self.encode(converter.reference, client, packets: 8, room: 1 << 19)
        #expect(!packets.isEmpty, "\(peak)")
      }
    }
  #endif

  @Test(
    "every 16-bit sample gets FFmpeg's code, even with ConvertBuffer",
    arguments: [(kAudioFormatULaw, "mulaw"), (kAudioFormatALaw, "alaw")])
  func companding(_ formatID: AudioFormatID, _ name: String) throws {
    let all = (0...65535).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let law = AudioStreamBasicDescription.compressed(
      formatID, rate: 8000, channels: 1, framesPerPacket: 1)
    let converter = try TestConverter(.int16(channels: 1), law)
    var codes = [UInt8](repeating: 0, count: 65536)
    var size: UInt32 = 65536
    #expect(
      AudioConverterConvertBuffer(
        converter.reference, UInt32(all.count), all, &size, &codes) == noErr)
    #expect(size == 65536)
    let reference = try FFmpeg.decode(
      all, ["-f", "s16le", "-ar", "8000", "-ac", "1"], ["-f", name])
    // At the ends of segments, FFmpeg chooses the nearest value instead of the recommendation's
    // decision values.
    let differing = zip(codes, reference).filter { $0 != $1 }.count
    #expect(reference.count == 65536 && differing < 65536 / 20)
    // The exact value of each code gives that code, except for mu-law's negative zero.
    let back = try TestConverter(law, .int16(channels: 1))
    let all256 = (0...255).map { UInt8($0) }
    var values = [UInt8](repeating: 0, count: 512)
    size = 512
    #expect(AudioConverterConvertBuffer(back.reference, 256, all256, &size, &values) == noErr)
    var again = [UInt8](repeating: 0, count: 256)
    size = 256
    #expect(AudioConverterConvertBuffer(converter.reference, 512, values, &size, &again) == noErr)
    let expected = all256.map { formatID == kAudioFormatULaw && $0 == 0x7F ? 0xFF : $0 }
    #expect(again == expected)
  }
}
