import AudioModel
import AudioProcessing
import Testing

/// Down-mix levels and channel maps, against the tables of ITU-R BS.775 and orders written by hand.
struct DownmixTests {
  static let part = Float(0.5).squareRoot()

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var input: [ChannelLabel]
    var output: [ChannelLabel]
    /// The levels of each input channel, before the reduction to full scale.
    var levels: [[Float]]
  }

  static let cases = [
    Case(
      testDescription: "3/2 with low frequencies to stereo",
      input: [.left, .right, .center, .lowFrequency, .leftSurround, .rightSurround],
      output: [.left, .right],
      levels: [[1, 0], [0, 1], [part, part], [0, 0], [part, 0], [0, part]]),
    Case(
      testDescription: "3/2 to mono",
      input: [.center, .left, .right, .leftSurround, .rightSurround],
      output: [.mono], levels: [[1], [part], [part], [0.5], [0.5]]),
    Case(
      testDescription: "3/1 to stereo", input: [.left, .right, .center, .centerSurround],
      output: [.left, .right], levels: [[1, 0], [0, 1], [part, part], [0.5, 0.5]]),
    Case(
      testDescription: "stereo to mono", input: [.left, .right], output: [.mono],
      levels: [[part], [part]]),
    Case(
      testDescription: "7.1 to 5.1 keeps the channels that have a place",
      input: [
        .left, .right, .center, .lowFrequency, .leftSurround, .rightSurround, .leftRear, .rightRear,
      ],
      output: [.center, .left, .right, .leftSurround, .rightSurround, .lowFrequency],
      levels: [
        [0, 1, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0], [1, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 1],
        [0, 0, 0, 1, 0, 0], [0, 0, 0, 0, 1, 0], [0, 0, 0, 1, 0, 0], [0, 0, 0, 0, 1, 0],
      ]),
    Case(
      testDescription: "3/2 to 2/1",
      input: [.left, .center, .right, .leftSurround, .rightSurround],
      output: [.left, .right, .leftSurround, .rightSurround],
      levels: [
        [1, 0, 0, 0], [part, part, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1],
      ]),
  ]

  @Test("levels follow the table, and no sum exceeds full scale", arguments: cases)
  func levels(_ test: Case) {
    let levels = Downmix.levels(
      from: ChannelLayout(labels: test.input), test.input.count,
      to: ChannelLayout(labels: test.output), test.output.count)
    let sums = test.output.indices.map { target in
      max(1, test.levels.reduce(0) { $0 + $1[target] })
    }
    for (source, expected) in test.levels.enumerated() {
      for (target, level) in expected.enumerated() {
        let found = levels[source * test.output.count + target]
        #expect(abs(found - level / sums[target]) < 1e-6, "channel \(source) in \(target)")
      }
    }
  }

  @Test("unknown channels are distributed in turn")
  func unknown() {
    #expect(Downmix.levels(from: nil, 3, to: nil, 2) == [0.5, 0, 0, 1, 0.5, 0])
    #expect(Downmix.levels(from: nil, 2, to: nil, 1) == [0.5, 0.5])
  }

  @Test("channels map by label if both layouts are known, otherwise by number")
  func maps() {
    func map(_ input: UInt32?, _ inputCount: Int, _ output: UInt32?, _ outputCount: Int) -> [Int?] {
      var arrangement = ChannelArrangement()
      arrangement.input = input.map { ChannelLayout(tag: $0 << 16 | UInt32(inputCount)) }
      arrangement.output = output.map { ChannelLayout(tag: $0 << 16 | UInt32(outputCount)) }
      return arrangement.map(inputCount, to: outputCount)
    }
    // 5.1 in the orders of WAVE (121), of AAC (124) and with rear speakers (187).
    #expect(map(121, 6, 124, 6) == [2, 0, 1, 4, 5, 3])
    #expect(map(124, 6, 121, 6) == [1, 2, 0, 5, 3, 4])
    #expect(map(187, 6, 124, 6) == [2, 0, 1, 4, 5, 3])
    #expect(map(121, 6, nil, 6) == [0, 1, 2, 3, 4, 5])
    #expect(map(124, 6, 101, 2) == [1, 2])
    // No common channel.
    #expect(map(100, 1, 101, 2) == [0, nil])
    #expect(map(101, 2, 121, 6) == [0, 1, nil, nil, nil, nil])
  }

  @Test("tags and channels agree")
  func tags() {
    for count in 1...24 {
      for tag in ChannelLayout.tags(channelCount: count) {
        let layout = ChannelLayout(tag: tag)
        #expect(layout.isKnown && layout.channelCount == count)
        guard let labels = layout.labels else { continue }
        #expect(labels.count == count && Set(labels).count == count, "\(tag >> 16)")
        #expect(ChannelLayout.tags(of: labels).contains(tag))
        if let bits = layout.speakerBits { #expect(bits.nonzeroBitCount == count) }
      }
    }
    #expect(ChannelLayout(tag: 121 << 16 | 6).speakerBits == 0x3F)
    #expect(ChannelLayout(tag: 189 << 16 | 8).speakerBits == 0x63F)
    #expect(ChannelLayout(tag: 188 << 16 | 7).speakerBits == 0x70F)
    #expect(ChannelLayout(tag: 124 << 16 | 6).speakerBits == nil)
    #expect(ChannelLayout.bitmap(0x63F).labels?.count == 8)
    #expect(!ChannelLayout(tag: 121 << 16 | 5).isKnown && !ChannelLayout.bitmap(1 << 30).isKnown)
  }
}
