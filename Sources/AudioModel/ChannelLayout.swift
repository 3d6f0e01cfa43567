/// Which channel feeds which speaker: the facts of Core Audio's `AudioChannelLayout`.
package struct ChannelLayout: Hashable, Sendable {
  /// A layout tag of Core Audio; 1 << 16 (`UseChannelBitmap`) where ``bitmap`` tells, and 0
  /// (`UseChannelDescriptions`) where ``descriptions`` do.
  package var tag: UInt32
  /// A bit for each speaker, lowest first in channel order, where the tag is `UseChannelBitmap`.
  package var bitmap: UInt32
  /// One for each channel, in channel order, where the tag is `UseChannelDescriptions`.
  package var descriptions: [ChannelDescription]

  package init(tag: UInt32, bitmap: UInt32 = 0, descriptions: [ChannelDescription] = []) {
    self.tag = tag
    self.bitmap = bitmap
    self.descriptions = descriptions
  }

  /// One channel.
  package static let mono = ChannelLayout(tag: 100 << 16 | 1)
  /// Left and right.
  package static let stereo = ChannelLayout(tag: 101 << 16 | 2)

  /// The layout where the count leaves no choice.
  package static func unambiguous(channels: Int) -> ChannelLayout? {
    switch channels {
    case 1: .mono
    case 2: .stereo
    default: nil
    }
  }

  /// The speakers of a `WAVEFORMATEXTENSIBLE` channel mask, whose bits are Core Audio's.
  package static func bitmap(_ bits: UInt32) -> ChannelLayout {
    ChannelLayout(tag: 1 << 16, bitmap: bits)
  }
}
