import AudioToolbox
import TestSupport
import Testing

/// Properties that change between two streams, and the rate of an encoder.
struct AudioConverterChangeTests {
  static func setRate(_ converter: TestConverter, _ rate: Double) -> OSStatus {
    var rate = rate
    return AudioConverterSetProperty(
      converter.reference, kAudioConverterEncodeAdjustableSampleRate, 8, &rate)
  }

  static func rate(_ converter: TestConverter) -> Double {
    AudioConverterPropertyTests.get(converter, kAudioConverterEncodeAdjustableSampleRate).bytes
      .withUnsafeBytes { $0.count == 8 ? $0.loadUnaligned(as: Double.self) : -1 }
  }

  @Test("no sample of the previous stream remains after a reset with other rate settings")
  func rateSettings() throws {
    let source = AudioStreamBasicDescription.float32(rate: 44100, channels: 1)
    let destination = AudioStreamBasicDescription.float32(rate: 48000, channels: 1)
    let bytes = AudioConverterRateTests.tone(3000, rate: 44100)
    let settings = [AudioConverterRateTests.linear] + AudioConverterRateTests.filters
    let converter = try TestConverter(source, destination)
    // Each setting after each other one, and in the middle of a stream.
    for first in settings {
      for second in settings {
        try first.apply(to: converter)
        let client = ConverterClient(
          source, TestPackets.cut(bytes.reversed()) { $0.isEmpty ? nil : 4 })
        client.fill(converter.reference, destination, frames: 1234)
        AudioConverterReset(converter.reference)
        try second.apply(to: converter)
        let again = try AudioConverterRateTests.drain(converter, bytes, source, destination)
        let fresh = try AudioConverterRateTests.convert(bytes, source, destination, [second])
        #expect(again == fresh, "\(second) after \(first)")
        AudioConverterReset(converter.reference)
      }
    }
  }

  @Test("the older name of the complexity is the same property")
  func algorithm() throws {
    let converter = try TestConverter(.float32(rate: 44100), .float32(rate: 48000))
    let complexity = kAudioConverterSampleRateConverterComplexity
    let algorithm = kAudioConverterSampleRateConverterAlgorithm
    let (linear, mastering) = (
      kAudioConverterSampleRateConverterComplexity_Linear,
      kAudioConverterSampleRateConverterComplexity_Mastering
    )
    for (property, other, value) in [
      (algorithm, complexity, linear), (complexity, algorithm, mastering),
    ] {
      try AudioConverterRateTests.set(converter, property, value)
      #expect(
        AudioConverterPropertyTests.get(converter, other).bytes
          == AudioConverterPropertyTests.number(Int(value)))
    }
    var isWritable: DarwinBoolean = false
    #expect(
      AudioConverterGetPropertyInfo(converter.reference, algorithm, nil, &isWritable) == noErr)
    #expect(isWritable == true)
    let plain = try TestConverter(.float32(), .int16())
    #expect(
      AudioConverterPropertyTests.get(plain, algorithm).status
        == kAudioConverterErr_PropertyNotSupported)
  }

  @Test(
    "an unsupported property returns 'prop'",
    arguments: [
      kAudioConverterSampleRateConverterInitialPhase, kAudioConverterPropertyInputCodecParameters,
      kAudioConverterPropertyOutputCodecParameters,
    ])
  func absent(_ property: AudioConverterPropertyID) throws {
    for output in [
      AudioStreamBasicDescription.float32(rate: 48000), AudioConverterEncodingTests.lossless,
    ] {
      let converter = try TestConverter(.int16(), output)
      #expect(
        AudioConverterPropertyTests.get(converter, property).status
          == kAudioConverterErr_PropertyNotSupported)
      var value = 0.25
      #expect(
        AudioConverterSetProperty(converter.reference, property, 8, &value)
          == kAudioConverterErr_PropertyNotSupported)
    }
  }

  #if Soxr
    @Test("an encoder uses the rate set before its start, and keeps no samples of earlier streams")
    func encoderRate() throws {
      let bytes = AudioConverterRateTests.tone(20_000, rate: 8000, channels: 2)
      let frames = TestPackets.cut(bytes) { $0.isEmpty ? nil : 8 }
      let source = AudioStreamBasicDescription.float32(rate: 8000)
      func format(_ rate: Double) -> AudioStreamBasicDescription {
        .compressed(kAudioFormatAppleLossless, rate: rate, channels: 2, framesPerPacket: 0)
      }
      func encode(_ converter: TestConverter) throws -> [[UInt8]] {
        try AudioConverterEncodingTests.encode(
          converter.reference, ConverterClient(source, frames), packets: 3, room: 100_000)
      }
      let converter = try TestConverter(source, format(8000))
      var previous: [[UInt8]] = []
      for rate in [12_000.0, 44_100, 8000, 12_000] {
        #expect(Self.setRate(converter, rate) == noErr && Self.rate(converter) == rate)
        var made = AudioStreamBasicDescription()
        var size = UInt32(MemoryLayout.size(ofValue: made))
        AudioConverterGetProperty(
          converter.reference, kAudioConverterCurrentOutputStreamDescription, &size, &made)
        #expect(made.mSampleRate == rate && made.mFramesPerPacket == 4096)
        let fresh = try TestConverter(source, format(rate))
        let packets = try encode(converter)
        #expect(try packets == encode(fresh) && packets != previous)
        #expect(
          AudioConverterPropertyTests.get(converter, kAudioConverterCompressionMagicCookie).bytes
            == AudioConverterPropertyTests.get(fresh, kAudioConverterCompressionMagicCookie).bytes)
        previous = packets
        // The stream has started.
        #expect(Self.setRate(converter, 16_000) == kAudioConverterErr_OperationNotSupported)
        AudioConverterReset(converter.reference)
      }
      #expect(Self.setRate(converter, -1) == kAudio_ParamError)
      #expect(Self.setRate(converter, .infinity) == kAudio_ParamError)
      #expect(Self.setRate(converter, 12_000 * 1e9) == kAudio_ParamError)
      #expect(Self.rate(converter) == 12_000)
      #expect(Self.setRate(converter, 0) == noErr && Self.rate(converter) == 8000)
      #expect(try encode(converter) == encode(try TestConverter(source, format(8000))))
    }
  #endif

  @Test("the rate property applies to encoders only")
  func refusedRates() throws {
    let decoding = try TestConverter(.int16(), .float32(rate: 16_000))
    #expect(Self.setRate(decoding, 8000) == kAudioConverterErr_PropertyNotSupported)
    let encoding = try TestConverter(.int16(), AudioConverterEncodingTests.lossless)
    var rate: UInt32 = 8000
    #expect(
      AudioConverterSetProperty(
        encoding.reference, kAudioConverterEncodeAdjustableSampleRate, 4, &rate)
        == kAudioConverterErr_BadPropertySizeError)
    let folder = try TestSupport.TemporaryFolder()
    let file = try TestExtFile(
      creating: folder.url("a.caf"), kAudioFileCAFType, AudioConverterEncodingTests.lossless,
      client: .int16())
    let reference = try #require(
      try file.get(kExtAudioFileProperty_AudioConverter, nil as AudioConverterRef?))
    var other = 16_000.0
    #expect(
      AudioConverterSetProperty(reference, kAudioConverterEncodeAdjustableSampleRate, 8, &other)
        == kAudioConverterErr_PropertyNotSupported)
  }

  #if LibAV
    @Test(
      "an encoder with few rates chooses the nearest one to the input's",
      arguments: [(8000, 32_000), (36_000, 44_100), (44_100, 44_100), (96_000, 48_000)])
    func chosenRate(own: Double, chosen: Double) throws {
      let converter = try TestConverter(
        .int16(rate: own),
        .compressed(kAudioFormatAC3, rate: 48_000, channels: 2, framesPerPacket: 0))
      #expect(Self.setRate(converter, 11_025) == kAudio_ParamError)
      #expect(Self.rate(converter) == 48_000)
      #expect(Self.setRate(converter, 0) == noErr && Self.rate(converter) == chosen)
    }

    @Test("no sample of the previous stream remains after a reset with another bit rate")
    func bitRates() throws {
      let source = AudioStreamBasicDescription.int16(rate: 44_100)
      let raw = try FFmpeg.encode(
        ["-f", "s16le"], sampleRate: 44_100, channelCount: 2, seconds: 0.8)
      let frames = TestPackets.cut(raw) { $0.isEmpty ? nil : 4 }
      for formatID in [kAudioFormatMPEG4AAC, kAudioFormatMPEGLayer3] {
        let format = AudioStreamBasicDescription.compressed(
          formatID, rate: 44_100, channels: 2, framesPerPacket: 0)
        func encode(_ converter: TestConverter) throws -> [[UInt8]] {
          try AudioConverterEncodingTests.encode(
            converter.reference, ConverterClient(source, frames), packets: 5, room: 100_000)
        }
        let converter = try TestConverter(source, format)
        var seen: [[[UInt8]]] = []
        for bitRate in [64_000, 192_000, 96_000, 64_000] {
          #expect(
            AudioConverterBitRateTests.set(converter, kAudioConverterEncodeBitRate, bitRate)
              == noErr)
          let fresh = try TestConverter(source, format)
          #expect(
            AudioConverterBitRateTests.set(fresh, kAudioConverterEncodeBitRate, bitRate) == noErr)
          let packets = try encode(converter)
          let expected = try encode(fresh)
          #expect(packets == expected, "\(bitRate)")
          #expect(seen.last != packets)
          seen.append(packets)
          AudioConverterReset(converter.reference)
        }
        #expect(seen.first == seen.last)
      }
    }
  #endif
}
