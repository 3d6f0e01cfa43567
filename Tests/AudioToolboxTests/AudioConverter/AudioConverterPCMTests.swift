import AudioToolbox
import TestSupport
import Testing

struct AudioConverterPCMTests {
  struct Encoding: Sendable, CustomTestStringConvertible {
    /// The format's name in FFmpeg.
    var testDescription: String
    var format: AudioStreamBasicDescription

    init(_ name: String, _ bits: Int, _ flags: AudioFormatFlags) {
      testDescription = name
      format = .pcm(bits, flags | kAudioFormatFlagIsPacked)
    }
  }

  static let encodings: [Encoding] = [
    Encoding("u8", 8, 0),
    Encoding("s8", 8, kAudioFormatFlagIsSignedInteger),
    Encoding("s16le", 16, kAudioFormatFlagIsSignedInteger),
    Encoding("s16be", 16, kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsBigEndian),
    Encoding("s24le", 24, kAudioFormatFlagIsSignedInteger),
    Encoding("s24be", 24, kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsBigEndian),
    Encoding("s32le", 32, kAudioFormatFlagIsSignedInteger),
    Encoding("s32be", 32, kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsBigEndian),
    Encoding("f32le", 32, kAudioFormatFlagIsFloat),
    Encoding("f32be", 32, kAudioFormatFlagIsFloat | kAudioFormatFlagIsBigEndian),
    Encoding("f64le", 64, kAudioFormatFlagIsFloat),
    Encoding("f64be", 64, kAudioFormatFlagIsFloat | kAudioFormatFlagIsBigEndian),
  ]

  static func convert(
    _ bytes: [UInt8], _ source: AudioStreamBasicDescription,
    _ destination: AudioStreamBasicDescription
  ) throws -> [UInt8] {
    let converter = try TestConverter(source, destination)
    let frames = bytes.count / Int(source.mBytesPerFrame)
    let width = Int(destination.mBytesPerFrame)
    var room = [UInt8](repeating: 0, count: frames * width)
    var size = UInt32(room.count)
    let status = AudioConverterConvertBuffer(
      converter.reference, UInt32(bytes.count), bytes, &size, &room)
    guard status == noErr, Int(size) == room.count else { throw ConverterFailure(status: status) }
    return room
  }

  @Test("every encoding converts to 16 bits and Float32 like FFmpeg's", arguments: encodings)
  func toCommon(_ encoding: Encoding) throws {
    let bytes = try FFmpeg.encode(
      ["-f", encoding.testDescription], sampleRate: 8000, channelCount: 2, seconds: 0.2)
    let options = ["-f", encoding.testDescription, "-ar", "8000", "-ac", "2"]
    let floats = try LittleEndian.float(Self.convert(bytes, encoding.format, .float32()))
    let isSameFloat = try floats == FFmpeg.decodeFloat(bytes, options)
    #expect(isSameFloat)
    let integers = try LittleEndian.int16(Self.convert(bytes, encoding.format, .int16()))
    let isSameInteger = try integers == FFmpeg.decodeInt16(bytes, options)
    #expect(isSameInteger)
  }

  @Test(
    "16-bit samples survive a conversion to any wider encoding", arguments: encodings.dropFirst(2))
  func roundTrip(_ encoding: Encoding) throws {
    let all = (0...65535).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let there = try Self.convert(all, .int16(), encoding.format)
    let isSame = try Self.convert(there, encoding.format, .int16()) == all
    #expect(isSame)
  }

  @Test("24 bits in 32, aligned high or low, equal packed samples")
  func twentyFourInThirtyTwo() throws {
    let packed = AudioStreamBasicDescription.pcm(
      24, kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked)
    let low = AudioStreamBasicDescription.pcm(
      24, kAudioFormatFlagIsSignedInteger, bytesPerSample: 4)
    let high = AudioStreamBasicDescription.pcm(
      24, kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsAlignedHigh, bytesPerSample: 4)
    let samples: [UInt8] = [1, 2, 3, 0xFE, 0xFF, 0xFF, 0, 0, 0x80, 0xFF, 0xFF, 0x7F]
    let lowExpected: [UInt8] = [
      1, 2, 3, 0, 0xFE, 0xFF, 0xFF, 0xFF, 0, 0, 0x80, 0xFF, 0xFF, 0xFF, 0x7F, 0,
    ]
    let highExpected: [UInt8] = [
      0, 1, 2, 3, 0, 0xFE, 0xFF, 0xFF, 0, 0, 0, 0x80, 0, 0xFF, 0xFF, 0x7F,
    ]
    #expect(try Self.convert(samples, packed, low) == lowExpected)
    #expect(try Self.convert(samples, packed, high) == highExpected)
    #expect(try Self.convert(lowExpected, low, packed) == samples)
    #expect(try Self.convert(highExpected, high, packed) == samples)
    #expect(try Self.convert(lowExpected, low, high) == highExpected)
  }

  @Test("8.24 fixed point has 24 fraction bits, and may exceed full scale")
  func fixedPoint() throws {
    let fixed = AudioStreamBasicDescription.pcm(
      32,
      kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked
        | 24 << kLinearPCMFormatFlagsSampleFractionShift)
    let all = (0...65535).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let there = try Self.convert(all, .int16(), fixed)
    let isShifted = LittleEndian.int32(there) == LittleEndian.int16(all).map { Int32($0) << 9 }
    #expect(isShifted)
    #expect(try Self.convert(there, fixed, .int16()) == all)
    let loud = LittleEndian.bytes([1.5, -2, 127.5, -128, 1000, -0.25] as [Float])
    let samples = try Self.convert(loud, .float32(), fixed)
    #expect(
      LittleEndian.int32(samples) == [
        0x0180_0000, -0x0200_0000, 0x7F80_0000, .min, .max, -0x0040_0000,
      ])
    #expect(
      try LittleEndian.float(Self.convert(samples, fixed, .float32()))
        == [1.5, -2, 127.5, -128, 128, -0.25])
    #expect(
      try LittleEndian.int16(Self.convert(samples, fixed, .int16()))
        == [32767, -32768, 32767, -32768, 32767, -8192])
    // 32 bits lose their lowest seven by rounding.
    let wide = AudioStreamBasicDescription.pcm(
      32, kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked)
    let whole = [192, -192, .max, .min] as [Int32]
    let bytes = whole.flatMap { one in
      [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: one >> $0) }
    }
    let narrowed = try Self.convert(bytes, wide, fixed)
    #expect(LittleEndian.int32(narrowed) == [2, -2, 1 << 24, -1 << 24])
  }

  @Test("floats round to nearest, ties to even, and clip")
  func rounding() throws {
    let steps: [Float] = [
      0, 0.5, 0.51, 1.5, 2.5, -0.5, -1.5, 100.49, 32767, 32767.4, 32768, 1e9, -32768, -32769, -1e9,
      .infinity, -.infinity, .nan,
    ]
    let expected: [Int16] = [
      0, 0, 1, 2, 2, 0, -2, 100, 32767, 32767, 32767, 32767, -32768, -32768, -32768, 32767, -32768,
      0,
    ]
    let bytes = steps.flatMap { step in
      let bits = (step / 32768).bitPattern
      return [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: bits >> $0) }
    }
    let result = try Self.convert(bytes, .float32(channels: 1), .int16(channels: 1))
    #expect(LittleEndian.int16(result) == expected)
  }

  struct Channels: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var inputCount: Int
    var map: [Int32]?
    var outputCount: Int
    /// The input channel of each output channel, or -1.
    var expected: [Int]
  }

  static let channels: [Channels] = [
    Channels(
      testDescription: "mono is not spread", inputCount: 1, outputCount: 2, expected: [0, -1]),
    Channels(testDescription: "stereo to mono", inputCount: 2, outputCount: 1, expected: [0]),
    Channels(
      testDescription: "stereo to 4", inputCount: 2, outputCount: 4, expected: [0, 1, -1, -1]),
    Channels(testDescription: "6 to stereo", inputCount: 6, outputCount: 2, expected: [0, 1]),
    Channels(
      testDescription: "swapped", inputCount: 2, map: [1, 0], outputCount: 2, expected: [1, 0]),
    Channels(
      testDescription: "spread", inputCount: 1, map: [0, 0], outputCount: 2, expected: [0, 0]),
    Channels(
      testDescription: "picked", inputCount: 6, map: [5, -1, 2], outputCount: 3,
      expected: [5, -1, 2]),
  ]

  @Test(
    "channels follow the map, interleaved or not", arguments: channels,
    [(false, false), (false, true), (true, false), (true, true)])
  func channelMap(_ channels: Channels, _ separate: (input: Bool, output: Bool)) throws {
    func format(_ isSeparate: Bool, _ count: Int) -> AudioStreamBasicDescription {
      .pcm(
        16,
        kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked
          | (isSeparate ? kAudioFormatFlagIsNonInterleaved : 0), channels: count)
    }
    let source = format(separate.input, channels.inputCount)
    let destination = format(separate.output, channels.outputCount)
    let converter = try TestConverter(source, destination)
    if let map = channels.map {
      let status = AudioConverterSetProperty(
        converter.reference, kAudioConverterChannelMap, UInt32(map.count * 4), map)
      try #require(status == noErr)
    }
    // Each sample has its channel plus one in the high byte, and its frame in the low byte.
    let frameCount = 200
    func sample(_ frame: Int, _ channel: Int) -> [UInt8] {
      channel < 0 ? [0, 0] : [UInt8(frame), UInt8(channel + 1)]
    }
    let client =
      if separate.input {
        ConverterClient(
          source,
          separate: (0..<channels.inputCount).map { channel in
            (0..<frameCount).flatMap { sample($0, channel) }
          })
      } else {
        ConverterClient(
          source,
          (0..<frameCount).map { frame in
            (0..<channels.inputCount).flatMap { sample(frame, $0) }
          })
      }
    client.answers = [.packets(3), .copied(2), .packets(90)]
    let result = client.drain(converter.reference, destination, portions: [33, 50])
    if separate.output {
      for (index, channel) in channels.expected.enumerated() {
        #expect(result.buffers[index] == (0..<frameCount).flatMap { sample($0, channel) })
      }
    } else {
      let expected = (0..<frameCount).flatMap { frame in
        channels.expected.flatMap { sample(frame, $0) }
      }
      #expect(result.buffers[0] == expected)
    }
  }

  @Test("ConvertBuffer reports which size is wrong")
  func convertBufferSizes() throws {
    let converter = try TestConverter(.int16(), .float32())
    let bytes = [UInt8](repeating: 0, count: 8)
    var room = [UInt8](repeating: 0, count: 16)
    var size: UInt32 = 16
    #expect(
      AudioConverterConvertBuffer(converter.reference, 6, bytes, &size, &room)
        == kAudioConverterErr_InvalidInputSize)
    size = 15
    #expect(
      AudioConverterConvertBuffer(converter.reference, 8, bytes, &size, &room)
        == kAudioConverterErr_InvalidOutputSize)
    size = 16
    #expect(AudioConverterConvertBuffer(converter.reference, 4, bytes, &size, &room) == noErr)
    #expect(size == 8)
  }

  @Test("channels follow the map, and an identity map restores their order")
  func mapped() throws {
    let converter = try TestConverter(.int16(), .float32())
    let samples: [Int16] = [1, -2, 3, -4]
    func convert(_ map: [Int32]) -> [Float] {
      #expect(
        AudioConverterSetProperty(
          converter.reference, kAudioConverterChannelMap, UInt32(map.count * 4), map) == noErr)
      var room = [Float](repeating: 9, count: 4)
      var size: UInt32 = 16
      #expect(
        AudioConverterConvertBuffer(converter.reference, 8, samples, &size, &room) == noErr)
      return room.map { $0 * 32768 }
    }
    #expect(convert([0, 1]) == [1, -2, 3, -4])
    #expect(convert([1, 0]) == [-2, 1, -4, 3])
    #expect(convert([0, -1]) == [1, 0, 3, 0])
    #expect(convert([0, 1]) == [1, -2, 3, -4])
    let levels: [Float] = [0, 1, 1, 0]
    #expect(
      AudioConverterSetProperty(
        converter.reference, kAudioConverterPropertyChannelMixMap, 16, levels) == noErr)
    var room = [Float](repeating: 9, count: 4)
    var size: UInt32 = 16
    #expect(AudioConverterConvertBuffer(converter.reference, 8, samples, &size, &room) == noErr)
    #expect(room.map { $0 * 32768 } == [-2, 1, -4, 3])
  }
}
