import AudioModel
import TestSupport
import Testing

@testable import AudioCodecs

struct IMA4DecoderTests {
  private func format(_ channelCount: Int) -> StreamFormat {
    StreamFormat(
      sampleRate: 22_050, formatID: .appleIMA4, bytesPerPacket: 34 * channelCount,
      framesPerPacket: 64, channelCount: channelCount)
  }

  private func make(_ channelCount: Int) throws -> (file: [UInt8], packets: [[UInt8]]) {
    let file = try FFmpeg.encode(
      ["-c:a", "adpcm_ima_qt", "-f", "caf"], sampleRate: 22_050, channelCount: channelCount)
    let size = 34 * channelCount
    return (file, TestPackets.cut(TestPackets.cafData(file)) { $0.count < size ? nil : size })
  }

  @Test("samples are identical to FFmpeg's", arguments: [1, 2])
  func sameSamples(channelCount: Int) throws {
    let (file, packets) = try make(channelCount)
    let samples = try decodeAll(packets, format: format(channelCount))
    #expect(samples.count == packets.count * 64 * channelCount)
    #expect(packets.count > 340)
    let reference = try FFmpeg.decodeInt16(file, ["-f", "caf"])
    let isSame = samples.prefix(reference.count) == reference.map { Float($0) / 32768 }[...]
    #expect(isSame && reference.count > 20_000 * channelCount)
    let isSameAtOnce =
      try decodeAll([Array(packets.joined())], format: format(channelCount)) == samples
    #expect(isSameAtOnce)
  }

  @Test func noSamplesRemainAfterAReset() throws {
    let packets = try make(2).packets
    let decoder = try DecoderFactory.makeDecoder(format: format(2))
    let (first, second) = try decodeTwice(packets, by: decoder)
    let isSame = first == second
    #expect(isSame)
  }

  @Test("an impossible channel count is refused before memory is allocated")
  func refusesTooManyChannels() {
    #expect(throws: CodecError.unsupportedFormat) {
      _ = try DecoderFactory.makeDecoder(format: format(Int(UInt32.max)))
    }
  }

  @Test func refusesInvalidPackets() throws {
    let packet = try make(2).packets[5]
    let decoder = try DecoderFactory.makeDecoder(format: format(2))
    var wrongStep = packet
    wrongStep[34 + 1] = 0x7F
    for bad in [[], Array(packet.dropLast()), packet + [0], wrongStep] {
      var samples: [Float] = []
      #expect(throws: CodecError.badPacket) { try decode(bad, by: decoder, into: &samples) }
      #expect(samples.isEmpty)
    }
  }
}
