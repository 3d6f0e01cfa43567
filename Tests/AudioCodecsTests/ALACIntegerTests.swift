import AudioModel
import Glibc
import TestSupport
import Testing

@testable import AudioCodecs

/// Apple Lossless with integers as input and output.
struct ALACIntegerTests {
  /// Samples of one kind.
  enum Signal: CaseIterable, Sendable {
    /// Noise, which prediction does not reduce: it is stored verbatim.
    case noise
    /// Slow enough for prediction, with noise in the low bits.
    case waves
    case extremes
    case silence

    /// Samples as the top bits of 32.
    func samples(_ count: Int, channelCount: Int) -> [Int32] {
      let bytes = TestSupport.noise(4 * count)
      let random = (0..<count).map { index in
        (0..<4).reduce(Int32(0)) { $0 << 8 | Int32(bytes[4 * index + $1]) }
      }
      return switch self {
      case .noise: random
      case .waves:
        (0..<count).map { index in
          let frame = index / channelCount % 256
          let triangle = Int32(frame < 128 ? frame : 256 - frame) - 64
          return triangle << 22 &+ (random[index] >> 14)
        }
      case .extremes: (0..<count).map { [Int32.max, .min, .max, .max, .min, 0][$0 % 6] }
      case .silence: Array(repeating: 0, count: count)
      }
    }
  }

  private func encoder(_ bitDepth: Int, _ channelCount: Int) throws -> any IntegerPacketEncoder {
    let format = StreamFormat(
      sampleRate: 48_000, formatID: .appleLossless,
      formatFlags: [16: 1, 20: 2, 24: 3, 32: 4][bitDepth] ?? 0, channelCount: channelCount)
    return try #require(
      try EncoderFactory.makeEncoder(format: format) as? any IntegerPacketEncoder)
  }

  /// Packets of 4096 frames, and one with the remainder.
  private func encode(
    _ samples: [Int32], by encoder: any IntegerPacketEncoder
  ) throws -> [[UInt8]] {
    var packets = EncodedPackets()
    let size = 4096 * encoder.format.channelCount
    for start in stride(from: 0, to: samples.count, by: size) {
      try encoder.encode(
        samples.span.extracting(start..<min(start + size, samples.count)), into: &packets)
    }
    return packets.packets.map { packet in
      Array(packets.bytes[Int(packet.offset)..<Int(packet.offset) + Int(packet.byteCount)])
    }
  }

  @Test(
    "every sample survives encoding and decoding", arguments: [16, 20, 24, 32], [1, 2, 6])
  func roundTrip(_ bitDepth: Int, _ channelCount: Int) throws {
    for signal in Signal.allCases {
      let keep = Int32(bitPattern: UInt32.max << UInt32(32 - bitDepth))
      let samples = signal.samples(5000 * channelCount, channelCount: channelCount).map {
        $0 & keep
      }
      let encoder = try encoder(bitDepth, channelCount)
      let decoder = try #require(
        try DecoderFactory.makeDecoder(format: encoder.format, magicCookie: encoder.magicCookie)
          as? any IntegerPacketDecoder)
      #expect(decoder.bitDepth == bitDepth)
      var decoded: [Int32] = []
      var floats: [Float] = []
      for packet in try encode(samples, by: encoder) {
        #expect(packet.count <= encoder.maximumPacketSize)
        try decoder.decode(packet.span, into: &decoded)
        try decoder.decode(packet.span, into: &floats)
      }
      let isSame = decoded == samples
      #expect(isSame, "\(signal)")
      let isNear = floats == samples.map { Float($0) * 0x1p-31 }
      #expect(isNear, "\(signal) in Float32")
    }
  }

  @Test(
    "four packets encode independently, so several encoders can share a stream",
    arguments: [16, 24], [1, 2])
  func packetsByFour(_ bitDepth: Int, _ channelCount: Int) throws {
    let samples = Signal.waves.samples(40_000 * channelCount, channelCount: channelCount)
    let whole = try encode(samples, by: try encoder(bitDepth, channelCount))
    let again = try encoder(bitDepth, channelCount)
    var parts: [[UInt8]] = []
    let length = 4 * 4096 * channelCount
    for start in stride(from: 0, to: samples.count, by: length) {
      let end = min(start + length, samples.count)
      parts += try encode(Array(samples[start..<end]), by: again)
      again.reset()
    }
    #expect(parts == whole)
  }

  @Test("coefficients start close to their predictions")
  func starts() throws {
    let tone = (0..<4096).map { Int32((10_000 * sin(0.2 * Double($0))).rounded()) }
    let coefficients = try #require(ALACPredictor.start(tone, tone.count, shift: 9))
    #expect(coefficients.count == 8)
    for index in 8..<1000 {
      var prediction = 0.0
      for tap in 0..<8 {
        prediction += Double(coefficients[tap]) / 512 * Double(tone[index - 1 - tap])
      }
      #expect(abs(prediction - Double(tone[index])) < 300)
    }
    #expect(ALACPredictor.start([0, 0, 0], 3, shift: 9) == nil)
    #expect(ALACPredictor.start([], 0, shift: 9) == nil)
  }

  @Test("bits that the codec drops are rounded, with ties to even")
  func rounding() throws {
    let encoder = try encoder(16, 1)
    let decoder = try #require(
      try DecoderFactory.makeDecoder(format: encoder.format, magicCookie: encoder.magicCookie)
        as? any IntegerPacketDecoder)
    let edges: [Int32] = [
      0, 0x7FFF, 0x8000, 0x8001, 0x1_7FFF, 0x1_8000, 0x1_8001, -0x7FFF, -0x8000, -0x8001, -0x1_8000,
      .max, .max - 0x8000, .max - 0x7FFF, .min, .min + 0x7FFF, .min + 0x8000, .min + 0x8001,
    ]
    let samples = edges + Signal.noise.samples(4000, channelCount: 1)
    var decoded: [Int32] = []
    for packet in try encode(samples, by: encoder) {
      try decoder.decode(packet.span, into: &decoded)
    }
    let expected = samples.map { sample in
      Int32(min((Double(sample) / 65536).rounded(.toNearestOrEven), 32767)) << 16
    }
    #expect(decoded == expected)
  }

  @Test("a truncated packet gives no samples")
  func cutPacket() throws {
    let encoder = try encoder(32, 2)
    let packet = try encode(Signal.waves.samples(8192, channelCount: 2), by: encoder)[0]
    let decoder = try #require(
      try DecoderFactory.makeDecoder(format: encoder.format, magicCookie: encoder.magicCookie)
        as? any IntegerPacketDecoder)
    for end in stride(from: 0, to: packet.count - 1, by: 997) {
      var samples: [Int32] = [7]
      #expect(throws: CodecError.badPacket) {
        try decoder.decode(packet.span.extracting(0..<end), into: &samples)
      }
      #expect(samples == [7])
    }
  }

  @Test("coefficients beyond 16 bits wrap in both lane widths")
  func coefficientsGoRound() {
    let samples = TestSupport.noise(400).map { Int32($0) * 8 }
    var narrow = ALACPredictor(
      mode: 0, shift: 15, coefficients: Array(repeating: 32_767, count: 8))
    var wide = narrow
    var residuals = [samples, samples]
    narrow.extract(samples, samples.count, sampleBits: 17, into: &residuals[0])
    wide.extract(samples, samples.count, sampleBits: 25, into: &residuals[1])
    #expect(ALACNarrowTaps.fit(narrow, sampleBits: 17) && !ALACNarrowTaps.fit(wide, sampleBits: 25))
    #expect(narrow.coefficients.contains { $0 < 0 })
    #expect(narrow.coefficients == wide.coefficients)
    #expect(residuals[0] == residuals[1])
  }

  @Test("vectorised coefficients match the scalar ones for any shift", arguments: 1...15)
  func lanesAreAsOneByOne(_ shift: Int32) {
    var state: UInt32 = 5
    func chance() -> Int32 {
      state = state &* 1_664_525 &+ 1_013_904_223
      return Int32(bitPattern: state) >> 8
    }
    let code = ALACResiduals(historyMultiplier: 40, initialHistory: 10, limit: 14)
    let count = 400
    for (order, sampleBits) in (1...8).flatMap({ order in [9, 16, 17, 20, 25].map { (order, $0) } })
    {
      // Many ones make numbers of all sizes.
      let packet = (0..<2000).map { _ in UInt8(truncatingIfNeeded: chance() | chance()) }
      let residuals = ALACResidualReader(code, PacketBits(packet.span), sampleBits: sampleBits)
      var lanes = ALACPredictor(
        mode: 0, shift: shift,
        coefficients: (0..<order).map { _ in Int32(Int16(truncatingIfNeeded: chance())) })
      var single = lanes
      var reader = residuals
      var samples = [Int32](repeating: 0, count: count)
      lanes.restore(&samples, count, sampleBits: sampleBits, from: &reader)
      var expected = samples
      reader = residuals
      reader.read(count, of: count, into: &expected)
      let spare = Int32(32 - sampleBits)
      ALACPredictor.addDifferences(&expected, 1..<order + 1, spare)
      single.restoreAny(&expected, count, spare)
      #expect(samples == expected, "\(order) of \(sampleBits) bits")
      #expect(lanes.coefficients == single.coefficients)
    }
  }

  @Test("numbers of all lengths are read back", arguments: 1...23)
  func golombNumbers(_ remainderBits: Int) {
    let divisor = UInt64(1) << UInt64(remainderBits) - 1
    var state: UInt64 = 3
    var numbers: [UInt32] = []
    for _ in 0..<2000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      // Some numbers are longer than nine ones can code.
      numbers.append(UInt32((state >> 33) % (divisor * 10)))
    }
    var writer = PacketBitWriter(capacity: 0)
    for number in numbers {
      writer.writeGolomb(number, remainderBits: remainderBits, plainBits: 28)
    }
    let packet = writer.finish()
    let bytes = PacketBytes(packet.span)
    var position = 0
    var ahead = bytes.word(at: 0)
    let read = numbers.map { _ in
      bytes.golomb(
        at: &position, &ahead, divisor: UInt32(divisor), drop: 64 - remainderBits,
        most: PacketBytes.wordBits - 10 - remainderBits,
        plainBits: 28)
    }
    #expect(read == numbers)
    #expect((position + 7) / 8 == packet.count && !bytes.isPastEnd(position))
  }

  @Test("a mean beyond 32 bits does not wrap to a small one")
  func meanGoesRound() throws {
    // 16 bits of one channel, in packets of 64 frames, with the fastest adaptation.
    let cookie: [UInt8] = [0, 0, 0, 64, 0, 16, 255, 10, 14, 1] + Array(repeating: 0, count: 14)
    // The mean after the last sample is 0x4000_004D, whose low 30 bits announce a run.
    let numbers: [UInt32] = [
      65535, 65535, 62468, 60949, 65535, 65535, 55546, 30138, 65535, 65535, 65535, 65535,
      65535, 65535, 65535, 58697, 65535, 65535, 65535, 31408, 65535, 65535, 51803, 65535,
      65535, 62726, 32262, 45908, 65535, 65535, 35666, 65535, 40728, 54282, 31938, 65535,
      65535, 65535, 65535, 65535, 65535, 53152, 65535, 65535, 10664,
    ]
    var writer = PacketBitWriter(capacity: 0)
    // An element of one channel: its number, 12 zeros, no count, no low bits, predicted; no mix.
    for count in [3, 4, 12, 1, 2, 1, 8, 8] { writer.write(0, count) }
    // The mode, the shift, the factor and no coefficients.
    for (value, count) in [(0, 4), (0, 4), (7, 3), (0, 5)] as [(UInt32, Int)] {
      writer.write(value, count)
    }
    for number in numbers {
      writer.write(0x1FF, 9)
      writer.write(number, 16)
    }
    for _ in 0..<100 { writer.write(0, 8) }
    let decoder = try DecoderFactory.makeDecoder(
      format: StreamFormat(
        sampleRate: 44_100, formatID: .appleLossless, framesPerPacket: 64, channelCount: 1),
      magicCookie: cookie)
    var samples: [Float] = []
    try decoder.decode(writer.finish().span, into: &samples)
    #expect(samples.count == 64)
    #expect(samples[44] == 5332 * 0x1p-15 && samples[45...].allSatisfy { $0 == 0 })
  }
}
