package import AudioCodecs
package import AudioModel
internal import AudioProcessing

/// The encoder.
extension PacketConverter {
  /// Whether the output is encoded.
  package var isEncoding: Bool { encoding != nil }

  /// The encoder's settings.
  package var encoderSettings: EncoderSettings { encoding?.settings ?? EncoderSettings() }

  /// Changes the encoder's settings.
  ///
  /// A stream that has begun continues.
  ///
  /// - Throws: ``CodecError`` if the encoder rejects the settings. The error is `alreadyBegun` if a
  ///   decoder of the stream could not follow the change. Nothing has changed in that case.
  package func setEncoderSettings(_ settings: EncoderSettings) throws(CodecError) {
    guard encoding?.settings != settings else { return }
    try encoding?.change(to: settings)
    arrangement.output = encoderLayout ?? arrangement.output
  }

  /// Changes the encoder's sample rate.
  ///
  /// - Parameter sampleRate: The rate in hertz.
  /// - Throws: ``CodecError`` if the encoder rejects the rate. Nothing has changed in that case.
  package func setEncoderRate(_ sampleRate: Double) throws(CodecError) {
    guard let encoding else { return }
    try encoding.setSampleRate(sampleRate)
    reset()
  }

  /// Sets the output's channel layout.
  ///
  /// An encoder with a fixed channel order uses that order for the same loudspeakers. If the layout
  /// names no loudspeakers, the encoder uses those of the input or its own choice.
  ///
  /// - Parameter layout: A layout with the output's channel count.
  /// - Throws: ``CodecError`` if the encoder does not support the loudspeakers, or has begun with
  ///   others.
  package func setOutputLayout(_ layout: ChannelLayout) throws(CodecError) {
    guard let own = encoderLayout, let abilities = EncoderFactory.abilities(of: output.formatID)
    else { return arrangement.output = layout }
    guard layout.namesLoudspeakers else {
      isOutputLayoutAsked = false
      return setInputLayout(arrangement.input)
    }
    if try abilities.layout(output.channelCount, layout) != own {
      var settings = encoderSettings
      settings.channelLayout = layout
      try setEncoderSettings(settings)
    }
    isOutputLayoutAsked = true
  }

  /// Sets the input's channel layout.
  ///
  /// An encoder that has not begun uses the same loudspeakers, if it supports them and no others
  /// were requested. Unsupported loudspeakers cause an error only on encoding, because a later
  /// mixer or map may replace them.
  package func setInputLayout(_ layout: ChannelLayout?) {
    arrangement.input = layout
    guard let own = encoderLayout, !isOutputLayoutAsked, encoding?.hasFrames == false,
      let abilities = EncoderFactory.abilities(of: output.formatID),
      let best = try? abilities.layout(output.channelCount, layout), best != own
    else { return }
    var settings = encoderSettings
    settings.channelLayout = best
    try? setEncoderSettings(settings)
  }

  /// Whether the encoder keeps an incomplete last packet for another converter.
  ///
  /// Otherwise the end of the input completes the packet.
  var keepsLastFrames: Bool {
    get { encoding?.keepsLastFrames ?? false }
    set { encoding?.keepsLastFrames = newValue }
  }

  /// Continues the packets of a converter with the same encoder.
  func continueEncoding(of other: PacketConverter) {
    guard let encoding, let earlier = other.encoding else { return }
    encoding.continuePackets(of: earlier)
    isOutputLayoutAsked = other.isOutputLayoutAsked
  }

  /// The encoder's channel order, or `nil` if the encoder accepts any order.
  package var encoderLayout: ChannelLayout? { encoding?.encoder.channelLayout }

  /// The configuration that a decoder of the output needs.
  package var outputMagicCookie: [UInt8] { encoding?.encoder.magicCookie ?? [] }

  /// The encoder's bits per second, or 0 if the rate is not selectable.
  package var bitRate: Int { encoding?.encoder.bitRate ?? 0 }

  /// The maximum bytes of an output packet.
  package var maximumOutputPacketSize: Int {
    encoding?.encoder.maximumPacketSize ?? output.bytesPerPacket
  }

  /// Frames at both ends of the packets so far that are not part of the recording.
  package var encoderTrim: FrameTrim? { encoding?.trim }
}
