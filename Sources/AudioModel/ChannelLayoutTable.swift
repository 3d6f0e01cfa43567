/// The layouts of Core Audio's tags.
///
/// The high 16 bits of a tag are the layout number, and the low 16 bits the channel count.
///
/// Sources: Apple's reference of `AudioChannelLayoutTag`; ISO/IEC 13818-7, 8.5 (AAC); ETSI TS 102
/// 366, table 4.3 and E.1.3.1.8 (AC-3); Vorbis I, 4.3.9 (Ogg); Microsoft, *Multiple Channel Audio
/// Data and WAVE Files*.
enum ChannelLayoutTable {
  /// Layout numbers that support any channel count.
  enum Counted {
    static let discrete: UInt32 = 147
    static let ambisonicSN3D: UInt32 = 190
    static let ambisonicN3D: UInt32 = 191
    static let unknown: UInt32 = 0xFFFF
  }

  /// The channels of each layout number, in order.
  static let orders: [UInt32: [ChannelLabel]] = [
    100: [.mono],
    101: [.left, .right],
    102: [.headphonesLeft, .headphonesRight],
    103: [.leftTotal, .rightTotal],
    104: [.mid, .side],
    105: [.xOfXY, .yOfXY],
    106: [.binauralLeft, .binauralRight],
    107: [.ambisonicW, .ambisonicX, .ambisonicY, .ambisonicZ],
    113: [.left, .right, .center],
    114: [.center, .left, .right],
    131: [.left, .right, .centerSurround],
    150: [.left, .center, .right],
    133: [.left, .right, .lowFrequency],
    108: [.left, .right, .leftSurround, .rightSurround],
    132: [.left, .right, .leftSurround, .rightSurround],
    115: [.left, .right, .center, .centerSurround],
    116: [.center, .left, .right, .centerSurround],
    134: [.left, .right, .lowFrequency, .centerSurround],
    136: [.left, .right, .center, .lowFrequency],
    151: [.left, .center, .right, .centerSurround],
    152: [.left, .center, .right, .lowFrequency],
    153: [.left, .right, .centerSurround, .lowFrequency],
    168: [.center, .left, .right, .lowFrequency],
    185: [.left, .right, .leftRear, .rightRear],
    197: [.left, .right, .centerSurround, .center],
    149: [.center, .lowFrequency],
    117: [.left, .right, .center, .leftSurround, .rightSurround],
    118: [.left, .right, .leftSurround, .rightSurround, .center],
    119: [.left, .center, .right, .leftSurround, .rightSurround],
    120: [.center, .left, .right, .leftSurround, .rightSurround],
    109: [.left, .right, .leftSurround, .rightSurround, .center],
    135: [.left, .right, .lowFrequency, .leftSurround, .rightSurround],
    137: [.left, .right, .center, .lowFrequency, .centerSurround],
    138: [.left, .right, .leftSurround, .rightSurround, .lowFrequency],
    154: [.left, .center, .right, .centerSurround, .lowFrequency],
    169: [.center, .left, .right, .centerSurround, .lowFrequency],
    186: [.left, .right, .center, .leftRear, .rightRear],
    212: [.left, .center, .right, .leftRear, .rightRear],
    216: [.left, .right, .leftRear, .rightRear, .center],
    121: [.left, .right, .center, .lowFrequency, .leftSurround, .rightSurround],
    122: [.left, .right, .leftSurround, .rightSurround, .center, .lowFrequency],
    123: [.left, .center, .right, .leftSurround, .rightSurround, .lowFrequency],
    124: [.center, .left, .right, .leftSurround, .rightSurround, .lowFrequency],
    187: [.left, .right, .center, .lowFrequency, .leftRear, .rightRear],
    213: [.left, .center, .right, .leftRear, .rightRear, .lowFrequency],
    217: [.left, .right, .leftRear, .rightRear, .center, .lowFrequency],
    139: [.left, .right, .leftSurround, .rightSurround, .center, .centerSurround],
    110: [.left, .right, .leftSurround, .rightSurround, .center, .centerSurround],
    141: [.center, .left, .right, .leftSurround, .rightSurround, .centerSurround],
    155: [.left, .center, .right, .leftSurround, .rightSurround, .centerSurround],
    170: [.leftCenter, .rightCenter, .left, .right, .leftSurround, .rightSurround],
    171: [.center, .left, .right, .leftRear, .rightRear, .topCenterSurround],
    172: [.center, .centerSurround, .left, .right, .leftRear, .rightRear],
    198: [.left, .right, .leftSurround, .rightSurround, .centerSurround, .center],
    125: [.left, .right, .center, .lowFrequency, .leftSurround, .rightSurround, .centerSurround],
    218: [.left, .right, .leftSurround, .rightSurround, .center, .centerSurround, .lowFrequency],
    142: [.center, .left, .right, .leftSurround, .rightSurround, .centerSurround, .lowFrequency],
    157: [.left, .center, .right, .leftSurround, .rightSurround, .lowFrequency, .centerSurround],
    158: [
      .left, .center, .right, .leftSurround, .rightSurround, .lowFrequency, .topCenterSurround,
    ],
    159: [.left, .center, .right, .leftSurround, .rightSurround, .lowFrequency, .centerHeight],
    173: [.leftCenter, .rightCenter, .left, .right, .leftSurround, .rightSurround, .lowFrequency],
    174: [.center, .left, .right, .leftRear, .rightRear, .topCenterSurround, .lowFrequency],
    175: [.center, .centerSurround, .left, .right, .leftRear, .rightRear, .lowFrequency],
    182: [.center, .left, .right, .leftSurround, .rightSurround, .lowFrequency, .centerSurround],
    188: [.left, .right, .center, .lowFrequency, .centerSurround, .leftSurround, .rightSurround],
    199: [.left, .right, .leftSurround, .rightSurround, .centerSurround, .center, .lowFrequency],
    200: [.left, .center, .right, .leftSurround, .centerSurround, .rightSurround, .lowFrequency],
    214: [.left, .center, .right, .leftSurround, .rightSurround, .centerSurround, .lowFrequency],
    140: [.left, .right, .leftSurround, .rightSurround, .center, .leftRear, .rightRear],
    148: [.left, .right, .leftSurround, .rightSurround, .center, .leftCenter, .rightCenter],
    143: [.center, .left, .right, .leftSurround, .rightSurround, .leftRear, .rightRear],
    156: [.left, .center, .right, .leftSurround, .rightSurround, .leftRear, .rightRear],
    176: [.leftCenter, .center, .rightCenter, .left, .right, .leftSurround, .rightSurround],
    126: [
      .left, .right, .center, .lowFrequency, .leftSurround, .rightSurround, .leftCenter,
      .rightCenter,
    ],
    127: [
      .center, .leftCenter, .rightCenter, .left, .right, .leftSurround, .rightSurround,
      .lowFrequency,
    ],
    128: [
      .left, .right, .center, .lowFrequency, .leftSurround, .rightSurround, .leftRear, .rightRear,
    ],
    219: [
      .left, .right, .leftRear, .rightRear, .leftSurround, .rightSurround, .center, .lowFrequency,
    ],
    129: [
      .left, .right, .leftSurround, .rightSurround, .center, .lowFrequency, .leftCenter,
      .rightCenter,
    ],
    130: [
      .left, .right, .center, .lowFrequency, .leftSurround, .rightSurround, .leftTotal, .rightTotal,
    ],
    183: [
      .center, .left, .right, .leftSurround, .rightSurround, .leftRear, .rightRear, .lowFrequency,
    ],
    184: [
      .center, .left, .right, .leftSurround, .rightSurround, .lowFrequency, .leftHeight,
      .rightHeight,
    ],
    144: [
      .center, .left, .right, .leftSurround, .rightSurround, .leftRear, .rightRear, .centerSurround,
    ],
    160: [
      .left, .center, .right, .leftSurround, .rightSurround, .lowFrequency, .leftRear, .rightRear,
    ],
    161: [
      .left, .center, .right, .leftSurround, .rightSurround, .lowFrequency, .leftCenter,
      .rightCenter,
    ],
    162: [
      .left, .center, .right, .leftSurround, .rightSurround, .lowFrequency, .leftSurroundDirect,
      .rightSurroundDirect,
    ],
    163: [
      .left, .center, .right, .leftSurround, .rightSurround, .lowFrequency, .leftWide, .rightWide,
    ],
    164: [
      .left, .center, .right, .leftSurround, .rightSurround, .lowFrequency, .leftHeight,
      .rightHeight,
    ],
    165: [
      .left, .center, .right, .leftSurround, .rightSurround, .lowFrequency, .centerSurround,
      .topCenterSurround,
    ],
    166: [
      .left, .center, .right, .leftSurround, .rightSurround, .lowFrequency, .centerSurround,
      .centerHeight,
    ],
    167: [
      .left, .center, .right, .leftSurround, .rightSurround, .lowFrequency, .topCenterSurround,
      .centerHeight,
    ],
    177: [
      .leftCenter, .center, .rightCenter, .left, .right, .leftSurround, .rightSurround,
      .lowFrequency,
    ],
    178: [
      .leftCenter, .rightCenter, .left, .right, .leftSurround, .rightSurround, .leftRear,
      .rightRear,
    ],
    179: [
      .leftCenter, .center, .rightCenter, .left, .right, .leftSurround, .centerSurround,
      .rightSurround,
    ],
    189: [
      .left, .right, .center, .lowFrequency, .leftRear, .rightRear, .leftSurround, .rightSurround,
    ],
    201: [
      .left, .right, .leftSurround, .rightSurround, .leftRear, .rightRear, .center, .lowFrequency,
    ],
    215: [
      .left, .center, .right, .leftSurround, .rightSurround, .leftRear, .rightRear, .lowFrequency,
    ],
    180: [
      .leftCenter, .rightCenter, .left, .right, .leftSurround, .rightSurround, .leftRear,
      .rightRear, .lowFrequency,
    ],
    181: [
      .leftCenter, .center, .rightCenter, .left, .right, .leftSurround, .centerSurround,
      .rightSurround, .lowFrequency,
    ],
    194: [
      .left, .right, .center, .lowFrequency, .leftSurround, .rightSurround, .leftTopMiddle,
      .rightTopMiddle,
    ],
    195: [
      .left, .right, .center, .lowFrequency, .leftSurround, .rightSurround, .leftHeight,
      .rightHeight, .leftTopRear, .rightTopRear,
    ],
    196: [
      .left, .right, .center, .lowFrequency, .leftSurround, .rightSurround, .leftRear, .rightRear,
      .leftTopMiddle, .rightTopMiddle,
    ],
    192: [
      .left, .right, .center, .lowFrequency, .leftSurround, .rightSurround, .leftRear, .rightRear,
      .leftHeight, .rightHeight, .leftTopRear, .rightTopRear,
    ],
    193: [
      .left, .right, .center, .lowFrequency, .leftSurround, .rightSurround, .leftRear, .rightRear,
      .leftWide, .rightWide, .leftHeight, .rightHeight, .leftTopMiddle, .rightTopMiddle,
      .leftTopRear, .rightTopRear,
    ],
    203: [
      .left, .right, .center, .lowFrequency, .leftSurround, .rightSurround, .leftRear, .rightRear,
      .leftHeight, .rightHeight, .leftTopMiddle, .rightTopMiddle, .leftTopRear, .rightTopRear,
    ],
    145: [
      .left, .right, .center, .centerHeight, .leftSurroundDirect, .rightSurroundDirect,
      .leftSurround, .rightSurround, .leftHeight, .rightHeight, .leftWide, .rightWide,
      .centerSurroundDirect, .centerSurround, .lowFrequency, .secondLowFrequency,
    ],
    146: [
      .left, .right, .center, .centerHeight, .leftSurroundDirect, .rightSurroundDirect,
      .leftSurround, .rightSurround, .leftHeight, .rightHeight, .leftWide, .rightWide,
      .centerSurroundDirect, .centerSurround, .lowFrequency, .secondLowFrequency, .leftCenter,
      .rightCenter, .hearingImpaired, .narration, .haptic,
    ],
  ]

  /// The channel counts of layout numbers whose order is unknown.
  static let unordered: [UInt32: Int] = [
    111: 8, 112: 8, 202: 12, 204: 24, 205: 8, 206: 12, 207: 10,
    208: 12, 209: 14, 210: 12, 211: 14,
  ]

  /// The simplest layout numbers, if several have the same order.
  static let plainest: [UInt32] = [101, 108, 118, 139]
}
