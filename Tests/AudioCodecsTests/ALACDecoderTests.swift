import AudioModel
import TestSupport
import Testing

@testable import AudioCodecs
@testable import AudioSyntax

struct ALACDecoderTests {
  struct Stream: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var sampleRate = 44_100
    var channelCount = 2
    /// FFmpeg's options for the encoder.
    var options: [String] = []
    /// For each channel in the packets' order, its index in FFmpeg's order.
    var order = [0, 1]

    var format: StreamFormat {
      StreamFormat(
        sampleRate: Double(sampleRate), formatID: .appleLossless, framesPerPacket: 4096,
        channelCount: channelCount)
    }

    func make() throws -> (file: [UInt8], packets: [[UInt8]], cookie: [UInt8]) {
      let file = try FFmpeg.encode(
        ["-c:a", "alac"] + options + ["-f", "caf"], sampleRate: sampleRate,
        channelCount: channelCount)
      let (packets, cookie) = TestPackets.caf(file)
      return (file, packets, cookie)
    }

    /// The samples that FFmpeg decodes, in the packets' order.
    func reference(_ file: [UInt8]) throws -> [Float] {
      let samples = try FFmpeg.decodeFloat(file, ["-f", "caf"])
      return stride(from: 0, to: samples.count, by: channelCount).flatMap { start in
        order.map { samples[start + $0] }
      }
    }
  }

  static let streams: [Stream] = [
    Stream(testDescription: "16 bits, stereo"),
    Stream(testDescription: "16 bits, mono", sampleRate: 8000, channelCount: 1, order: [0]),
    Stream(testDescription: "24 bits", sampleRate: 96_000, options: ["-sample_fmt", "s32p"]),
    Stream(
      testDescription: "24 bits, mono", channelCount: 1, options: ["-sample_fmt", "s32p"],
      order: [0]),
    Stream(testDescription: "samples as they are", options: ["-compression_level", "0"]),
    Stream(testDescription: "differences", options: ["-compression_level", "1"]),
    Stream(
      testDescription: "eight coefficients",
      options: ["-min_prediction_order", "8", "-max_prediction_order", "8"]),
    Stream(
      testDescription: "many coefficients",
      options: ["-min_prediction_order", "20", "-max_prediction_order", "30"]),
    Stream(testDescription: "3 channels", channelCount: 3, order: [2, 0, 1]),
    Stream(testDescription: "5.1", channelCount: 6, order: [2, 0, 1, 4, 5, 3]),
  ]

  @Test("samples are identical to FFmpeg's", arguments: streams)
  func sameSamples(_ stream: Stream) throws {
    let (file, packets, cookie) = try stream.make()
    #expect(packets.count == (stream.sampleRate + 4095) / 4096)
    let samples = try decodeAll(packets, format: stream.format, cookie: cookie)
    #expect(samples.count == stream.sampleRate * stream.channelCount)
    let isSame = try samples == stream.reference(file)
    #expect(isSame)
  }

  @Test("the cookie may be in atoms, as in older files")
  func wrappedCookie() throws {
    let (_, packets, cookie) = try Self.streams[0].make()
    let bare = Array(cookie.suffix(24))
    let wrapped =
      [0, 0, 0, 12] + Array("frmaalac".utf8) + [0, 0, 0, 36] + Array("alac".utf8)
      + [0, 0, 0, 0] + bare
    let samples = try decodeAll(packets, format: Self.streams[0].format, cookie: bare)
    let isSame = try decodeAll(packets, format: Self.streams[0].format, cookie: wrapped) == samples
    #expect(isSame)
  }

  @Test("a wrong configuration is refused")
  func badConfiguration() throws {
    let (_, _, cookie) = try Self.streams[0].make()
    let good = Array(cookie.suffix(24))
    var bad = (0..<24).map { Array(good.prefix($0)) }
    // Frames of a packet, version, bits, limit of the remainder, channels.
    for (index, value) in [(0, 1), (4, 1), (5, 17), (8, 32), (9, 0), (9, 9)] {
      var changed = good
      changed[index] = UInt8(value)
      bad.append(changed)
    }
    for cookie in bad {
      #expect(throws: CodecError.badConfiguration) {
        _ = try DecoderFactory.makeDecoder(
          format: Self.streams[0].format, magicCookie: cookie)
      }
    }
  }

  /// Four-bit counts, the bits after them, and the size of the resulting empty element in bytes.
  static let fills: [(count: UInt32, extra: UInt32?, byteCount: Int)] = [
    (0, nil, 0), (3, nil, 3), (14, nil, 14), (15, 0, 14), (15, 1, 15), (15, 255, 269),
  ]

  @Test("an empty element of any count is skipped", arguments: fills)
  func fillElements(_ fill: (count: UInt32, extra: UInt32?, byteCount: Int)) throws {
    let stream = Self.streams[1]
    let (_, packets, cookie) = try stream.make()
    var bits = BitWriter()
    bits.append(6, bits: 3)
    bits.append(Int(fill.count), bits: 4)
    if let extra = fill.extra { bits.append(Int(extra), bits: 8) }
    for _ in 0..<fill.byteCount { bits.append(0xFF, bits: 8) }
    for byte in packets[1] { bits.append(Int(byte), bits: 8) }
    let plain = try decodeAll([packets[1]], format: stream.format, cookie: cookie)
    let filled = try decodeAll([bits.bytes], format: stream.format, cookie: cookie)
    #expect(filled == plain)
  }

  @Test("a broken packet gives no samples, and does not affect the next one", arguments: [0, 4, 7])
  func brokenPackets(_ index: Int) throws {
    let stream = Self.streams[index]
    let (_, packets, cookie) = try stream.make()
    let decoder = try DecoderFactory.makeDecoder(format: stream.format, magicCookie: cookie)
    var expected: [Float] = []
    try decode(packets[1], by: decoder, into: &expected)
    for end in stride(from: 0, to: packets[0].count - 1, by: 1 + packets[0].count / 12) {
      var samples: [Float] = []
      #expect(throws: CodecError.badPacket) {
        try decode(Array(packets[0].prefix(end)), by: decoder, into: &samples)
      }
      #expect(samples.isEmpty)
    }
    for (index, change) in noise(40).enumerated() {
      var packet = packets[0]
      packet[index * 7919 % packet.count] ^= change
      var samples: [Float] = []
      do throws(CodecError) {
        try decode(packet, by: decoder, into: &samples)
        #expect(samples.count <= 4096 * stream.channelCount)
      } catch {
        #expect(samples.isEmpty)
      }
      samples = []
      try decode(packets[1], by: decoder, into: &samples)
      let isSame = samples == expected
      #expect(isSame)
    }
  }
}
