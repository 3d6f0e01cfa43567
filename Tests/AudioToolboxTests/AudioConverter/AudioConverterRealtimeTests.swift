import AudioToolbox
import TestSupport
import Testing

/// `AudioConverterFillComplexBufferRealtimeSafe`, and the form with dependent packets.
struct AudioConverterRealtimeTests {
  private static let float = kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked
  private static let integer = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked
  private static let apart = kAudioFormatFlagIsNonInterleaved

  static let formats: [AudioStreamBasicDescription] = [
    .int16(), .pcm(32, float | apart), .pcm(24, integer | kAudioFormatFlagIsBigEndian, channels: 3),
    .pcm(64, float, channels: 1), .pcm(32, integer | apart, channels: 2), .pcm(8, integer),
  ]

  /// Frames of arbitrary bytes, but with floats in a moderate range.
  private func client(_ format: AudioStreamBasicDescription, frames: Int) -> ConverterClient {
    let isSeparate = format.mFormatFlags & Self.apart != 0
    let isFloat = format.mFormatFlags & kAudioFormatFlagIsFloat != 0
    let count = isSeparate ? Int(format.mChannelsPerFrame) : 1
    let samples = frames * (isSeparate ? 1 : Int(format.mChannelsPerFrame))
    let channels = (0..<count).map { channel -> [UInt8] in
      guard isFloat else {
        return noise(frames * Int(format.mBytesPerFrame), seed: UInt64(channel))
      }
      let numbers = noise(samples, seed: UInt64(channel)).map { Double($0) / 128 - 1 }
      return format.mBitsPerChannel == 64
        ? numbers.flatMap { number in
          (0..<8).map { UInt8(truncatingIfNeeded: number.bitPattern >> ($0 * 8)) }
        }
        : LittleEndian.bytes(numbers.map { Float($0) })
    }
    return isSeparate
      ? ConverterClient(format, separate: channels)
      : ConverterClient(
        format, TestPackets.cut(channels[0]) { $0.isEmpty ? nil : Int(format.mBytesPerFrame) })
  }

  @Test("the real-time function gives the same frames for any division", arguments: formats)
  func sameSamples(_ input: AudioStreamBasicDescription) throws {
    for output in Self.formats {
      let converter = try TestConverter(input, output)
      let expected = client(input, frames: 3000).drain(
        converter.reference, output, portions: [3000]
      ).buffers
      for (answers, portions) in [([], [3000]), ([1, 2000, 7, 1024], [1, 999, 1500])] {
        AudioConverterReset(converter.reference)
        let client = client(input, frames: 3000)
        client.isRealtime = true
        client.answers = answers.map { .packets($0) }
        #expect(client.drain(converter.reference, output, portions: portions).buffers == expected)
        #expect(client.minimums.allSatisfy { $0 <= 1024 })
      }
    }
  }

  @Test("the callback may copy frames to the offered memory")
  func copied() throws {
    let converter = try TestConverter(.int16(), .float32())
    let expected = client(.int16(), frames: 900).drain(
      converter.reference, .float32(), portions: [900]
    ).buffers
    let client = client(.int16(), frames: 900)
    client.isRealtime = true
    client.answers = [.copied(500), .copied(400)]
    #expect(
      client.drain(converter.reference, .float32(), portions: [900]).buffers == expected)
  }

  @Test("a channel map applies")
  func channelMap() throws {
    let converter = try TestConverter(.int16(), .int16())
    let map: [Int32] = [1, -1]
    #expect(
      AudioConverterSetProperty(converter.reference, kAudioConverterChannelMap, 8, map) == noErr)
    let client = ConverterClient(.int16(), [[1, 2, 3, 4], [5, 6, 7, 8]])
    client.isRealtime = true
    let made = client.fill(converter.reference, .int16(), frames: 2)
    #expect(made.status == noErr && made.buffers == [[3, 4, 0, 0, 7, 8, 0, 0]])
  }

  @Test("an error from the callback ends the call, with the frames made so far")
  func errors() throws {
    let converter = try TestConverter(.int16(), .int16())
    let client = ConverterClient(.int16(), (0..<10).map { [$0, 0, $0, 0] })
    client.isRealtime = true
    client.answers = [.packets(3), .status(-17), .packets(2), .tooManyPackets]
    var made = client.fill(converter.reference, .int16(), frames: 8)
    #expect(made.status == -17 && made.frameCount == 3 && made.buffers[0].count == 12)
    made = client.fill(converter.reference, .int16(), frames: 8)
    #expect(made.status == kAudioConverterErr_InvalidInputSize && made.frameCount == 2)
    // The end stays the end until the converter is reset.
    while client.fill(converter.reference, .int16(), frames: 8).frameCount > 0 {}
    let asked = client.minimums.count
    #expect(client.fill(converter.reference, .int16(), frames: 8).frameCount == 0)
    #expect(client.minimums.count == asked)
    AudioConverterReset(converter.reference)
    client.next = 0
    #expect(client.fill(converter.reference, .int16(), frames: 8).frameCount == 8)
  }

  @Test("conversions unsafe on a render thread are refused")
  func refusals() throws {
    let refused = kAudioConverterErr_OperationNotSupported
    for (input, output) in [
      (AudioStreamBasicDescription.int16(), AudioStreamBasicDescription.int16(rate: 16_000)),
      (.int16(), AudioConverterEncodingTests.lossless),
    ] {
      let converter = try TestConverter(input, output)
      let client = client(input, frames: 10)
      client.isRealtime = true
      #expect(client.fill(converter.reference, .int16(), frames: 4).status == refused)
      #expect(client.minimums.isEmpty)
    }
    let converter = try TestConverter(.int16(), .int16(channels: 1))
    let client = client(.int16(), frames: 10)
    client.isRealtime = true
    #expect(client.fill(converter.reference, .int16(channels: 1), frames: 4).status == noErr)
    let on: [UInt32] = [1]
    #expect(
      AudioConverterSetProperty(
        converter.reference, kAudioConverterPropertyPerformDownmix, 4, on) == noErr)
    #expect(client.fill(converter.reference, .int16(channels: 1), frames: 4).status == refused)
  }

  @Test("no encoder here makes dependent packets")
  func dependencies() throws {
    let converter = try TestConverter(.int16(), AudioConverterEncodingTests.lossless)
    var bytes = [UInt8](repeating: 0, count: 100_000)
    var count: UInt32 = 2
    var descriptions = [AudioStreamPacketDescription](repeating: .init(), count: 2)
    var dependencies = [AudioStreamPacketDependencyDescription](repeating: .init(), count: 2)
    let client = client(.int16(), frames: 5000)
    let status = bytes.withUnsafeMutableBytes { bytes -> OSStatus in
      var list = AudioBufferList(
        mNumberBuffers: 1,
        mBuffers: AudioBuffer(
          mNumberChannels: 2, mDataByteSize: UInt32(bytes.count), mData: bytes.baseAddress))
      return AudioConverterFillComplexBufferWithPacketDependencies(
        converter.reference,
        { _, count, list, descriptions, client in
          guard let client else { return -1 }
          return Unmanaged<ConverterClient>.fromOpaque(client).takeUnretainedValue()
            .give(count, list, descriptions)
        }, Unmanaged.passUnretained(client).toOpaque(), &count, &list, &descriptions,
        &dependencies)
    }
    #expect(status == noErr && count == 2)
    #expect(descriptions.allSatisfy { $0.mDataByteSize > 0 })
  }
}
