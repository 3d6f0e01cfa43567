package import AudioModel

extension AudioSpecificConfig {
  /// Describes the frames after an ADTS header.
  package init(_ header: ADTSHeader) {
    self.init(
      objectType: header.objectType, sampleRate: header.sampleRate,
      channelConfiguration: header.channelConfiguration)
  }

  /// Describes low-complexity AAC of a format, for streams without a configuration.
  package init(lowComplexity format: StreamFormat) {
    // High efficiency decodes to twice the rate.
    let isDoubled = format.formatID != .mpeg4AAC
    self.init(
      objectType: 2, sampleRate: Int(format.sampleRate) / (isDoubled ? 2 : 1),
      channelConfiguration: format.channelCount == 8 ? 7 : format.channelCount)
  }
}
