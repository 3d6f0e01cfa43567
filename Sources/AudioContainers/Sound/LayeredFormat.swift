package import AudioModel

/// One of the formats that a layered codec can be decoded to.
///
/// Corresponds to Core Audio's `AudioFormatListItem`.
package struct LayeredFormat: Hashable, Sendable {
  package var format: StreamFormat
  package var channelLayout: ChannelLayout?

  package init(format: StreamFormat, channelLayout: ChannelLayout? = nil) {
    self.format = format
    self.channelLayout = channelLayout
  }
}
