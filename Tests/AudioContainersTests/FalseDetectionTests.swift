import AudioModel
import Testing

@testable import AudioContainers
@testable import AudioSyntax

/// Data that only looks like frames of MPEG audio.
@Suite struct FalseDetectionTests {
  struct Data: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var bytes: [UInt8]
  }

  /// Returns little-endian 16-bit samples.
  private static func pcm(_ count: Int, _ sample: (Int) -> Int16) -> [UInt8] {
    (0..<count).flatMap { littleEndian(UInt16(bitPattern: sample($0))) }
  }

  private static func noise(_ seed: UInt64, below limit: Int16) -> [UInt8] {
    var state = seed
    return pcm(80_000) { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int16(state >> 33 & 0xFFFF % UInt64(2 * Int64(limit))) - limit
    }
  }

  static let all: [Data] =
    (1...4).map { Data(testDescription: "quiet noise \($0)", bytes: noise($0, below: 4)) }
    + [2, 50, 100, 440].map { period in
      Data(
        testDescription: "a square wave of \(period) samples",
        bytes: pcm(80_000) { $0 / period % 2 == 0 ? 1 : -1 })
    } + [
      Data(
        testDescription: "a table of headers of layer I",
        bytes: (0..<2000).flatMap { _ in
          [0xFF, 0xFF, 0x10, 0x04] + [UInt8](repeating: 0, count: 28)
        }.dropFirst(8) + []),
      Data(
        testDescription: "SPHERE with a damaged header",
        bytes: Array("NIST_1A\n   10x4\n".utf8) + [UInt8](repeating: 0, count: 1008)
          + MPEGStream().frames(5)),
      Data(
        testDescription: "a static library",
        bytes: Array("!<arch>\n".utf8) + MPEGStream().frames(5)),
    ]

  @Test("other data is not detected as audio", arguments: all)
  func findsNothing(data: Data) throws {
    let result = try readAll(data.bytes, with: DetectingReader())
    #expect(result.info == nil)
    #expect(result.error?.reason == .unrecognised)
  }

  @Test("a frame with fields longer than itself is refused", arguments: [1, 2, 3])
  func checksFields(layer: Int) throws {
    let start: UInt16 = [0xFFFF, 0xFFFD, 0xFFFB][layer - 1]
    let stream = MPEGStream(start: start, bitRate: 6)
    let header = try #require(MPEGAudioHeader(stream.header()))
    let silence = stream.frame()
    #expect(MPEGAudioFrameCheck.usage(of: silence.span, header) == 0)
    let full = stream.frame([UInt8](repeating: 0xEE, count: 64))
    #expect(MPEGAudioFrameCheck.usage(of: full.span, header) == nil)
  }
}
