import AudioCodecs
import AudioContainers
import AudioModel
import AudioProcessing
import AudioTransport
import TestSupport
import Testing

@testable import AudioFiles

/// The frames of a file, from any frame on.
@Suite struct FrameFileReaderTests {
  private static let frames = 9000
  /// The starts and ends of packets in every format, and frames within packets.
  private static let places = [
    0, 1, 63, 64, 65, 1023, 1024, 2047, 2112, 4095, 4096, 4097, 8191, 8192, 8999, 9000,
  ]

  @Test("reads of any size give the same frames", arguments: FrameFileSample.all)
  func anyRead(sample: FrameFileSample) throws {
    let file = try sample.file(frames: Self.frames)
    let expected = try read(makeReader(file), step: 20_000)
    #expect(expected.count == 2 * Self.frames)
    for step in [7, 64, 1000, 4096] { #expect(try read(makeReader(file), step: step) == expected) }
  }

  @Test("lossless files return the written frames", arguments: FrameFileSample.lossless)
  func lossless(sample: FrameFileSample) throws {
    let reader = try makeReader(try sample.file(frames: Self.frames))
    #expect(try reader.frameCount() == Int64(Self.frames))
    #expect(try read(reader, step: 1000) == FrameFileSample.samples(0..<Self.frames))
    #expect(reader.damagedPackets.isEmpty)
  }

  @Test(
    "a seek gives the same frames as a complete read", arguments: FrameFileSample.all)
  func seeks(sample: FrameFileSample) throws {
    let file = try sample.file(frames: Self.frames)
    let expected = try read(makeReader(file), step: 20_000)
    let reader = try makeReader(file)
    for place in Self.places + Self.places.reversed() {
      try reader.seek(to: Int64(place))
      #expect(reader.position == Int64(place))
      let frames = try read(reader, 700)
      #expect(frames == Array(expected[2 * place..<min(2 * place + 1400, 2 * Self.frames)]))
      #expect(reader.position == Int64(place + frames.count / 2))
    }
  }

  @Test("a seek before the first frame or after the end is refused, and keeps the position")
  func refusesSeeks() throws {
    for sample in FrameFileSample.all {
      let reader = try makeReader(try sample.file(frames: 100))
      try reader.seek(to: 40)
      for place in [-1, Int64.min, 101, Int64.max] {
        #expect(throws: FrameFileError.invalidSeek) { try reader.seek(to: place) }
      }
      #expect(reader.position == 40)
      #expect(try read(reader, 1000).count == 120)
      try reader.seek(to: 100)
      #expect(try read(reader, 10).isEmpty)
    }
  }

  #if Soxr
    @Test(
      "another rate scales the number of frames, with the same frames after a seek",
      arguments: [(44_100.0, 1e-4), (8000, 1e-4), (64_000, 1e-4)])
    func rates(sampleRate: Double, tolerance: Float) throws {
      let file = try FrameFileSample.lossless[1].file(frames: Self.frames)
      var client = FrameFileSample.clientFormat
      client.sampleRate = sampleRate
      let reader = try makeReader(file, client)
      let length = RateConverter.length(of: Self.frames, from: 32_000, to: sampleRate)
      let expected = try read(reader, step: 20_000)
      #expect(expected.count == 2 * length && reader.position == Int64(Self.frames))
      for step in [64, 1000] { #expect(try read(makeReader(file, client), step: step) == expected) }
      for place in [320, 4800, 8960] {
        try reader.seek(to: Int64(place))
        let first = RateConverter.length(of: place, from: 32_000, to: sampleRate)
        let frames = try read(reader, step: 500)
        let rest = expected[(2 * first)...]
        #expect(frames.count == rest.count)
        let difference = zip(frames, rest).map { abs($0 - $1) }.max()
        #expect(try #require(difference) <= tolerance, "\(place)")
      }
    }
  #endif

  @Test("a change of the client format continues at the current frame")
  func changesFormat() throws {
    let file = try FrameFileSample.lossless[0].file(frames: 1000)
    let reader = try makeReader(file)
    let floats = try read(reader, 300)
    #expect(floats == FrameFileSample.samples(0..<300))
    try reader.setClientFormat(FrameFileSample.lossless[0].format)
    #expect(reader.position == 300)
    let scratch = ScratchOutput(reader.clientFormat, frameCount: 1000)
    #expect(try reader.read(1000, into: scratch) == 700)
    let integers = LittleEndian.int16(Array(scratch.buffers[0][..<2800]))
    #expect(integers.map { Float($0) / 32768 } == FrameFileSample.samples(300..<1000))
    let nothing = StreamFormat(sampleRate: 0, formatID: .linearPCM, channelCount: 2)
    #expect(throws: FrameFileError.codec(.unsupportedFormat)) {
      try reader.setClientFormat(nothing)
    }
    #expect(reader.position == 1000)
  }

  @Test("new trims select other frames as the recording", arguments: FrameFileSample.lossless)
  func trims(sample: FrameFileSample) throws {
    // Two packets of Apple Lossless, without a remainder.
    let file = try sample.file(frames: 8192)
    let cases: [(valid: Int64, priming: Int, remainder: Int, Range<Int>?)] = [
      (0, 0, 0, 0..<8192), (0, 100, 0, 100..<8192), (0, 0, 100, 0..<8092),
      (0, 5000, 3000, 5000..<5192), (1000, 5000, 0, 5000..<6000), (1000, 8000, 0, 8000..<8192),
      (0, 8192, 0, 0..<0), (0, -1, -1, 0..<8192), (0, -2, -2, 0..<8192), (0, 8193, 0, nil),
      (0, 8000, 193, nil), (0, .max, 0, nil),
    ]
    for (valid, priming, remainder, expected) in cases {
      let reader = try makeReader(file)
      guard let expected else {
        #expect(throws: FrameFileError.invalidSeek) {
          try reader.overrideTrim(validFrames: valid, priming: priming, remainder: remainder)
        }
        continue
      }
      try reader.overrideTrim(validFrames: valid, priming: priming, remainder: remainder)
      #expect(try reader.frameCount() == Int64(expected.count))
      #expect(try read(reader, step: 999) == FrameFileSample.samples(expected))
      for place in [0, 1, expected.count / 2, expected.count] where place <= expected.count {
        try reader.seek(to: Int64(place))
        let rest = expected.lowerBound + place..<expected.upperBound
        #expect(try read(reader, step: 999) == FrameFileSample.samples(rest))
      }
    }
  }

  @Test("a damaged packet becomes silence of its length, and is reported")
  func damage() throws {
    var bytes = try FrameFileSample.lossless[3].file(frames: 12_000)
    let packets = try PacketFile(MemoryByteSource(bytes), reader: DetectingReader())
    let packet = try #require(try packets.place(ofPacket: 1)).packet
    for index in 0..<Int(packet.byteCount) { bytes[Int(packet.offset) + index] = 0xFF }
    let reader = try makeReader(bytes)
    let expected =
      FrameFileSample.samples(0..<4096) + [Float](repeating: 0, count: 8192)
      + FrameFileSample.samples(8192..<12_000)
    #expect(try read(reader, step: 1000) == expected)
    #expect(reader.damagedPackets == [1])
    try reader.seek(to: 5000)
    #expect(try read(reader, step: 1000) == Array(expected[10_000...]))
  }

  @Test("a read returns the source's error, and the next read continues")
  func sourceFails() throws {
    let bytes = try FrameFileSample.lossless[3].file(frames: 60_000)
    let source = TrickleSource(bytes, longestRead: 1000)
    let reader = try FrameFileReader(PacketFile(source, reader: DetectingReader()))
    try reader.setClientFormat(FrameFileSample.clientFormat)
    var samples = try read(reader, 5000)
    source.error = TransportError(.timedOut)
    var failure: FrameFileError?
    while failure == nil {
      do throws(FrameFileError) {
        let more = try read(reader, 5000)
        samples += more
      } catch {
        failure = error
      }
    }
    #expect(failure == .packets(.transport(TransportError(.timedOut))))
    source.error = nil
    samples += try read(reader, step: 5000)
    #expect(samples == FrameFileSample.samples(0..<60_000))
  }

  @Test("a small packet memory changes no frame", arguments: FrameFileSample.all)
  func memory(sample: FrameFileSample) throws {
    let file = try sample.file(frames: Self.frames)
    let expected = try read(makeReader(file), step: 20_000)
    for size in [1, 100, 5000] {
      let reader = try makeReader(file)
      reader.setMemory(OwnPacketMemory(byteCount: size))
      #expect(try read(reader, step: 777) == expected, "\(size) bytes")
    }
  }

  // MARK: Reading

  private func makeReader(
    _ file: [UInt8], _ client: StreamFormat = FrameFileSample.clientFormat
  ) throws -> FrameFileReader {
    let reader = try FrameFileReader(
      PacketFile(MemoryByteSource(file), reader: DetectingReader()))
    try reader.setClientFormat(client)
    return reader
  }

  /// One read of Float32 in two channels.
  private func read(
    _ reader: FrameFileReader, _ count: Int
  ) throws(FrameFileError) -> [Float] {
    let scratch = ScratchOutput(reader.clientFormat, frameCount: count)
    let frames = try reader.read(count, into: scratch)
    return LittleEndian.float(Array(scratch.buffers[0][..<(8 * frames)]))
  }

  /// All frames from the current position.
  private func read(_ reader: FrameFileReader, step: Int) throws -> [Float] {
    var samples: [Float] = []
    while case let more = try read(reader, step), !more.isEmpty { samples += more }
    return samples
  }
}
