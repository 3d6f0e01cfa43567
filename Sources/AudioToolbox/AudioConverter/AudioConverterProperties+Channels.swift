internal import AudioModel
internal import AudioFiles
internal import AudioProcessing
internal import CoreAudioTypes

// The channel properties.
extension AudioConverterObject {
  /// Sets the channel map.
  func setChannelMap(_ bytes: [UInt8]) throws(StatusError) {
    guard let words = Self.words(bytes), words.count == converter.output.channelCount else {
      throw StatusError(kAudioConverterErr_BadPropertySizeError)
    }
    var map: [Int?] = []
    for word in words {
      let channel = Int(Int32(bitPattern: word))
      guard channel >= -1, channel < converter.input.channelCount else {
        throw StatusError(kAudio_ParamError)
      }
      map.append(channel == -1 ? nil : channel)
    }
    converter.arrangement.mixesDown = false
    converter.channelMap = map
    converter.mixer = nil
  }

  /// The client's channel layout, or otherwise the unambiguous one for the channel count.
  func layout(
    _ layout: ChannelLayout?, _ channelCount: Int
  ) throws(StatusError) -> ChannelLayout {
    guard let layout = layout ?? .unambiguous(channels: channelCount) else {
      throw StatusError(kAudioConverterErr_PropertyNotSupported)
    }
    return layout
  }

  /// A channel layout set by a client.
  static func layout(
    _ bytes: [UInt8], _ channelCount: Int
  ) throws(StatusError) -> ChannelLayout {
    guard let layout = ChannelLayout(bytes: bytes) else {
      throw StatusError(kAudioConverterErr_BadPropertySizeError)
    }
    guard layout.channelCount == channelCount else { throw StatusError(kAudio_ParamError) }
    return layout
  }
}
