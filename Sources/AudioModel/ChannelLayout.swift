/// The speaker of each channel, with the information of Core Audio's `AudioChannelLayout`.
package struct ChannelLayout: Hashable, Sendable {
  /// A Core Audio layout tag.
  ///
  /// 1 << 16 (`UseChannelBitmap`) means ``bitmap``, and 0 (`UseChannelDescriptions`) means
  /// ``descriptions``.
  package var tag: UInt32
  /// One bit per speaker if the tag is `UseChannelBitmap`.
  ///
  /// The lowest bit is the first channel.
  package var bitmap: UInt32
  /// The channels in order, if the tag is `UseChannelDescriptions`.
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

  /// Returns the layout for a channel count, if only one is plausible.
  package static func unambiguous(channels: Int) -> ChannelLayout? {
    switch channels {
    case 1: .mono
    case 2: .stereo
    default: nil
    }
  }

  /// Creates a layout from a `WAVEFORMATEXTENSIBLE` channel mask, whose bits equal Core Audio's.
  package static func bitmap(_ bits: UInt32) -> ChannelLayout {
    ChannelLayout(tag: 1 << 16, bitmap: bits)
  }
}
