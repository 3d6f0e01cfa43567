package import AudioModel

/// The channels of an AC-3 frame, and the tables of its rates.
///
/// Source: ETSI TS 102 366, 4.4.1.3 (rates), table 4.13 (bit rates), table 4.3 (modes).
@usableFromInline
package struct AC3Program {
  /// The speakers, `acmod`.
  package var mode: Int
  package var hasLowFrequency: Bool

  package init(mode: Int, hasLowFrequency: Bool) {
    self.mode = mode
    self.hasLowFrequency = hasLowFrequency
  }

  /// Hertz, by `fscod`; `nil` for a reserved code.
  @inlinable
  package static func sampleRate(_ code: Int) -> Int? {
    switch code {
    case 0: 48_000
    case 1: 44_100
    case 2: 32_000
    default: nil
    }
  }

  /// Kilobits per second, by half of `frmsizecod`.
  @usableFromInline package static let kilobits = [
    32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
  ]

  package var channelCount: Int { [2, 1, 2, 3, 3, 4, 4, 5][mode & 7] + (hasLowFrequency ? 1 : 0) }

  /// Core Audio's tag for the order of ETSI TS 102 366, table 4.3.
  package var layout: ChannelLayout? {
    switch (mode, hasLowFrequency) {
    case (1, false): .mono
    case (2, false): .stereo
    case (3, false): ChannelLayout(tag: 150 << 16 | 3)
    case (4, false): ChannelLayout(tag: 131 << 16 | 3)
    case (5, false): ChannelLayout(tag: 151 << 16 | 4)
    case (6, false): ChannelLayout(tag: 132 << 16 | 4)
    case (7, false): ChannelLayout(tag: 119 << 16 | 5)
    case (1, true): ChannelLayout(tag: 149 << 16 | 2)
    case (2, true): ChannelLayout(tag: 133 << 16 | 3)
    case (3, true): ChannelLayout(tag: 152 << 16 | 4)
    case (4, true): ChannelLayout(tag: 153 << 16 | 4)
    case (5, true): ChannelLayout(tag: 154 << 16 | 5)
    case (6, true): ChannelLayout(tag: 138 << 16 | 5)
    case (7, true): ChannelLayout(tag: 123 << 16 | 6)
    default: nil
    }
  }
}
