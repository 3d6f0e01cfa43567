/// The speaker or use of a channel, with the numbers of Core Audio's channel labels.
package struct ChannelLabel: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  private init(_ rawValue: UInt32) {
    self.init(rawValue: rawValue)
  }

  package static let unknown = ChannelLabel(0xFFFF_FFFF)
  package static let left = ChannelLabel(1)
  package static let right = ChannelLabel(2)
  package static let center = ChannelLabel(3)
  package static let lowFrequency = ChannelLabel(4)
  package static let leftSurround = ChannelLabel(5)
  package static let rightSurround = ChannelLabel(6)
  package static let leftCenter = ChannelLabel(7)
  package static let rightCenter = ChannelLabel(8)
  package static let centerSurround = ChannelLabel(9)
  package static let leftSurroundDirect = ChannelLabel(10)
  package static let rightSurroundDirect = ChannelLabel(11)
  package static let topCenterSurround = ChannelLabel(12)
  package static let leftHeight = ChannelLabel(13)
  package static let centerHeight = ChannelLabel(14)
  package static let rightHeight = ChannelLabel(15)
  package static let topBackLeft = ChannelLabel(16)
  package static let topBackCenter = ChannelLabel(17)
  package static let topBackRight = ChannelLabel(18)
  package static let leftRear = ChannelLabel(33)
  package static let rightRear = ChannelLabel(34)
  package static let leftWide = ChannelLabel(35)
  package static let rightWide = ChannelLabel(36)
  package static let secondLowFrequency = ChannelLabel(37)
  package static let leftTotal = ChannelLabel(38)
  package static let rightTotal = ChannelLabel(39)
  package static let hearingImpaired = ChannelLabel(40)
  package static let narration = ChannelLabel(41)
  package static let mono = ChannelLabel(42)
  package static let dialog = ChannelLabel(43)
  package static let centerSurroundDirect = ChannelLabel(44)
  package static let haptic = ChannelLabel(45)
  package static let leftTopMiddle = ChannelLabel(49)
  package static let rightTopMiddle = ChannelLabel(51)
  package static let leftTopRear = ChannelLabel(52)
  package static let centerTopRear = ChannelLabel(53)
  package static let rightTopRear = ChannelLabel(54)
  package static let leftSideSurround = ChannelLabel(55)
  package static let rightSideSurround = ChannelLabel(56)
  package static let thirdLowFrequency = ChannelLabel(62)
  package static let leftBackSurround = ChannelLabel(63)
  package static let rightBackSurround = ChannelLabel(64)
  package static let useCoordinates = ChannelLabel(100)
  package static let ambisonicW = ChannelLabel(200)
  package static let ambisonicX = ChannelLabel(201)
  package static let ambisonicY = ChannelLabel(202)
  package static let ambisonicZ = ChannelLabel(203)
  package static let mid = ChannelLabel(204)
  package static let side = ChannelLabel(205)
  package static let xOfXY = ChannelLabel(206)
  package static let yOfXY = ChannelLabel(207)
  package static let binauralLeft = ChannelLabel(208)
  package static let binauralRight = ChannelLabel(209)
  package static let headphonesLeft = ChannelLabel(301)
  package static let headphonesRight = ChannelLabel(302)

  /// A numbered channel without a position.
  package static func discrete(_ number: Int) -> ChannelLabel {
    ChannelLabel(1 << 16 | UInt32(truncatingIfNeeded: number & 0xFFFF))
  }

  /// A channel of ambisonics, by its Ambisonic Channel Number.
  package static func ambisonic(_ number: Int, isN3D: Bool) -> ChannelLabel {
    ChannelLabel((isN3D ? 3 : 2) << 16 | UInt32(truncatingIfNeeded: number & 0xFFFF))
  }

  /// The usual label at this position, which may be the label itself.
  package var usual: ChannelLabel {
    switch self {
    case .mono: .center
    case .leftTotal, .headphonesLeft, .binauralLeft, .leftWide: .left
    case .rightTotal, .headphonesRight, .binauralRight, .rightWide: .right
    case .leftRear, .leftSurroundDirect, .leftSideSurround, .leftBackSurround: .leftSurround
    case .rightRear, .rightSurroundDirect, .rightSideSurround, .rightBackSurround: .rightSurround
    case .centerSurroundDirect: .centerSurround
    case .secondLowFrequency, .thirdLowFrequency: .lowFrequency
    default: self
    }
  }

  /// Whether the label is a loudspeaker position, so that the audio sounds wrong at another
  /// position.
  package var isLoudspeaker: Bool {
    switch rawValue {
    case 1...18, 33...37, 44, 49...66: true
    default: self == .mono
    }
  }

  /// Creates the label of a bit in a channel bitmap, with 0 as the lowest bit.
  ///
  /// Fails if the bit has no label.
  init?(bit: Int) {
    switch bit {
    case 0...17: self.init(UInt32(bit + 1))
    case 21: self = .leftTopMiddle
    case 23: self = .rightTopMiddle
    case 24: self = .leftTopRear
    case 25: self = .centerTopRear
    case 26: self = .rightTopRear
    default: return nil
    }
  }
}
