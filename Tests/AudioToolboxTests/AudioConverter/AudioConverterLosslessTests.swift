import AudioToolbox
import TestSupport
import Testing

/// Integers that pass through a converter unchanged.
struct AudioConverterLosslessTests {
  private static let integer = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked

  private static func lossless(_ flags: AudioFormatFlags) -> AudioStreamBasicDescription {
    var format = AudioConverterEncodingTests.lossless
    format.mFormatFlags = flags
    return format
  }

  private func cookie(_ converter: TestConverter) -> [UInt8] {
    AudioConverterPropertyTests.get(converter, kAudioConverterCompressionMagicCookie).bytes
  }

  @Test(
    "linear PCM survives bit for bit, in any division",
    arguments: [(16, 1), (24, 3), (32, kAppleLosslessFormatFlag_32BitSourceData)])
  func roundTrip(_ bits: Int, _ flags: AudioFormatFlags) throws {
    let bytes = noise(bits / 8 * 2 * 9000)
    let format = AudioStreamBasicDescription.pcm(bits, Self.integer)
    let frames = TestPackets.cut(bytes) { $0.isEmpty ? nil : bits / 8 * 2 }
    for (answers, portions) in [([100_000], [100_000]), ([1, 4095, 4097, 3], [1, 999, 4096])] {
      let encoder = try TestConverter(format, Self.lossless(flags))
      let client = ConverterClient(format, frames)
      client.answers = answers.map { .packets($0) }
      let packets = try AudioConverterEncodingTests.encode(
        encoder.reference, client, packets: 3, room: 200_000)
      #expect(packets.count == 3)
      let decoder = try TestConverter(Self.lossless(flags), format, cookie: cookie(encoder))
      let reader = ConverterClient(Self.lossless(flags), packets)
      let decoded = reader.drain(decoder.reference, format, portions: portions).buffers[0]
      let isSame = decoded == bytes
      #expect(isSame)
    }
  }

  @Test("32 bits survive a conversion between lossless codecs")
  func transcoding() throws {
    let format = AudioStreamBasicDescription.pcm(32, Self.integer)
    let flags = kAppleLosslessFormatFlag_32BitSourceData
    let bytes = noise(8 * 6000)
    let encoder = try TestConverter(format, Self.lossless(flags))
    let packets = try AudioConverterEncodingTests.encode(
      encoder.reference,
      ConverterClient(format, TestPackets.cut(bytes) { $0.isEmpty ? nil : 8 }), packets: 2,
      room: 200_000)
    let transcoder = try TestConverter(
      Self.lossless(flags), Self.lossless(flags), cookie: cookie(encoder))
    let again = try AudioConverterEncodingTests.encode(
      transcoder.reference, ConverterClient(Self.lossless(flags), packets), packets: 2,
      room: 200_000)
    #expect(again == packets)
  }

  @Test("a change within a stream applies at once, and no frame is lost or repeated")
  func changedInTheMiddle() throws {
    let format = AudioStreamBasicDescription.pcm(16, Self.integer)
    let bytes = [UInt8](repeating: 1, count: 4) + noise(4 * 7999)
    let encoder = try TestConverter(format, Self.lossless(1))
    let packets = try AudioConverterEncodingTests.encode(
      encoder.reference,
      ConverterClient(format, TestPackets.cut(bytes) { $0.isEmpty ? nil : 4 }), packets: 2,
      room: 200_000)
    let decoder = try TestConverter(Self.lossless(1), format, cookie: cookie(encoder))
    let reader = ConverterClient(Self.lossless(1), packets)
    var decoded: [UInt8] = []
    // Dithering does not apply between 16-bit formats, but a map does: it swaps the channels.
    for (count, map) in [(1000, [0, 1]), (2000, [1, 0]), (5000, [0, 1])] as [(Int, [Int32])] {
      #expect(
        AudioConverterSetProperty(decoder.reference, kAudioConverterChannelMap, 8, map) == noErr)
      decoded += reader.fill(decoder.reference, format, frames: count).buffers[0]
    }
    var expected = bytes
    for frame in 1000..<3000 {
      for index in 0..<2 {
        expected.swapAt(4 * frame + index, 4 * frame + 2 + index)
      }
    }
    let isSame = decoded == expected
    #expect(isSame)
  }

  @Test("a mix enabled during encoding keeps the timing")
  func mixedInTheMiddle() throws {
    // Both channels are equal, so their mean is, too. Only the number of frames shows the change.
    let mono = noise(2 * 9000)
    let samples = TestPackets.cut(mono) { $0.isEmpty ? nil : 2 }
    let stereo: [[UInt8]] = samples.map { $0 + $0 }
    let format = AudioStreamBasicDescription.pcm(16, Self.integer)
    var target = Self.lossless(1)
    target.mChannelsPerFrame = 1
    let encoder = try TestConverter(format, target)
    let client = ConverterClient(format, stereo)
    // An odd number of frames is pending when the first call ends.
    client.answers = [.packets(5000), .status(1)]
    #expect(throws: ConverterFailure(status: 1)) {
      _ = try AudioConverterEncodingTests.encode(
        encoder.reference, client, packets: 3, room: 100_000)
    }
    let on: [UInt32] = [1]
    #expect(
      AudioConverterSetProperty(
        encoder.reference, kAudioConverterPropertyPerformDownmix, 4, on) == noErr)
    let packets = try AudioConverterEncodingTests.encode(
      encoder.reference, client, packets: 3, room: 100_000)
    let back = AudioStreamBasicDescription.pcm(16, Self.integer, channels: 1)
    let decoder = try TestConverter(target, back, cookie: cookie(encoder))
    let decoded = ConverterClient(target, packets).drain(decoder.reference, back, portions: [777])
      .buffers[0]
    // The call that failed has returned the first packet.
    let isSame = decoded == Array(mono.dropFirst(2 * 4096))
    #expect(isSame)
  }
}
