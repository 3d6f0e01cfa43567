package import AudioToolbox

/// A channel layout as it is written at the shell: `MPEG_5_1_D`, `kAudioChannelLayoutTag_Stereo`, `0x650002`.
package struct ChannelLayoutName: Equatable, Sendable {
  /// The tag; of some the lower half, the number of channels, is open.
  private let tag: AudioChannelLayoutTag
  /// How it was written.
  private let text: String

  private static let prefix = "kAudioChannelLayoutTag_"

  /// The short names of all layouts, in alphabetical order.
  package static var names: [String] { tags.keys.sorted() }

  /// Reads a name, or a number, which may be hexadecimal behind `0x`.
  ///
  /// - Throws: ``ToolFailure`` where it is none.
  package init(_ text: String) throws(ToolFailure) {
    let name = text.hasPrefix(Self.prefix) ? String(text.dropFirst(Self.prefix.count)) : text
    let number = text.hasPrefix("0x") ? UInt32(text.dropFirst(2), radix: 16) : UInt32(text)
    // What a bitmap or descriptions say is not said by a tag.
    guard let tag = Self.tags[name] ?? number, tag > kAudioChannelLayoutTag_UseChannelBitmap else {
      throw ToolFailure("-l \(text): no channel layout that is known")
    }
    self.tag = tag
    self.text = text
  }

  /// How many channels it has; `nil` where that is open.
  package var channelCount: UInt32? {
    let count = AudioChannelLayoutTag_GetNumberOfChannels(tag)
    return count > 0 ? count : nil
  }

  /// The layout of a file with so many channels.
  ///
  /// - Throws: ``ToolFailure`` where it has another number.
  package func layout(channelCount: UInt32) throws(ToolFailure) -> AudioChannelLayout {
    guard self.channelCount ?? channelCount == channelCount, channelCount <= 0xFFFF else {
      throw ToolFailure(
        "-l \(text): has \(self.channelCount ?? 0) channels, not \(channelCount)")
    }
    var layout = AudioChannelLayout()
    layout.mChannelLayoutTag = tag | channelCount
    return layout
  }
}
