import Testing

@testable import AudioContainers

@Suite struct HLSPackedAudioTests {
  static let owner = Array("com.apple.streaming.transportStreamTimestamp".utf8)

  static func frame(_ name: String, _ body: [UInt8], flags: UInt8 = 0) -> [UInt8] {
    Array(name.utf8) + [0, 0, 0, UInt8(body.count), 0, flags] + body
  }

  static func tag(_ frames: [UInt8], version: UInt8 = 4, flags: UInt8 = 0) -> [UInt8] {
    Array("ID3".utf8) + [version, 0, flags, 0, 0]
      + [UInt8(frames.count >> 7), UInt8(frames.count & 0x7F)] + frames
  }

  /// A private frame with a timestamp of eight bytes.
  static func timestamp(_ value: [UInt8], before: [UInt8] = [], flags: UInt8 = 0) -> [UInt8] {
    frame("PRIV", before + owner + [0] + value, flags: flags)
  }

  static let audio: [UInt8] = [0xFF, 0xF1, 0x50, 0x80]
  static let value: [UInt8] = [0, 0, 0, 1, 2, 3, 4, 5]
  static let expected: UInt64 = 0x1_0203_0405

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var tags: [UInt8]
    var timestamp: UInt64?

    static let all: [Case] = [
      Case(
        testDescription: "one tag",
        tags: tag(HLSPackedAudioTests.timestamp(value)), timestamp: expected),
      Case(
        testDescription: "version 2.3",
        tags: tag(HLSPackedAudioTests.timestamp(value), version: 3), timestamp: expected),
      Case(
        testDescription: "0 is a time",
        tags: tag(HLSPackedAudioTests.timestamp([UInt8](repeating: 0, count: 8))), timestamp: 0),
      Case(
        testDescription: "only 33 bits count",
        tags: tag(HLSPackedAudioTests.timestamp([UInt8](repeating: 0xFF, count: 8))),
        timestamp: 0x1_FFFF_FFFF),
      Case(
        testDescription: "a zero before the owner",
        tags: tag(HLSPackedAudioTests.timestamp(value, before: [0])), timestamp: expected),
      Case(
        testDescription: "among other frames",
        tags: tag(
          frame("TIT2", [3, 0x41]) + frame("PRIV", Array("other".utf8) + [0, 1])
            + HLSPackedAudioTests.timestamp(value)), timestamp: expected),
      Case(
        testDescription: "in the second tag",
        tags: tag(frame("TIT2", [3, 0x41])) + tag(HLSPackedAudioTests.timestamp(value)),
        timestamp: expected),
      Case(
        testDescription: "the first of two",
        tags: tag(HLSPackedAudioTests.timestamp(value))
          + tag(HLSPackedAudioTests.timestamp([0, 0, 0, 0, 0, 0, 0, 9])), timestamp: expected),
      Case(
        testDescription: "an unsynchronised tag of version 2.3",
        tags: tag(
          frame("PRIV", owner + [0, 0, 0, 0, 0, 0xFF] + [1, 0xFF, 0xE0]).replacingFF(), version: 3,
          flags: 0x80), timestamp: 0xFF01_FFE0),
      Case(
        testDescription: "an unsynchronised frame of version 2.4",
        tags: tag(frame("PRIV", owner + [0, 0, 0, 0, 0, 0xFF, 0, 1, 2, 3], flags: 2)),
        timestamp: 0xFF01_0203),
      Case(
        testDescription: "too few bytes",
        tags: tag(HLSPackedAudioTests.timestamp([1, 2, 3, 4, 5, 6, 7])), timestamp: nil),
      Case(
        testDescription: "a longer owner",
        tags: tag(frame("PRIV", owner + [0x41, 0] + value)), timestamp: nil),
      Case(
        testDescription: "no private frame", tags: tag(frame("TIT2", [3, 0x41])), timestamp: nil),
      Case(
        testDescription: "version 2.2", tags: tag(HLSPackedAudioTests.timestamp(value), version: 2),
        timestamp: nil),
      Case(testDescription: "padding", tags: tag([UInt8](repeating: 0, count: 40)), timestamp: nil),
      Case(testDescription: "no tag", tags: [], timestamp: nil),
    ]
  }

  @Test("the timestamp and the start of the audio are found", arguments: Case.all)
  func reads(item: Case) {
    let bytes = item.tags + Self.audio
    let result = HLSPackedAudio.audio(offset: item.tags.count, timestamp: item.timestamp)
    #expect(HLSPackedAudio(bytes.span, isEnd: true) == result)
  }

  @Test("a prefix needs more bytes, and then gives the same", arguments: Case.all)
  func readsPrefixes(item: Case) throws {
    let bytes = item.tags + Self.audio + [UInt8](repeating: 0, count: 20)
    let whole = HLSPackedAudio(bytes.span, isEnd: false)
    for count in 0...bytes.count {
      let part = bytes.span.extracting(0..<count)
      switch HLSPackedAudio(part, isEnd: false) {
      case .needs(let needed): #expect(needed > count && needed <= bytes.count)
      case let result: #expect(result == whole, "\(count) bytes")
      }
    }
  }

  @Test("a huge tag is skipped without waiting for it")
  func skipsHugeTag() {
    let bytes = Array("ID3".utf8) + [4, 0, 0, 0x7F, 0x7F, 0x7F, 0x7F] + [1, 2, 3]
    let result = HLSPackedAudio.audio(offset: 10 + 0x0FFF_FFFF, timestamp: nil)
    #expect(HLSPackedAudio(bytes.span, isEnd: false) == result)
    #expect(HLSPackedAudio(bytes.span, isEnd: true) == .audio(offset: 13, timestamp: nil))
  }

  @Test("no byte value traps")
  func survivesDamage() {
    var random = SplitMix(state: 11)
    for item in Case.all {
      for _ in 0..<300 {
        var bytes = item.tags + Self.audio
        for _ in 0...Int.random(in: 0...3, using: &random) {
          bytes[Int.random(in: bytes.indices, using: &random)] = .random(
            in: 0...255, using: &random)
        }
        let count = Int.random(in: 0...bytes.count, using: &random)
        for isEnd in [false, true] {
          switch HLSPackedAudio(bytes.span.extracting(0..<count), isEnd: isEnd) {
          case .needs(let needed): #expect(needed > count && !isEnd)
          case .audio(let offset, let timestamp):
            #expect(offset <= count || !isEnd)
            #expect(timestamp ?? 0 < 1 << 33)
          }
        }
      }
    }
  }
}

extension [UInt8] {
  /// Adds a zero after each `FF`.
  fileprivate func replacingFF() -> [UInt8] { flatMap { $0 == 0xFF ? [0xFF, 0] : [$0] } }
}
