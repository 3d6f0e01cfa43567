import AudioModel
import Testing

@testable import AudioCodecs

/// The best decoder whose library is installed.
struct RankedDecoderTests {
  private final class Fake: PacketDecoder {
    let failure: CodecError?
    let sample: Float
    let sampleRate = 44_100.0
    let channelCount = 1

    init(_ failure: CodecError?, _ sample: Float) {
      self.failure = failure
      self.sample = sample
    }

    func decode(_ packet: Span<UInt8>, into samples: inout [Float]) throws(CodecError) {
      if let failure { throw failure }
      samples.append(sample)
    }

    func drain(into samples: inout [Float]) { samples.append(-sample) }
    func reset() {}
  }

  @Test("if a library is missing, the next decoder is used")
  func next() throws {
    let decoder = RankedDecoder([Fake(.libraryMissing, 1), Fake(nil, 2), Fake(nil, 3)])
    var samples: [Float] = []
    try decode([0], by: decoder, into: &samples)
    try decode([0], by: decoder, into: &samples)
    try decoder.drain(into: &samples)
    #expect(samples == [2, 2, -2])
  }

  @Test("a refused packet is not tried with another decoder")
  func refused() {
    let decoder = RankedDecoder([Fake(.badPacket, 1), Fake(nil, 2)])
    var samples: [Float] = []
    #expect(throws: CodecError.badPacket) { try decode([0], by: decoder, into: &samples) }
    #expect(samples.isEmpty)
  }

  @Test("if all libraries are missing, the error says so")
  func none() {
    let decoder = RankedDecoder([Fake(.libraryMissing, 1), Fake(.libraryMissing, 2)])
    var samples: [Float] = []
    #expect(throws: CodecError.libraryMissing) { try decode([0], by: decoder, into: &samples) }
  }

  private final class IntegerFake: IntegerPacketDecoder {
    let isMissing: Bool
    let sampleRate = 44_100.0
    let channelCount = 1
    let bitDepth = 24

    init(isMissing: Bool) { self.isMissing = isMissing }

    func decode(_ packet: Span<UInt8>, into samples: inout [Float]) throws(CodecError) {
      if isMissing { throw .libraryMissing }
      samples.append(0.25)
    }

    func decode(_ packet: Span<UInt8>, into samples: inout [Int32]) throws(CodecError) {
      if isMissing { throw .libraryMissing }
      samples.append(1 << 29)
    }

    func drain(into samples: inout [Float]) {}
    func reset() {}
  }

  @Test(
    "integers come from the best decoder, or from the next one's floats", arguments: [false, true])
  func integers(isMissing: Bool) throws {
    let next: [any PacketDecoder] = [Fake(nil, -0.5)]
    let decoder = RankedIntegerDecoder(IntegerFake(isMissing: isMissing), next[...])
    #expect(decoder.bitDepth == 24)
    let packet: [UInt8] = [0]
    var integers: [Int32] = []
    try decoder.decode(packet.span, into: &integers)
    #expect(integers == [isMissing ? -1 << 30 : 1 << 29])
    var floats: [Float] = []
    try decoder.decode(packet.span, into: &floats)
    #expect(floats == [isMissing ? -0.5 : 0.25])
  }

  @Test("floats are rounded to the nearest integers")
  func tops() {
    #expect(
      [0.5, -1, 1, 2, -.infinity, .nan, 0x1p-31].map { IntegerSamples.tops(of: $0) }
        == [1 << 30, .min, .max, .max, .min, 0, 1])
  }
}
