package import AudioToolbox

/// A channel layout in command line form: `MPEG_5_1_D`, `kAudioChannelLayoutTag_Stereo`,
/// `0x650002`.
package struct ChannelLayoutName: Equatable, Sendable {
  /// The tag; the number of channels in its lower half may be open.
  private let tag: AudioChannelLayoutTag
  /// The original text.
  private let text: String

  private static let prefix = "kAudioChannelLayoutTag_"

  /// The short names of all layouts, in alphabetical order.
  package static var names: [String] { tags.keys.sorted() }

  /// The short name of a layout; `nil` if it has none.
  ///
  /// Some layouts have several names: that of MPEG comes first, those of audio units, DVDs and
  /// Logic last.
  package static func name(of tag: AudioChannelLayoutTag) -> String? {
    let names = tags.filter { $0.value == tag }.keys.sorted()
    let last = ["AudioUnit_", "DVD_", "Logic_"]
    return names.first { $0.hasPrefix("MPEG_") }
      ?? names.first { name in !last.contains { name.hasPrefix($0) } } ?? names.first
  }

  /// Reads a name, or a number, which may be hexadecimal with the prefix `0x`.
  ///
  /// - Throws: ``ToolFailure`` if the layout is unknown.
  package init(_ text: String) throws(ToolFailure) {
    let name = text.hasPrefix(Self.prefix) ? String(text.dropFirst(Self.prefix.count)) : text
    let number = text.hasPrefix("0x") ? UInt32(text.dropFirst(2), radix: 16) : UInt32(text)
    // A tag alone cannot define a bitmap or descriptions.
    guard let tag = Self.tags[name] ?? number, tag > kAudioChannelLayoutTag_UseChannelBitmap else {
      throw ToolFailure("-l \(text): unknown channel layout")
    }
    self.tag = tag
    self.text = text
  }

  /// The number of channels; `nil` if it is open.
  package var channelCount: UInt32? {
    let count = AudioChannelLayoutTag_GetNumberOfChannels(tag)
    return count > 0 ? count : nil
  }

  /// The layout for a file with a number of channels.
  ///
  /// - Parameters:
  ///   - channelCount: The number of channels.
  ///   - owner: What has the channels, such as "output", for the reason of a failure.
  /// - Returns: The layout, with an open number of channels filled in.
  /// - Throws: ``ToolFailure`` if the layout has another number of channels.
  package func layout(
    channelCount: UInt32, of owner: String
  ) throws(ToolFailure) -> AudioChannelLayout {
    guard self.channelCount ?? channelCount == channelCount, channelCount <= 0xFFFF else {
      throw ToolFailure(
        "-l \(text): the layout has \(self.channelCount ?? 0) channels, but the \(owner) has "
          + "\(channelCount)")
    }
    var layout = AudioChannelLayout()
    layout.mChannelLayoutTag = tag | channelCount
    return layout
  }
}
