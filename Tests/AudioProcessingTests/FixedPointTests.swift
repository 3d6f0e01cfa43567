import AudioModel
import AudioProcessing
import Testing

/// Fixed-point samples, with bits between the sign and the point.
@Suite struct FixedPointTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var bits: Int
    var fractionBits: Int
    var flags: StreamFormat.PCMFlags = .signedInteger

    var testDescription: String {
      "\(bits - fractionBits).\(fractionBits), flags \(flags.rawValue)"
    }

    var format: StreamFormat {
      let bytes = (bits + 7) / 8
      return StreamFormat(
        sampleRate: 8000, formatID: .linearPCM,
        formatFlags: flags.rawValue | UInt32(fractionBits) << 7, bytesPerPacket: bytes,
        framesPerPacket: 1, bytesPerFrame: bytes, channelCount: 1, bitsPerChannel: bits)
    }

    /// The bytes of a sample.
    func bytes(_ sample: Int) -> [UInt8] {
      let low = (0..<(bits + 7) / 8).map { UInt8(truncatingIfNeeded: sample >> ($0 * 8)) }
      return flags.contains(.bigEndian) ? low.reversed() : low
    }
  }

  static let cases = [
    Case(bits: 32, fractionBits: 24),
    Case(bits: 32, fractionBits: 24, flags: [.signedInteger, .bigEndian]),
    Case(bits: 32, fractionBits: 31), Case(bits: 32, fractionBits: 1),
    Case(bits: 24, fractionBits: 20), Case(bits: 16, fractionBits: 8),
  ]

  @Test("a sample is its integer divided by two to the number of fraction bits", arguments: cases)
  func reading(_ one: Case) throws {
    let layout = try #require(PCMLayout(one.format))
    let top = 1 << (one.bits - 1)
    let samples = [0, 1, -1, 1 << one.fractionBits - 1, top - 1, -top, 12_345, -12_345]
    let packed = samples.flatMap(one.bytes)
    let unit = Double(1 << one.fractionBits)
    var doubles = [Double](repeating: 7, count: samples.count)
    var doubleRoom = doubles.mutableSpan
    PCMReading.doubles(packed.span, layout, into: &doubleRoom)
    #expect(doubles == samples.map { Double($0) / unit })
    var floats = [Float](repeating: 7, count: samples.count)
    var floatRoom = floats.mutableSpan
    PCMReading.floats(packed.span, layout, into: &floatRoom)
    #expect(floats == samples.map { Float(Double($0) / unit) })
  }

  @Test("a float becomes the nearest representable sample", arguments: cases)
  func writing(_ one: Case) throws {
    let layout = try #require(PCMLayout(one.format))
    let unit = Double(1 << one.fractionBits)
    let top = Double(1 << (one.bits - 1))
    let floats: [Float] = [
      0, 0.25, -0.25, 0.999, -1, 1.5, -3, 200, -200, .infinity, -.infinity, .nan,
    ]
    let doubles = floats.map { Double($0) }
    let expected = doubles.flatMap { (value: Double) -> [UInt8] in
      let nearest = (value * unit).rounded(.toNearestOrEven)
      return one.bytes(value.isNaN ? 0 : Int(max(-top, min(top - 1, nearest))))
    }
    var packed = [UInt8](repeating: 7, count: expected.count)
    var room = packed.mutableSpan
    PCMWriting.floats(floats.span, layout, into: &room)
    #expect(packed == expected)
    var others = [UInt8](repeating: 7, count: expected.count)
    var otherRoom = others.mutableSpan
    PCMWriting.doubles(doubles.span, layout, into: &otherRoom)
    #expect(others == expected)
  }
}
