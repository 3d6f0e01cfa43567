import AudioCodecs
import AudioModel
import AudioProcessing
import TestSupport
import Testing

@testable import AudioFiles

/// Packets in, frames or packets out.
@Suite struct PacketConverterTests {
  private static let floats = FrameFileSample.clientFormat

  /// Formats of linear PCM, and the bytes of a frame in all of their buffers.
  private static let layouts: [StreamFormat] = {
    var small = StreamFormat(
      sampleRate: 32_000, formatID: .linearPCM,
      formatFlags: StreamFormat.PCMFlags([.signedInteger, .packed]).rawValue, bytesPerPacket: 4,
      framesPerPacket: 1, bytesPerFrame: 4, channelCount: 2, bitsPerChannel: 16)
    let layouts = [small, floats, .floatPlanes(like: floats)]
    #if Soxr
      var other = floats
      other.sampleRate = 44_100
      return layouts + [other]
    #else
      return layouts
    #endif
  }()

  @Test("any division of input and output gives the same frames", arguments: layouts)
  func anyCut(output: StreamFormat) throws {
    let samples = FrameFileSample.samples(0..<5000)
    let length = RateConverter.length(of: 5000, from: 32_000, to: output.sampleRate)
    let converter = try PacketConverter(from: Self.floats, to: output)
    let expected = fill(converter, PacketList(samples, channelCount: 2), step: 10_000)
    #expect(expected[0].count == length * output.bytesPerFrame)
    for (pull, step) in [(1, 1000), (77, 64), (5000, 63), (4096, 4096)] {
      converter.reset()
      let source = PacketList(samples, channelCount: 2)
      source.mostAtOnce = pull
      #expect(fill(converter, source, step: step) == expected, "\(pull) at once, \(step) asked")
    }
  }

  @Test("samples that fit both formats are unchanged")
  func sameSamples() throws {
    let samples = FrameFileSample.samples(0..<1000)
    for output in Self.layouts[..<3] {
      let there = try PacketConverter(from: Self.floats, to: output)
      let bytes = fill(there, PacketList(samples, channelCount: 2), step: 100)
      let found: [Float] =
        output.bitsPerChannel == 16
        ? LittleEndian.int16(bytes[0]).map { Float($0) / 32768 }
        : bytes.count == 1
          ? LittleEndian.float(bytes[0])
          : zip(LittleEndian.float(bytes[0]), LittleEndian.float(bytes[1])).flatMap { [$0, $1] }
      #expect(found == samples)
    }
  }

  @Test("packets of a lossless codec decode to the original frames in any pieces")
  func lossless() throws {
    let samples = FrameFileSample.samples(0..<9000)
    for (limit, capacity) in [(1, 1 << 20), (100, 1 << 20), (100, 20_000)] {
      let encoder = try makeEncoder()
      let encoded = encode(encoder, samples, limit: limit, capacity: capacity)
      #expect(encoded.count == 3)
      let trim = try #require(encoder.encoderTrim)
      #expect(trim.validFrames == 9000 && trim.primingFrames == 0)
      for (pull, step) in [(1, 10_000), (2, 700), (10, 1)] {
        let decoder = try makeDecoder(encoder)
        let source = PacketList(encoded.map(\.bytes), frameCounts: encoded.map(\.frameCount))
        source.mostAtOnce = pull
        #expect(LittleEndian.float(fill(decoder, source, step: step)[0]) == samples)
      }
    }
  }

  @Test(
    "trims drop frames at both ends of a compressed stream",
    arguments: [0, 1, 4095, 4096, 5000, 20_000], [0, 1, 807, 808, 5000, 20_000])
  func trims(leading: Int, trailing: Int) throws {
    let (encoder, packets) = try encoded(9000)
    for step in [100, 10_000] {
      let decoder = try makeDecoder(encoder)
      decoder.trim = (leading: leading, trailing: trailing)
      let frames = LittleEndian.float(
        fill(decoder, PacketList(packets.0, frameCounts: packets.1), step: step)[0])
      // The last packet is shorter; the missing frames count as the end.
      let last = 9000 - max(0, trailing - (4096 - 808))
      let expected = min(leading, 9000)..<max(min(leading, 9000), last)
      #expect(frames == FrameFileSample.samples(expected))
    }
  }

  @Test("a call returns at most its limit of frames", arguments: [0, 1, 4096, 5000, 9000, 20_000])
  func limits(limit: Int) throws {
    let (encoder, packets) = try encoded(9000)
    let decoder = try makeDecoder(encoder)
    decoder.frameLimit = limit
    let frames = fill(decoder, PacketList(packets.0, frameCounts: packets.1), step: 333)
    #expect(LittleEndian.float(frames[0]) == FrameFileSample.samples(0..<min(limit, 9000)))
  }

  @Test("a pull without packets ends a call, and the next call continues")
  func stops() throws {
    for output in Self.layouts {
      let converter = try PacketConverter(from: Self.floats, to: output)
      let samples = FrameFileSample.samples(0..<5000)
      let expected = fill(converter, PacketList(samples, channelCount: 2), step: 10_000)
      converter.reset()
      let source = PacketList(samples, channelCount: 2)
      source.stops = [0, 1, 1000, 4999, 5000]
      var stopCount = 0
      let found = fill(converter, source, step: 10_000) { stop in
        #expect(stop == .input(PullStop(status: 77)))
        stopCount += 1
      }
      #expect(stopCount == 5 && found == expected)
    }
  }

  @Test("an undecodable packet becomes silence of its length")
  func badPacket() throws {
    let (encoder, packets) = try encoded(9000)
    let decoder = try makeDecoder(encoder)
    let bad = [UInt8](repeating: 0xFF, count: 500)
    let source = PacketList(
      [packets.0[0], bad, packets.0[1], packets.0[2]], frameCounts: [4096, 4096, 4096, 808])
    let frames = LittleEndian.float(fill(decoder, source, step: 1000)[0])
    #expect(
      frames == FrameFileSample.samples(0..<4096) + [Float](repeating: 0, count: 8192)
        + FrameFileSample.samples(4096..<9000))
    #expect(source.refused == [1])
  }

  @Test("a stream that starts with many bad packets, or has only these, is an error")
  func onlyBadPackets() throws {
    let (encoder, packets) = try encoded(4096)
    let bad = [UInt8](repeating: 0xFF, count: 500)
    for (count, hasGood) in [(1, false), (3, false), (16, true), (100, true)] {
      let decoder = try makeDecoder(encoder)
      let source = PacketList(Array(repeating: bad, count: count) + (hasGood ? packets.0 : []))
      let scratch = ScratchOutput(decoder.output, frameCount: 100)
      let result = decoder.fill(100, from: source, into: scratch)
      #expect(result == FillResult(frameCount: 0, stop: .codec(.badPacket)), "\(count)")
    }
    // A few may be lost.
    let decoder = try makeDecoder(encoder)
    let source = PacketList([bad] + packets.0)
    let frames = LittleEndian.float(fill(decoder, source, step: 1000)[0])
    #expect(
      frames == [Float](repeating: 0, count: 8192) + FrameFileSample.samples(0..<4096))
  }

  @Test("after the end no frames come until a reset, which starts a new stream")
  func resets() throws {
    for output in Self.layouts {
      let converter = try PacketConverter(from: Self.floats, to: output)
      var made: [[[UInt8]]] = []
      for _ in 0..<2 {
        let source = PacketList(FrameFileSample.samples(0..<1000), channelCount: 2)
        made.append(fill(converter, source, step: 300))
        let scratch = ScratchOutput(output, frameCount: 10)
        for _ in 0..<2 {
          let result = converter.fill(10, from: source, into: scratch)
          #expect(result == FillResult(frameCount: 0, stop: .end))
        }
        converter.reset()
      }
      #expect(made[0] == made[1])
    }
  }

  @Test("a missing configuration is an error until it is set")
  func configuration() throws {
    let (encoder, packets) = try encoded(4096)
    let decoder = try PacketConverter(from: encoder.output, to: Self.floats)
    let scratch = ScratchOutput(Self.floats, frameCount: 100)
    let source = PacketList(packets.0, frameCounts: packets.1)
    let result = decoder.fill(100, from: source, into: scratch)
    #expect(result == FillResult(frameCount: 0, stop: .codec(.badConfiguration)))
    #expect(throws: CodecError.badConfiguration) { try decoder.setMagicCookie([1, 2, 3]) }
    try decoder.setMagicCookie(encoder.outputMagicCookie)
    let again = PacketList(packets.0, frameCounts: packets.1)
    let frames = LittleEndian.float(fill(decoder, again, step: 1000)[0])
    #expect(frames == FrameFileSample.samples(0..<4096))
  }

  @Test("a packet without room waits for a call with enough room")
  func outOfRoom() throws {
    let encoder = try makeEncoder()
    let source = PacketList(FrameFileSample.samples(0..<9000), channelCount: 2)
    let small = encoder.encode(10, capacity: 100, from: source)
    #expect(small.packets.packets.isEmpty && small.isOutOfRoom && small.stop == nil)
    let rest = encoder.encode(10, capacity: 1 << 20, from: source)
    #expect(rest.packets.packets.count == 3)
    #expect(rest.stop == .end && !rest.isOutOfRoom)
  }

  @Test("formats without a conversion between them are refused")
  func refuses() {
    var none = Self.floats
    none.formatID = FourCC("n", "o", "n", "e")
    var silent = Self.floats
    silent.channelCount = 0
    var broad = Self.floats
    broad.channelCount = 300
    var slow = Self.floats
    slow.sampleRate = 1
    var endless = Self.floats
    endless.sampleRate = .infinity
    for format in [none, silent, broad, slow, endless] {
      #expect(throws: CodecError.unsupportedFormat) {
        try PacketConverter(from: Self.floats, to: format)
      }
      #expect(throws: CodecError.unsupportedFormat) {
        try PacketConverter(from: format, to: Self.floats)
      }
    }
  }

  // MARK: Converting

  private func makeEncoder() throws -> PacketConverter {
    try PacketConverter(
      from: Self.floats,
      to: StreamFormat(sampleRate: 32_000, formatID: .appleLossless, channelCount: 2))
  }

  private func makeDecoder(_ encoder: PacketConverter) throws -> PacketConverter {
    try PacketConverter(
      from: encoder.output, to: Self.floats, magicCookie: encoder.outputMagicCookie)
  }

  private struct Coded {
    var bytes: [UInt8]
    var frameCount: Int
  }

  private func encoded(
    _ frames: Int
  ) throws -> (PacketConverter, packets: ([[UInt8]], [Int])) {
    let encoder = try makeEncoder()
    let packets = encode(encoder, FrameFileSample.samples(0..<frames), limit: 10, capacity: 1 << 20)
    return (encoder, (packets.map(\.bytes), packets.map(\.frameCount)))
  }

  /// Encodes samples, in calls with some limits.
  private func encode(
    _ encoder: PacketConverter, _ samples: [Float], limit: Int, capacity: Int
  ) -> [Coded] {
    let source = PacketList(samples, channelCount: 2)
    var coded: [Coded] = []
    while true {
      let result = encoder.encode(limit, capacity: capacity, from: source)
      coded += result.packets.packets.map { packet in
        let start = Int(packet.offset)
        return Coded(
          bytes: Array(result.packets.bytes[start..<start + Int(packet.byteCount)]),
          frameCount: Int(packet.frameCount))
      }
      if let stop = result.stop {
        #expect(stop == .end)
        return coded
      }
    }
  }

  /// Converts to the end: the bytes of each buffer.
  ///
  /// - Parameters:
  ///   - converter: The converter.
  ///   - source: The packets.
  ///   - step: Frames that are asked for at a time.
  ///   - stopped: Called at each stop other than the end.
  /// - Returns: The bytes.
  private func fill(
    _ converter: PacketConverter, _ source: PacketList, step: Int,
    stopped: (FillResult.Stop) -> Void = { Issue.record("\($0)") }
  ) -> [[UInt8]] {
    let format = converter.output
    let isSeparate = format.pcmFlags.contains(.nonInterleaved)
    var bytes = [[UInt8]](repeating: [], count: isSeparate ? format.channelCount : 1)
    while true {
      let scratch = ScratchOutput(format, frameCount: step)
      let result = converter.fill(step, from: source, into: scratch)
      for index in bytes.indices {
        bytes[index] += scratch.buffers[index][..<(result.frameCount * format.bytesPerFrame)]
      }
      guard let stop = result.stop else { continue }
      #expect(result.frameCount < step)
      if stop == .end { return bytes }
      stopped(stop)
      if case .codec = stop { return bytes }
    }
  }
}
