internal import AudioDevices
internal import AudioModel
internal import AudioProcessing

/// Converts interleaved frames to another rate and another number of channels.
final class FrameMatcher {
  let source: DeviceFormat
  private let mixer: ChannelMixer?
  private let converter: RateConverter
  private let channelCount: Int

  init(from source: DeviceFormat, to target: DeviceFormat) {
    self.source = source
    channelCount = target.channelCount
    let levels = Downmix.levels(from: nil, source.channelCount, to: nil, target.channelCount)
    mixer =
      source.channelCount == target.channelCount
      ? nil
      : ChannelMixer(levels: levels, from: source.channelCount, to: target.channelCount)
    converter = RateConverter(
      from: source.sampleRate, to: target.sampleRate, channelCount: target.channelCount,
      RateSettings())
  }

  /// Converts frames, and returns those that are ready.
  func convert(_ samples: [Float]) throws(RateError) -> [Float] {
    let mixed = mixer?.mix(samples) ?? samples
    try converter.feed(mixed.span)
    return taken()
  }

  /// Returns the remaining frames.
  func finish() throws(RateError) -> [Float] {
    try converter.finish()
    return taken()
  }

  private func taken() -> [Float] {
    let count = converter.readyCount
    let first = converter.firstReady * channelCount
    let samples = Array(converter.ready[first..<first + count * channelCount])
    converter.take(count)
    return samples
  }
}
