import AudioModel
import AudioProcessing
import Testing

/// Each kernel beside a plain loop over single bits and bytes.
struct PCMKernelTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var bits: Int
    var bytes: Int
    var flags: StreamFormat.PCMFlags

    var testDescription: String { "\(bits) bits in \(bytes) bytes, flags \(flags.rawValue)" }

    var format: StreamFormat {
      StreamFormat(
        sampleRate: 8000, formatID: .linearPCM, formatFlags: flags.rawValue, bytesPerPacket: bytes,
        framesPerPacket: 1, bytesPerFrame: bytes, channelCount: 1, bitsPerChannel: bits)
    }

    /// The sample in some bytes, as a number of ``bits`` bits.
    func sample(_ packed: [UInt8]) -> Int {
      let ordered = flags.contains(.bigEndian) ? packed : packed.reversed()
      var number = ordered.reduce(0) { $0 << 8 | Int($1) }
      if flags.contains(.alignedHigh) { number >>= bytes * 8 - bits }
      number &= 1 << bits - 1
      if !flags.contains(.signedInteger) { return number - 1 << (bits - 1) }
      return number >= 1 << (bits - 1) ? number - 1 << bits : number
    }
  }

  /// All widths, at either end and in either order.
  static let cases: [Case] = {
    let widths = [1, 5, 8, 12, 16, 20, 22, 23, 24, 31, 32]
    // Big-endian, signed, aligned high.
    let flags: [UInt32] = [0, 2, 4, 6, 16, 18, 20, 22]
    var cases: [Case] = []
    for bytes in 1...4 {
      for bits in widths where bits <= bytes * 8 && bits > bytes * 8 - 16 {
        for flag in flags {
          cases.append(
            Case(bits: bits, bytes: bytes, flags: StreamFormat.PCMFlags(rawValue: flag)))
        }
      }
    }
    return cases
  }()

  /// Odd numbers of samples, beyond one block of the kernels.
  static let count = 1029

  static func noise(_ count: Int) -> [UInt8] {
    var state: UInt32 = 12345
    return (0..<count).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(state >> 24)
    }
  }

  static func split(_ packed: [UInt8], _ bytes: Int) -> [[UInt8]] {
    stride(from: 0, to: packed.count, by: bytes).map { Array(packed[$0..<$0 + bytes]) }
  }

  @Test("integers are read as the plain loop reads them", arguments: cases)
  func readIntegers(_ one: Case) throws {
    let layout = try #require(PCMLayout(one.format))
    let packed = Self.noise(Self.count * one.bytes)
    let expected = Self.split(packed, one.bytes).map(one.sample)
    var integers = [Int32](repeating: 7, count: Self.count)
    var integerSpan = integers.mutableSpan
    PCMReading.integers(packed.span, layout, into: &integerSpan)
    let isSame = integers == expected.map { Int32($0 << (32 - one.bits)) }
    #expect(isSame)
    var floats = [Float](repeating: 7, count: Self.count)
    var floatSpan = floats.mutableSpan
    PCMReading.floats(packed.span, layout, into: &floatSpan)
    let scale = Double(1 << (one.bits - 1))
    let isSameFloat = floats == expected.map { Float(Double($0) / scale) }
    #expect(isSameFloat)
    var doubles = [Double](repeating: 7, count: Self.count)
    var doubleSpan = doubles.mutableSpan
    PCMReading.doubles(packed.span, layout, into: &doubleSpan)
    let isSameDouble = doubles == expected.map { Double($0) / scale }
    #expect(isSameDouble)
  }

  @Test("integers are written so that the plain loop reads them", arguments: cases)
  func writeIntegers(_ one: Case) throws {
    let layout = try #require(PCMLayout(one.format))
    let samples = Self.split(Self.noise(Self.count * 4), 4).map { bytes in
      Int32(bitPattern: bytes.reduce(0) { $0 << 8 | UInt32($1) })
    }
    var packed = [UInt8](repeating: 7, count: Self.count * one.bytes)
    var room = packed.mutableSpan
    PCMWriting.integers(samples.span, layout, into: &room)
    let isSame =
      Self.split(packed, one.bytes).map(one.sample) == samples.map { Int($0) >> (32 - one.bits) }
    #expect(isSame)
  }

  @Test("integers are rounded as the plain loop rounds them", arguments: cases)
  func roundIntegers(_ one: Case) throws {
    let layout = try #require(PCMLayout(one.format))
    // 24 bits, which are exact in a float; full scale at both ends, and the ties.
    let samples = Self.split(Self.noise(Self.count * 4), 4).enumerated().map { index, bytes in
      let noise = Int32(bitPattern: bytes.reduce(0) { $0 << 8 | UInt32($1) } & 0xFFFF_FF00)
      return switch index % 4 {
      case 0: noise
      case 1: noise & ~0xFFFF | 0x8000
      case 2: (noise >> 24) << 8
      default: noise < 0 ? Int32.min : 0x7FFF_FF00
      }
    }
    var packed = [UInt8](repeating: 7, count: Self.count * one.bytes)
    var room = packed.mutableSpan
    PCMWriting.roundedIntegers(samples.span, layout, into: &room)
    let scale = Double(1 << (one.bits - 1))
    let isSame =
      Self.split(packed, one.bytes).map(one.sample)
      == samples.map { sample in
        Int(min((Double(sample) * 0x1p-31 * scale).rounded(.toNearestOrEven), scale - 1))
      }
    #expect(isSame)
  }

  @Test(
    "planes of integers are rounded to 16 bits as the plain loop rounds them",
    arguments: [1, 8, 16, 17, 20, 24, 32])
  func roundPlanes(bits: Int) throws {
    let converter = try #require(
      SampleConverter(
        from: .integerPlanes(like: Self.stereo, bitCount: bits), to: Self.stereo,
        roundsIntegers: true))
    let path = try #require(converter.directPath)
    // Full scale at both ends, and the ties; at most 24 bits, which are exact in a float.
    let tops = Self.split(Self.noise(Self.count * 8), 4).enumerated().map { index, bytes in
      let noise = Int32(bitPattern: bytes.reduce(0) { $0 << 8 | UInt32($1) } & 0xFFFF_FF00)
      return switch index % 5 {
      case 0, 1: noise
      case 2: noise & ~0xFFFF | 0x8000
      default: noise < 0 ? Int32.min : 0x7FFF_FF00
      }
    }
    let samples = tops.map { $0 >> Int32(32 - bits) }
    let isSame =
      Self.integers(samples.map { UInt32(bitPattern: $0) }, by: path)
      == samples.map { sample in
        let value = Double(sample) * 0x1p15 / Double(1 << (bits - 1))
        return Int16(min(value.rounded(.toNearestOrEven), 32767))
      }
    #expect(isSame)
  }

  static let stereo = StreamFormat(
    sampleRate: 8000, formatID: .linearPCM,
    formatFlags: StreamFormat.PCMFlags([.signedInteger, .packed]).rawValue, bytesPerPacket: 4,
    framesPerPacket: 1, bytesPerFrame: 4, channelCount: 2, bitsPerChannel: 16)

  /// The 16 bits of each sample, if two channels alternate in planes of 32 bits.
  static func integers(_ samples: [UInt32], by path: DirectPath) -> [Int16] {
    func plane(_ channel: Int) -> [UInt8] {
      stride(from: channel, to: samples.count, by: 2).flatMap { index in
        (0..<4).map { UInt8(truncatingIfNeeded: samples[index] >> (8 * UInt32($0))) }
      }
    }
    let (left, right) = (plane(0), plane(1))
    var packed = [UInt8](repeating: 7, count: samples.count * 2)
    var room = packed.mutableSpan
    var nothing = MutableSpan<UInt8>()
    path.convert(left.span, right.span, into: &room, &nothing)
    return split(packed, 2).map { Int16(bitPattern: UInt16($0[0]) | UInt16($0[1]) << 8) }
  }

  @Test(
    "an invalid or out-of-range sample does not affect its neighbours",
    arguments: [.nan, .infinity, -.infinity, 65536, 65535.99, -65536, -65537, 1e30, 1, -1])
  func stray(_ stray: Float) throws {
    var planes = Self.stereo
    planes.formatFlags =
      StreamFormat.PCMFlags([.float, .packed, .nonInterleaved]).rawValue
    (planes.bytesPerPacket, planes.bytesPerFrame, planes.bitsPerChannel) = (4, 4, 32)
    let converter = try #require(SampleConverter(from: planes, to: Self.stereo))
    let path = try #require(converter.directPath)
    let mono = try #require(
      PCMLayout(Case(bits: 16, bytes: 2, flags: [.signedInteger, .packed]).format))
    // In each position of two rounds of the unrolled loops, and of the remainder.
    for place in 0..<39 * 2 {
      var samples = (0..<39 * 2).map { Float($0 - 39) / 64 }
      samples[place] = stray
      let expected = samples.map { sample in
        sample.isNaN ? 0 : Int16(min(max(sample * 32768, -32768), 32767))
      }
      #expect(Self.integers(samples.map(\.bitPattern), by: path) == expected)
      var packed = [UInt8](repeating: 7, count: samples.count * 2)
      var room = packed.mutableSpan
      PCMWriting.floats(samples.span, mono, into: &room)
      let alone = Self.split(packed, 2).map {
        Int16(bitPattern: UInt16($0[0]) | UInt16($0[1]) << 8)
      }
      #expect(alone == expected)
    }
  }

  @Test("floats and doubles are rounded as the plain loop rounds them", arguments: cases)
  func round(_ one: Case) throws {
    let layout = try #require(PCMLayout(one.format))
    let scale = Double(1 << (one.bits - 1))
    // All values from far beyond full scale to half a step, and the ties.
    let doubles = (0..<Self.count).map { index -> Double in
      switch index % 3 {
      case 0: Double(index - 514) / 400
      case 1: (Double(index - 514) + 0.5) / scale
      default: Double(index - 514) * 1e-4 + 1e-7
      }
    }
    let floats = doubles.map { Float($0) }
    func plain(_ value: Double) -> Int {
      Int(min(max((value * scale).rounded(.toNearestOrEven), -scale), scale - 1))
    }
    var packed = [UInt8](repeating: 7, count: Self.count * one.bytes)
    var room = packed.mutableSpan
    PCMWriting.doubles(doubles.span, layout, into: &room)
    let isSameDouble = Self.split(packed, one.bytes).map(one.sample) == doubles.map(plain)
    #expect(isSameDouble)
    var other = packed.mutableSpan
    PCMWriting.floats(floats.span, layout, into: &other)
    let isSame =
      Self.split(packed, one.bytes).map(one.sample) == floats.map { plain(Double($0)) }
    #expect(isSame)
  }

  @Test("not-a-number and infinity", arguments: cases)
  func notNumbers(_ one: Case) throws {
    let layout = try #require(PCMLayout(one.format))
    let top = 1 << (one.bits - 1)
    // Enough samples for the unrolled loops.
    let repeated = 0..<9
    let expected = repeated.flatMap { _ in [0, top - 1, -top, 0] }
    let floats = repeated.flatMap { _ in [Float.nan, .infinity, -.infinity, .signalingNaN] }
    var packed = [UInt8](repeating: 7, count: floats.count * one.bytes)
    var room = packed.mutableSpan
    PCMWriting.floats(floats.span, layout, into: &room)
    #expect(Self.split(packed, one.bytes).map(one.sample) == expected)
    let doubles = repeated.flatMap { _ in [Double.nan, .infinity, -.infinity, .signalingNaN] }
    var other = packed.mutableSpan
    PCMWriting.doubles(doubles.span, layout, into: &other)
    #expect(Self.split(packed, one.bytes).map(one.sample) == expected)
  }

  static func fixedPoint(
    _ fractionBitCount: UInt32, _ flags: StreamFormat.PCMFlags
  ) -> StreamFormat.PCMFlags {
    StreamFormat.PCMFlags(rawValue: flags.rawValue | fractionBitCount << 7)
  }

  static let refused: [StreamFormat] = [
    // Packed, but not to the last bit.
    Case(bits: 20, bytes: 3, flags: [.packed, .signedInteger]).format,
    Case(bits: 33, bytes: 4, flags: .signedInteger).format,
    Case(bits: 0, bytes: 2, flags: .signedInteger).format,
    Case(bits: 40, bytes: 5, flags: .signedInteger).format,
    Case(bits: 32, bytes: 8, flags: .float).format,
    Case(bits: 16, bytes: 2, flags: .float).format,
    // Fixed point: without a sign, with more fraction than bits, and floats.
    Case(bits: 32, bytes: 4, flags: fixedPoint(24, [])).format,
    Case(bits: 16, bytes: 2, flags: fixedPoint(24, .signedInteger)).format,
    Case(bits: 32, bytes: 4, flags: fixedPoint(24, .float)).format,
  ]

  @Test("a layout without a conversion is refused", arguments: refused.indices)
  func refuse(_ index: Int) {
    #expect(PCMLayout(Self.refused[index]) == nil)
  }
}
