internal import AudioCodecs
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

  /// Sets the levels of the mixer.
  func setMixLevels(_ bytes: [UInt8]) throws(StatusError) {
    guard let words = Self.words(bytes),
      let mixer = ChannelMixer(
        levels: words.map { Float(bitPattern: $0) }, from: converter.input.channelCount,
        to: converter.output.channelCount)
    else { throw StatusError(kAudioConverterErr_BadPropertySizeError) }
    converter.arrangement.mixesDown = false
    converter.mixer = mixer
  }

  /// The levels of the mixer, or the equivalent of the channel map.
  var mixLevels: [Float] {
    if let mixer = converter.mixer { return mixer.levels }
    let map = converter.channelMap
    return (0..<converter.input.channelCount).flatMap { source in
      map.map { $0 == source ? 1 : 0 }
    }
  }

  /// Sets the channel layout of the output.
  func setOutputLayout(_ bytes: [UInt8]) throws(StatusError) {
    let layout = try Self.layout(bytes, converter.output.channelCount)
    do throws(CodecError) {
      try converter.setOutputLayout(layout)
    } catch {
      throw error == .alreadyBegun ? StatusError(error) : StatusError(kAudio_ParamError)
    }
  }

  /// The client's channel layout, or otherwise the unambiguous one for the channel count.
  static func layout(
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
