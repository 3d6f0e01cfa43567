import AudioCodecs
import AudioModel
import AudioProcessing
import TestSupport
import Testing

@testable import AudioPlayback

/// Captured frames, encoded into buffers.
@Suite struct RecordingEncoderTests {
  /// The bytes of all parts and the positions of their packets.
  private struct Filled: Equatable {
    var bytes: [UInt8] = []
    var packetSizes: [Int] = []
    var packetCount = 0
  }

  static let formats: [StreamFormat] =
    [16, 32, 64].map { RecordingTest.format(sampleRate: 8000, channelCount: 2, bits: $0) }
    + [.muLaw, .appleIMA4, .appleLossless].map {
      StreamFormat(sampleRate: 8000, formatID: $0, channelCount: 2)
    }

  @Test(
    "any division of the frames and any buffer size give the same bytes",
    arguments: formats)
  func anyCut(format: StreamFormat) throws {
    let expected = try filled(format, step: 10_000, capacity: 1 << 18)
    #expect(expected.bytes.count > 3000)
    for step in [1, 63, 1000] {
      for capacity in [0, 1, 777, 20_000] {
        let size = try RecordingEncoder(format).maximumPacketSize
        let filled = try filled(format, step: step, capacity: size + capacity)
        #expect(filled == expected, "\(step) frames, \(capacity) bytes more than a packet")
      }
    }
  }

  @Test("float samples are unchanged; integers are the nearest values")
  func samples() throws {
    let interleaved = frames(0..<5000)
    let floats = try filled(Self.formats[1], step: 100, capacity: 1000)
    #expect(LittleEndian.float(floats.bytes) == interleaved)
    let integers = try filled(Self.formats[0], step: 100, capacity: 1000)
    #expect(LittleEndian.int16(integers.bytes).map { Float($0) / 32768 } == interleaved)
  }

  @Test("lossless packets decode to the captured frames")
  func lossless() throws {
    let encoder = try RecordingEncoder(Self.formats[5])
    let filled = try filled(Self.formats[5], step: 100, capacity: 1 << 18)
    let decoder = try DecoderFactory.makeDecoder(
      format: encoder.format, magicCookie: encoder.magicCookie)
    var (decoded, start): ([Float], Int) = ([], 0)
    for size in filled.packetSizes {
      let packet = Array(filled.bytes[start..<start + size])
      try decoder.decode(packet.span, into: &decoded)
      start += size
    }
    #expect(decoded == frames(0..<5000))
  }

  @Test("a packet too large for an empty buffer is dropped, and its frames are counted")
  func tooLarge() throws {
    let encoder = try RecordingEncoder(Self.formats[5])
    try encoder.feed(frames(0..<5000))
    try encoder.finish()
    var filler = BufferFiller(encoder.format)
    filler.begin(TestBuffer(10), startFrame: 0, nanoseconds: 0)
    #expect(filler.fill(from: encoder) == .packetTooLarge && filler.position == 4096)
    let part = try #require(ended(&filler))
    #expect(part.byteCount == 0 && part.packetCount == 0 && part.packets.isEmpty)
    #expect(ended(&filler) == nil)
    // The next buffer has room.
    filler.begin(TestBuffer(1 << 16), startFrame: 4096, nanoseconds: 0)
    _ = filler.fill(from: encoder)
    #expect(ended(&filler)?.packetCount == 1 && encoder.isEmpty)
  }

  @Test("a buffer is full when no frame or packet has room")
  func full() throws {
    let cases: [(format: Int, capacity: Int, packets: Int?, outcome: BufferFiller.Outcome, Int)] = [
      (1, 8 * 5000, nil, .full, 5000), (1, 8 * 5000 + 7, nil, .full, 5000),
      (1, 8 * 5000 + 8, nil, .hasRoom, 5000), (1, 8 * 3, nil, .full, 3),
      (5, 1 << 18, 1, .full, 1), (5, 1 << 18, 2, .full, 2), (5, 1 << 18, 3, .hasRoom, 2),
    ]
    for (index, capacity, packets, outcome, count) in cases {
      let encoder = try RecordingEncoder(Self.formats[index])
      try encoder.feed(frames(0..<5000))
      try encoder.finish()
      var filler = BufferFiller(encoder.format)
      filler.begin(
        TestBuffer(capacity, packetCapacity: packets), startFrame: 0, nanoseconds: 0)
      #expect(filler.fill(from: encoder) == outcome, "\(capacity) bytes")
      #expect(ended(&filler)?.packetCount == count, "\(capacity) bytes")
    }
  }

  @Test("a reset forgets all frames")
  func resets() throws {
    for format in Self.formats {
      let encoder = try RecordingEncoder(format)
      try encoder.feed(frames(0..<5000))
      encoder.reset()
      #expect(encoder.isEmpty)
      try encoder.finish()
      #expect(encoder.isEmpty)
    }
  }

  @Test("a format without an encoder is refused")
  func refuses() {
    let formats = [
      StreamFormat(sampleRate: 44100, formatID: .mpegLayer2, channelCount: 2),
      StreamFormat(sampleRate: 0, formatID: .appleLossless, channelCount: 2),
      StreamFormat(sampleRate: .infinity, formatID: .appleLossless, channelCount: 2),
      StreamFormat(sampleRate: 44100, formatID: .appleLossless, channelCount: 0),
      StreamFormat.floatPlanes(like: RecordingTest.format(channelCount: 2)),
    ]
    for format in formats {
      #expect(throws: CodecError.unsupportedFormat) { try RecordingEncoder(format) }
    }
  }

  // MARK: Factories

  /// Two channels of samples that fit 16 bits exactly.
  private func frames(_ range: Range<Int>) -> [Float] {
    (2 * range.lowerBound..<2 * range.upperBound).map {
      Float($0 * 37 % 20_011 - 10_000) / 32768
    }
  }

  /// The contents of the buffer that a filler releases.
  private func ended(_ filler: inout BufferFiller) -> RecordedPart? { filler.end()?.1 }

  /// The result for 5000 frames, added `step` frames at a time, in buffers of `capacity` bytes.
  private func filled(_ format: StreamFormat, step: Int, capacity: Int) throws -> Filled {
    let encoder = try RecordingEncoder(format)
    var (filler, filled) = (BufferFiller(encoder.format), Filled())
    func fill(isLast: Bool) {
      while !encoder.isEmpty {
        if filler.buffer == nil {
          filler.begin(TestBuffer(capacity), startFrame: 0, nanoseconds: 0)
        }
        let outcome = filler.fill(from: encoder)
        #expect(outcome != .packetTooLarge)
        if outcome == .full { take() }
      }
      if isLast { take() }
    }
    func take() {
      guard let (buffer, part) = filler.end() else { return }
      filled.bytes += (buffer as? TestBuffer)?.bytes(part.byteCount) ?? []
      filled.packetSizes += part.packets.map { Int($0.byteCount) }
      filled.packetCount += part.packetCount
    }
    for start in stride(from: 0, to: 5000, by: step) {
      try encoder.feed(frames(start..<min(start + step, 5000)))
      fill(isLast: false)
    }
    try encoder.finish()
    fill(isLast: true)
    return filled
  }
}
