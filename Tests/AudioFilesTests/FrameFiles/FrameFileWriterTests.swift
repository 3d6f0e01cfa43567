import AudioCodecs
import AudioContainers
import AudioModel
import AudioProcessing
import AudioTransport
import TestSupport
import Testing

@testable import AudioFiles

/// A client's frames in a file of another format.
@Suite struct FrameFileWriterTests {
  @Test("any division of the frames gives the same file", arguments: FrameFileSample.all)
  func anyCut(sample: FrameFileSample) throws {
    let expected = try sample.file(frames: 6000, step: 6000)
    for step in [1, 63, 1024, 4097] {
      #expect(try sample.file(frames: 6000, step: step) == expected, "\(step) frames")
    }
  }

  @Test("any packet memory gives the same file", arguments: FrameFileSample.all)
  func memory(sample: FrameFileSample) throws {
    let expected = try sample.file(frames: 6000)
    for size in [0, 1, 1000] {
      let sink = MemorySink()
      let writer = try sample.makeWriter(sink)
      writer.memory = OwnPacketMemory(byteCount: size)
      try writer.write(6000, from: BytesInput(FrameFileSample.samples(0..<6000)))
      try writer.close()
      #expect(sink.bytes == expected, "\(size) bytes")
    }
  }

  @Test(
    "priming, frames and remainder add up to the frames of the packets",
    arguments: FrameFileSample.all, [0, 1, 63, 64, 4096, 4097, 5000])
  func trims(sample: FrameFileSample, frames: Int) throws {
    let file = try PacketFile(
      MemoryByteSource(try sample.file(frames: frames)), reader: DetectingReader())
    let total = try file.frameCount()
    let trim = try file.frameTrim()
    let valid = try file.recordingFrameCount()
    if let trim {
      #expect(UInt64(trim.primingFrames + trim.remainderFrames) + trim.validFrames == total)
    }
    // A file without a place for the remainder has whole packets only.
    let isExact = sample.format.completed.framesPerPacket == 1 || trim != nil
    #expect(isExact ? valid == UInt64(frames) : valid >= UInt64(frames))
  }

  @Test("frames around the recording are stored as priming and remainder")
  func statedTrim() throws {
    let sample = FrameFileSample.lossless[3]
    for (priming, valid) in [(0, 5000), (100, 4900), (100, 1000), (4096, 900)] as [(Int, UInt64)] {
      let sink = MemorySink()
      let writer = try sample.makeWriter(sink)
      #expect(writer.canStateTrim)
      writer.statedTrim = (primingFrames: priming, validFrames: valid)
      try writer.write(5000, from: BytesInput(FrameFileSample.samples(0..<5000)))
      try writer.close()
      let file = try PacketFile(MemoryByteSource(sink.bytes), reader: DetectingReader())
      #expect(try file.frameTrim()?.primingFrames ?? 0 == priming)
      #expect(try file.recordingFrameCount() == valid)
      // No packet lies after the end of the recording.
      #expect(try file.packetCount() == (UInt64(priming) + valid + 4095) / 4096)
      let reader = try FrameFileReader(file)
      try reader.setClientFormat(FrameFileSample.clientFormat)
      let scratch = ScratchOutput(FrameFileSample.clientFormat, frameCount: 6000)
      #expect(try reader.read(6000, into: scratch) == Int(valid))
      let samples = LittleEndian.float(Array(scratch.buffers[0][..<(8 * Int(valid))]))
      #expect(samples == FrameFileSample.samples(priming..<priming + Int(valid)))
    }
  }

  #if Soxr
    @Test("the position counts frames of the file", arguments: [8000.0, 32_000, 64_000])
    func positions(sampleRate: Double) throws {
      var sample = FrameFileSample.lossless[1]
      sample.format.sampleRate = sampleRate
      let sink = MemorySink()
      let writer = try sample.makeWriter(sink)
      for count in 1...10 {
        try writer.write(333, from: BytesInput(FrameFileSample.samples(0..<333)))
        let length = RateConverter.length(of: 333 * count, from: 32_000, to: sampleRate)
        #expect(writer.position == Int64(length))
      }
      try writer.close()
      let file = try PacketFile(MemoryByteSource(sink.bytes), reader: DetectingReader())
      #expect(try file.frameCount() == UInt64(writer.position))
    }
  #endif

  @Test(
    "a change of the client's format continues the file without a seam",
    arguments: FrameFileSample.all)
  func changes(sample: FrameFileSample) throws {
    let expected = try sample.file(frames: 6000)
    // Other sample layouts of the same values, at packet boundaries and between them.
    for first in [1, 1000, 4096, 5999] {
      let sink = MemorySink()
      let writer = try sample.makeWriter(sink)
      try writer.write(first, from: BytesInput(FrameFileSample.samples(0..<first)))
      try writer.setClientFormat(FrameFileSample.doubles)
      #expect(writer.position == Int64(first))
      let doubles = FrameFileSample.samples(first..<6000).map(Double.init)
      try writer.write(6000 - first, from: BytesInput(bytes: LittleEndian.bytes(doubles)))
      #expect(writer.position == 6000)
      try writer.close()
      #expect(sink.bytes == expected, "\(first) frames")
    }
  }

  #if Soxr
    @Test(
      "a change of the client's rate keeps the last frames before it",
      arguments: FrameFileSample.all)
    func changedRates(sample: FrameFileSample) throws {
      let sink = MemorySink()
      let writer = try sample.makeWriter(sink)
      var expected = 0
      for rate in [16_000.0, 32_000, 48_000, 44_100, 44_100] {
        var client = FrameFileSample.clientFormat
        client.sampleRate = rate
        try writer.setClientFormat(client)
        // Settings of the new converter keep the frames of the earlier one, too.
        writer.converter.rateSettings.quality = 0x60
        try writer.write(3001, from: BytesInput([Float](repeating: 0.5, count: 6002)))
        expected += RateConverter.length(of: 3001, from: rate, to: 32_000)
        #expect(writer.position == Int64(expected))
      }
      try writer.close()
      let file = try PacketFile(MemoryByteSource(sink.bytes), reader: DetectingReader())
      let frames = try file.recordingFrameCount()
      // A file without a place for the remainder has whole packets only.
      let length = try file.frameTrim() == nil ? sample.format.completed.framesPerPacket : 1
      #expect(frames == UInt64((expected + length - 1) / length * length))
    }
  #endif

  @Test("an empty recording gives a valid file", arguments: FrameFileSample.all)
  func nothing(sample: FrameFileSample) throws {
    let sink = MemorySink()
    let writer = try sample.makeWriter(sink)
    try writer.write(0, from: BytesInput([]))
    try writer.finish()
    try writer.finish()
    try writer.close()
    #expect(sink.isClosed)
    let file = try PacketFile(MemoryByteSource(sink.bytes), reader: DetectingReader())
    #expect(try file.recordingFrameCount() == 0)
  }

  @Test("a full disk is an error, and the file keeps all complete packets")
  func failure() throws {
    for sample in [FrameFileSample.lossless[0], FrameFileSample.lossless[3]] {
      let sink = MemorySink()
      let writer = try sample.makeWriter(sink)
      try writer.write(5000, from: BytesInput(FrameFileSample.samples(0..<5000)))
      sink.limit = sink.bytes.count + 1000
      let error = FrameFileError.writing(.transport(TransportError(.client(-1))))
      #expect(throws: error) {
        for _ in 0..<10 {
          try writer.write(5000, from: BytesInput(FrameFileSample.samples(0..<5000)))
        }
      }
      sink.limit = .max
      try writer.close()
      #expect(sink.isClosed)
      let reader = try FrameFileReader(
        PacketFile(MemoryByteSource(sink.bytes), reader: DetectingReader()))
      try reader.setClientFormat(FrameFileSample.clientFormat)
      let scratch = ScratchOutput(FrameFileSample.clientFormat, frameCount: 100_000)
      let count = try reader.read(100_000, into: scratch)
      #expect(count >= 4096)
      let samples = LittleEndian.float(Array(scratch.buffers[0][..<(8 * min(count, 4096))]))
      #expect(samples == FrameFileSample.samples(0..<4096))
    }
  }

  @Test("a client format without samples is refused")
  func refuses() throws {
    let formats: [(StreamFormat, CodecError)] = [
      (StreamFormat(sampleRate: 0, formatID: .linearPCM, channelCount: 2), .unsupportedFormat),
      (
        StreamFormat(sampleRate: 32_000, formatID: FourCC("n", "o", "n", "e"), channelCount: 2),
        .unsupportedFormat
      ),
    ]
    for (format, error) in formats {
      #expect(throws: FrameFileError.codec(error)) {
        try FrameFileSample.lossless[0].makeWriter(MemorySink(), from: format)
      }
    }
  }
}
