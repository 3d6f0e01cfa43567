import AudioToolbox
import Foundation
import TestSupport
import Testing

#if LibAV
  /// Bit rates, their control modes and qualities of encoders.
  struct AudioConverterBitRateTests {
    static func set(
      _ converter: TestConverter, _ property: AudioConverterPropertyID, _ value: Int
    ) -> OSStatus {
      var value = UInt32(value)
      return AudioConverterSetProperty(converter.reference, property, 4, &value)
    }

    static func list<Value: BitwiseCopyable>(
      _ converter: TestConverter, _ property: AudioConverterPropertyID, of start: Value
    ) -> [Value] {
      AudioConverterPropertyTests.get(converter, property).bytes.withUnsafeBytes {
        Array($0.bindMemory(to: Value.self))
      }
    }

    /// Encodes a recording with settings.
    static func encode(
      _ formatID: AudioFormatID, rate: Int, channels: Int,
      _ settings: [(AudioConverterPropertyID, Int)]
    ) throws -> [[UInt8]] {
      let raw = try FFmpeg.encode(
        ["-f", "s16le"], sampleRate: rate, channelCount: channels, seconds: 2)
      let source = AudioStreamBasicDescription.int16(rate: Double(rate), channels: channels)
      let converter = try TestConverter(
        source, .compressed(formatID, rate: Double(rate), channels: channels, framesPerPacket: 0))
      for (property, value) in settings {
        let status = set(converter, property, value)
        guard status == noErr else { throw ConverterFailure(status: status) }
      }
      let client = ConverterClient(source, TestPackets.cut(raw) { $0.isEmpty ? nil : 2 * channels })
      return try AudioConverterEncodingTests.encode(
        converter.reference, client, packets: 8, room: 1 << 19)
    }

    /// The bit rate index in the header of each layer III packet.
    static func indices(_ packets: [[UInt8]]) -> [UInt8] { packets.map { $0[2] >> 4 } }

    static func bitRate(_ packets: [[UInt8]], rate: Int, framesPerPacket: Int) -> Int {
      packets.reduce(0) { $0 + $1.count } * 8 * rate / (packets.count * framesPerPacket)
    }

    static let mode = kAudioCodecPropertyBitRateControlMode

    @Test("speech at 8 kHz and 8 kbit/s has this rate in each packet")
    func lowest() throws {
      let packets = try Self.encode(
        kAudioFormatMPEGLayer3, rate: 8000, channels: 1,
        [
          (kAudioConverterEncodeBitRate, 8000),
          (Self.mode, Int(kAudioCodecBitRateControlMode_Constant)),
        ])
      #expect(Set(Self.indices(packets)) == [1])
      #expect(Self.bitRate(packets, rate: 8000, framesPerPacket: 576) == 8000)
      // MPEG-2.5, layer III, mono.
      #expect(packets.allSatisfy { $0[0] == 0xFF && $0[1] & 0xFE == 0xE2 && $0[3] >> 6 == 3 })
    }

    @Test("LAME encodes constant, average and variable bit rates in joint stereo")
    func layer3() throws {
      func encode(_ settings: [(AudioConverterPropertyID, Int)]) throws -> [[UInt8]] {
        try Self.encode(kAudioFormatMPEGLayer3, rate: 44100, channels: 2, settings)
      }
      let constant = try encode([(kAudioConverterEncodeBitRate, 128_000)])
      #expect(Set(Self.indices(constant)) == [9])
      #expect(constant.contains { $0[3] >> 6 == 1 }, "joint stereo")
      let average = try encode([
        (kAudioConverterEncodeBitRate, 128_000),
        (Self.mode, Int(kAudioCodecBitRateControlMode_LongTermAverage)),
      ])
      #expect(Set(Self.indices(average)).count > 1)
      let rate = Self.bitRate(average, rate: 44100, framesPerPacket: 1152)
      #expect(abs(rate - 128_000) < 20_000, "\(rate)")
      let sizes = try [0, 64, 127].map { quality in
        let packets = try encode([
          (Self.mode, Int(kAudioCodecBitRateControlMode_Variable)),
          (kAudioCodecPropertySoundQualityForVBR, quality),
        ])
        return packets.reduce(0) { $0 + $1.count }
      }
      #expect(sizes[0] < sizes[1] && sizes[1] < sizes[2])
      // More effort gives different packets of the same size.
      let best = try encode([
        (kAudioConverterEncodeBitRate, 128_000), (kAudioConverterCodecQuality, 127),
      ])
      let fastest = try encode([
        (kAudioConverterEncodeBitRate, 128_000), (kAudioConverterCodecQuality, 0),
      ])
      #expect(best != fastest && Set(Self.indices(best)) == Set(Self.indices(fastest)))
    }

    @Test("Opus has constant or variable rates, and Vorbis a quality or a rate")
    func others() throws {
      let constant = try Self.encode(
        kAudioFormatOpus, rate: 48000, channels: 2,
        [
          (kAudioConverterEncodeBitRate, 64_000),
          (Self.mode, Int(kAudioCodecBitRateControlMode_Constant)),
        ])
      #expect(Set(constant.map(\.count)) == [160])
      let variable = try Self.encode(
        kAudioFormatOpus, rate: 48000, channels: 2, [(kAudioConverterEncodeBitRate, 64_000)])
      #expect(Set(variable.map(\.count)).count > 1)
      let vorbis: AudioFormatID = 0x766F_7262
      let sizes = try [0, 127].map { quality in
        try Self.encode(
          vorbis, rate: 44100, channels: 2, [(kAudioCodecPropertySoundQualityForVBR, quality)]
        ).reduce(0) { $0 + $1.count }
      }
      #expect(sizes[0] * 2 < sizes[1])
      let managed = try Self.encode(
        vorbis, rate: 44100, channels: 2, [(kAudioConverterEncodeBitRate, 160_000)])
      #expect(!managed.isEmpty)
    }

    @Test(
      "the bit rate is readable and settable from the start, and applies to the packets",
      arguments: [
        (kAudioFormatMPEGLayer3, 8000, 1, 8000), (kAudioFormatMPEGLayer3, 44_100, 2, 128_000),
        (kAudioFormatMPEGLayer3, 48_000, 1, 64_000), (kAudioFormatMPEGLayer3, 16_000, 2, 48_000),
        (0x766F_7262, 44_100, 2, 112_000),
      ] as [(AudioFormatID, Int, Int, UInt32)])
    func usual(_ formatID: AudioFormatID, _ rate: Int, _ channels: Int, _ expected: UInt32) throws {
      let format = AudioStreamBasicDescription.compressed(
        formatID, rate: Double(rate), channels: channels, framesPerPacket: 0)
      let converter = try TestConverter(
        .int16(rate: Double(rate), channels: channels), format)
      var size: UInt32 = 0
      var isWritable: DarwinBoolean = false
      #expect(
        AudioConverterGetPropertyInfo(
          converter.reference, kAudioConverterEncodeBitRate, &size, &isWritable) == noErr)
      #expect(size == 4 && isWritable.boolValue)
      let reported = Self.list(converter, kAudioConverterEncodeBitRate, of: 0 as UInt32)
      guard formatID == kAudioFormatMPEGLayer3 else {
        // The bit rate that the library reports, which may differ from the requested one.
        #expect(
          reported.allSatisfy { abs(Int($0) - Int(expected)) < 20_000 } && reported.count == 1)
        return
      }
      #expect(reported == [expected])
      let usual = try Self.encode(formatID, rate: rate, channels: channels, [])
      let asked = try Self.encode(
        formatID, rate: rate, channels: channels, [(kAudioConverterEncodeBitRate, Int(expected))])
      #expect(usual == asked && Set(Self.indices(usual)).count == 1)
      // LAME reports no bit rate for a quality.
      #expect(Self.set(converter, Self.mode, Int(kAudioCodecBitRateControlMode_Variable)) == noErr)
      #expect(Self.list(converter, kAudioConverterEncodeBitRate, of: 0 as UInt32) == [0])
    }

    @Test("applicable settings are reported, and unsupported ones are refused")
    func ranges() throws {
      let format = AudioStreamBasicDescription.compressed(
        kAudioFormatMPEGLayer3, rate: 8000, channels: 1, framesPerPacket: 0)
      let converter = try TestConverter(.int16(rate: 8000, channels: 1), format)
      let applicable = Self.list(
        converter, kAudioConverterApplicableEncodeBitRates, of: AudioValueRange())
      #expect(applicable.first?.mMinimum == 8000 && applicable.last?.mMaximum == 64_000)
      let available = Self.list(
        converter, kAudioConverterAvailableEncodeBitRates, of: AudioValueRange())
      #expect(available.last?.mMaximum == 320_000)
      #expect(Self.set(converter, kAudioConverterEncodeBitRate, 320_000) == kAudio_ParamError)
      #expect(Self.set(converter, Self.mode, 2) == kAudio_ParamError)
      #expect(Self.set(converter, Self.mode, 9) == kAudio_ParamError)
      #expect(Self.list(converter, Self.mode, of: 0 as UInt32) == [0])
      let rates = Self.list(
        converter, kAudioConverterApplicableEncodeSampleRates, of: AudioValueRange())
      #expect(rates.contains { $0.mMinimum == 8000 } && rates.count == 9)
      #expect(
        Self.list(converter, kAudioConverterAvailableEncodeChannelLayoutTags, of: 0 as UInt32)
          == [kAudioChannelLayoutTag_Mono])
      #expect(
        Self.list(converter, kAudioConverterEncodeAdjustableSampleRate, of: 0.0) == [8000])
    }

    @Test("settings are read and set as a property list")
    func settings() throws {
      let format = AudioStreamBasicDescription.compressed(
        kAudioFormatMPEGLayer3, rate: 44100, channels: 2, framesPerPacket: 0)
      let source = AudioStreamBasicDescription.int16(rate: 44100, channels: 2)
      func settings(_ converter: TestConverter) throws -> NSArray {
        var list: Unmanaged<NSArray>?
        var size = UInt32(MemoryLayout.size(ofValue: list))
        let status = AudioConverterGetProperty(
          converter.reference, kAudioConverterPropertySettings, &size, &list)
        guard status == noErr, let list else { throw ConverterFailure(status: status) }
        return list.takeRetainedValue()
      }
      let first = try TestConverter(source, format)
      #expect(Self.set(first, kAudioConverterEncodeBitRate, 192_000) == noErr)
      let list = try settings(first)
      let second = try TestConverter(source, format)
      var value = Unmanaged.passUnretained(list)
      #expect(
        AudioConverterSetProperty(
          second.reference, kAudioConverterPropertySettings,
          UInt32(MemoryLayout.size(ofValue: value)), &value) == noErr)
      #expect(Self.list(second, kAudioConverterEncodeBitRate, of: 0 as UInt32) == [192_000])
      let encoder = try #require(list.firstObject as? [String: Any])
      #expect(encoder[kAudioSettings_TopLevelKey] as? String == "MPEG Layer 3")
      let texts: NSArray = ["no settings"]
      var wrong = Unmanaged.passUnretained(texts)
      #expect(
        AudioConverterSetProperty(
          second.reference, kAudioConverterPropertySettings,
          UInt32(MemoryLayout.size(ofValue: wrong)), &wrong) == kAudio_ParamError)
      #expect(texts.count == 1)
    }
  }
#endif
