package import AudioModel

/// The speakers of a stream, numbered as in `chanmap`.
///
/// Source: ETSI TS 102 366, E.1.3.1.8, table E.1.5; 4.4.2.3, table 4.3 (modes).
package struct AC3Places: OptionSet, Equatable, Sendable {
  package let rawValue: UInt16

  package static let left = AC3Places(rawValue: 0x8000)
  package static let centre = AC3Places(rawValue: 0x4000)
  package static let right = AC3Places(rawValue: 0x2000)
  package static let leftSurround = AC3Places(rawValue: 0x1000)
  package static let rightSurround = AC3Places(rawValue: 0x0800)
  package static let centrePair = AC3Places(rawValue: 0x0400)
  package static let rearPair = AC3Places(rawValue: 0x0200)
  package static let centreSurround = AC3Places(rawValue: 0x0100)
  package static let topSurround = AC3Places(rawValue: 0x0080)
  package static let directPair = AC3Places(rawValue: 0x0040)
  package static let widePair = AC3Places(rawValue: 0x0020)
  package static let highPair = AC3Places(rawValue: 0x0010)
  package static let highCentre = AC3Places(rawValue: 0x0008)
  package static let topSurroundPair = AC3Places(rawValue: 0x0004)
  package static let secondLowFrequency = AC3Places(rawValue: 0x0002)
  package static let lowFrequency = AC3Places(rawValue: 0x0001)

  private static let pairs: AC3Places = [
    .centrePair, .rearPair, .directPair, .widePair, .highPair, .topSurroundPair,
  ]
  private static let five: AC3Places = [.left, .centre, .right, .leftSurround, .rightSurround]
  private static let fiveAndOne: AC3Places = [five, .lowFrequency]

  package var channelCount: Int {
    rawValue.nonzeroBitCount + intersection(Self.pairs).rawValue.nonzeroBitCount
  }

  /// Creates the speakers of a mode; the mode of two mono channels has none.
  package init(mode: Int, hasLowFrequency: Bool) {
    let front: AC3Places =
      switch mode {
      case 1: .centre
      case 2: [.left, .right]
      case 3: [.left, .centre, .right]
      case 4: [.left, .right, .centreSurround]
      case 5: [.left, .centre, .right, .centreSurround]
      case 6: [.left, .right, .leftSurround, .rightSurround]
      case 7: Self.five
      default: []
      }
    self = hasLowFrequency ? front.union(.lowFrequency) : front
  }

  package init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// Core Audio's tag for speakers that extend those of a mode, or `nil` if no tag exists.
  package var layout: ChannelLayout? {
    switch self {
    case Self.five.union(.centreSurround): ChannelLayout(tag: 155 << 16 | 6)
    case Self.five.union(.rearPair): ChannelLayout(tag: 156 << 16 | 7)
    case Self.fiveAndOne.union(.centreSurround): ChannelLayout(tag: 157 << 16 | 7)
    case Self.fiveAndOne.union(.topSurround): ChannelLayout(tag: 158 << 16 | 7)
    case Self.fiveAndOne.union(.highCentre): ChannelLayout(tag: 159 << 16 | 7)
    case Self.fiveAndOne.union(.rearPair): ChannelLayout(tag: 160 << 16 | 8)
    case Self.fiveAndOne.union(.centrePair): ChannelLayout(tag: 161 << 16 | 8)
    case Self.fiveAndOne.union(.directPair): ChannelLayout(tag: 162 << 16 | 8)
    case Self.fiveAndOne.union(.widePair): ChannelLayout(tag: 163 << 16 | 8)
    case Self.fiveAndOne.union(.highPair): ChannelLayout(tag: 164 << 16 | 8)
    case Self.fiveAndOne.union([.centreSurround, .topSurround]):
      ChannelLayout(tag: 165 << 16 | 8)
    case Self.fiveAndOne.union([.centreSurround, .highCentre]):
      ChannelLayout(tag: 166 << 16 | 8)
    case Self.fiveAndOne.union([.topSurround, .highCentre]): ChannelLayout(tag: 167 << 16 | 8)
    default: nil
    }
  }
}
