import AudioToolbox
import TestSupport
import Testing

/// Dithering with a converter's properties.
struct AudioConverterDitherTests {
  static func set(
    _ converter: TestConverter, _ property: AudioConverterPropertyID, _ value: UInt32
  ) -> OSStatus {
    var value = value
    return AudioConverterSetProperty(converter.reference, property, 4, &value)
  }

  /// Converts in portions with the function that pulls its input.
  static func convert(_ converter: TestConverter, _ samples: [Float]) -> [Int16] {
    let bytes = samples.withUnsafeBytes { Array($0) }
    let client = ConverterClient(
      .float32(channels: 1), TestPackets.cut(bytes) { $0.isEmpty ? nil : 4 })
    client.answers = [.packets(1), .packets(700)]
    let made = client.drain(converter.reference, .int16(channels: 1), portions: [333])
    return LittleEndian.int16(made.buffers[0])
  }

  @Test("only conversions from floats to integers are dithered")
  func dithers() throws {
    let quiet = [Float](repeating: 0.3 / 32768, count: 20_000)
    let converter = try TestConverter(.float32(channels: 1), .int16(channels: 1))
    #expect(Self.convert(converter, quiet).allSatisfy { $0 == 0 })
    for algorithm in [kDitherAlgorithm_TPDF, kDitherAlgorithm_NoiseShaping] {
      #expect(Self.set(converter, kAudioConverterPropertyDithering, algorithm) == noErr)
      let made = Self.convert(converter, quiet)
      let mean = made.reduce(0) { $0 + Double($1) } / Double(made.count)
      #expect(made.count == quiet.count && abs(mean - 0.3) < 0.02)
      AudioConverterReset(converter.reference)
      #expect(Self.convert(converter, quiet) == made)
      // Both functions give the same result.
      AudioConverterReset(converter.reference)
      var whole = [Int16](repeating: 0, count: quiet.count)
      var size = UInt32(whole.count * 2)
      #expect(
        AudioConverterConvertBuffer(
          converter.reference, UInt32(quiet.count * 4), quiet, &size, &whole) == noErr)
      #expect(whole == made)
      AudioConverterReset(converter.reference)
    }
    #expect(Self.set(converter, kAudioConverterPropertyDithering, 0) == noErr)
    #expect(Self.convert(converter, quiet).allSatisfy { $0 == 0 })
  }

  @Test("the dithered bit depth may be less than the output's")
  func depth() throws {
    let converter = try TestConverter(.float32(channels: 1), .int16(channels: 1))
    #expect(Self.set(converter, kAudioConverterPropertyDitherBitDepth, 8) == noErr)
    #expect(Self.set(converter, kAudioConverterPropertyDithering, kDitherAlgorithm_TPDF) == noErr)
    let made = Self.convert(converter, (0..<1000).map { Float($0) / 2000 })
    #expect(made.allSatisfy { $0 % 256 == 0 } && Set(made).count > 50)
    #expect(Self.set(converter, kAudioConverterPropertyDitherBitDepth, 17) == kAudio_ParamError)
    #expect(Self.set(converter, kAudioConverterPropertyDithering, 3) == kAudio_ParamError)
    let floats = try TestConverter(.int16(channels: 1), .float32(channels: 1))
    #expect(
      Self.set(floats, kAudioConverterPropertyDithering, 1)
        == kAudioConverterErr_PropertyNotSupported)
  }

  @Test("integers that lose no bits are unchanged")
  func exact() throws {
    let converter = try TestConverter(.int16(channels: 1), .int16(channels: 1))
    #expect(Self.set(converter, kAudioConverterPropertyDithering, kDitherAlgorithm_TPDF) == noErr)
    let samples = (0..<1000).map { Int16($0 * 31 - 15000) }
    var made = [Int16](repeating: 0, count: samples.count)
    var size = UInt32(made.count * 2)
    #expect(
      AudioConverterConvertBuffer(
        converter.reference, UInt32(samples.count * 2), samples, &size, &made) == noErr)
    #expect(made == samples)
  }
}
