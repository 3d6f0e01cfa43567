import AudioToolbox
import Testing

/// Channel layouts and down-mixing through a converter's properties.
struct AudioConverterChannelTests {
  static func layout(_ tag: AudioChannelLayoutTag) -> [UInt8] {
    var layout = AudioChannelLayout()
    layout.mChannelLayoutTag = tag
    return withUnsafeBytes(of: layout) { Array($0) }
  }

  static func set(
    _ converter: TestConverter, _ property: AudioConverterPropertyID, _ bytes: [UInt8]
  ) -> OSStatus {
    AudioConverterSetProperty(converter.reference, property, UInt32(bytes.count), bytes)
  }

  /// The output for frames in which frame *n* has full scale in channel *n* only.
  static func response(_ converter: TestConverter, channels: Int, to outputs: Int) throws -> [Float]
  {
    var input = [Float](repeating: 0, count: channels * channels)
    for channel in 0..<channels { input[channel * channels + channel] = 1 }
    var output = [Float](repeating: 0, count: channels * outputs)
    var size = UInt32(output.count * 4)
    let status = AudioConverterConvertBuffer(
      converter.reference, UInt32(input.count * 4), input, &size, &output)
    guard status == noErr else { throw ConverterFailure(status: status) }
    return output
  }

  @Test(
    "5.1 in any order is mixed to stereo at standard levels, on request only")
  func downmix() throws {
    let part = Float(0.5).squareRoot()
    let scale = 1 / (1 + 2 * part)
    let orders: [(AudioChannelLayoutTag, [String])] = [
      (kAudioChannelLayoutTag_MPEG_5_1_A, ["L", "R", "C", "LFE", "Ls", "Rs"]),
      (kAudioChannelLayoutTag_MPEG_5_1_D, ["C", "L", "R", "Ls", "Rs", "LFE"]),
    ]
    let levels: [String: [Float]] = [
      "L": [1, 0], "R": [0, 1], "C": [part, part], "LFE": [0, 0], "Ls": [part, 0], "Rs": [0, part],
    ]
    for (tag, channels) in orders {
      let converter = try TestConverter(.float32(channels: 6), .float32(channels: 2))
      #expect(Self.set(converter, kAudioConverterInputChannelLayout, Self.layout(tag)) == noErr)
      let plain = try Self.response(converter, channels: 6, to: 2)
      #expect(plain.filter { $0 != 0 } == [1, 1] && plain[0] == 1)
      #expect(
        Self.set(
          converter, kAudioConverterPropertyPerformDownmix, AudioConverterPropertyTests.number(1))
          == noErr)
      let mixed = try Self.response(converter, channels: 6, to: 2)
      let expected = channels.flatMap { (levels[$0] ?? []).map { $0 * scale } }
      #expect(zip(mixed, expected).allSatisfy { abs($0 - $1) < 1e-6 })
      let read = AudioConverterPropertyTests.get(converter, kAudioConverterPropertyPerformDownmix)
      #expect(read.bytes == AudioConverterPropertyTests.number(1))
      // A channel map ends the down-mix.
      let map = [0, 1].flatMap(AudioConverterPropertyTests.number)
      #expect(Self.set(converter, kAudioConverterChannelMap, map) == noErr)
      #expect(try Self.response(converter, channels: 6, to: 2) == plain)
      #expect(
        AudioConverterPropertyTests.get(converter, kAudioConverterPropertyPerformDownmix).bytes
          == AudioConverterPropertyTests.number(0))
    }
  }

  @Test("channels are ordered by the layouts of both sides")
  func reorder() throws {
    let converter = try TestConverter(.float32(channels: 6), .float32(channels: 6))
    #expect(
      Self.set(
        converter, kAudioConverterInputChannelLayout,
        Self.layout(kAudioChannelLayoutTag_MPEG_5_1_A)) == noErr)
    #expect(
      Self.set(
        converter, kAudioConverterOutputChannelLayout,
        Self.layout(kAudioChannelLayoutTag_MPEG_5_1_D)) == noErr)
    #expect(
      AudioConverterPropertyTests.get(converter, kAudioConverterChannelMap).bytes
        == [2, 0, 1, 4, 5, 3].flatMap(AudioConverterPropertyTests.number))
    #expect(
      AudioConverterPropertyTests.get(converter, kAudioConverterOutputChannelLayout).bytes
        == Self.layout(kAudioChannelLayoutTag_MPEG_5_1_D))
  }

  @Test("a layout with another channel count is refused")
  func refused() throws {
    let converter = try TestConverter(.float32(channels: 6), .float32(channels: 2))
    let stereo = Self.layout(kAudioChannelLayoutTag_Stereo)
    #expect(
      Self.set(converter, kAudioConverterInputChannelLayout, stereo) == kAudio_ParamError)
    #expect(
      Self.set(converter, kAudioConverterInputChannelLayout, Array(stereo.prefix(11)))
        == kAudioConverterErr_BadPropertySizeError)
    #expect(
      AudioConverterPropertyTests.get(converter, kAudioConverterInputChannelLayout).status
        == kAudioConverterErr_PropertyNotSupported)
    // Two channels need no layout.
    #expect(
      AudioConverterPropertyTests.get(converter, kAudioConverterOutputChannelLayout).bytes == stereo
    )
  }

  #if LibAV
    @Test("an encoder reports its channel order")
    func encoder() throws {
      let converter = try TestConverter(
        .float32(channels: 6),
        .compressed(kAudioFormatMPEG4AAC, rate: 8000, channels: 6, framesPerPacket: 0))
      #expect(
        AudioConverterPropertyTests.get(converter, kAudioConverterOutputChannelLayout).bytes
          == Self.layout(kAudioChannelLayoutTag_MPEG_5_1_D))
    }
  #endif
}
