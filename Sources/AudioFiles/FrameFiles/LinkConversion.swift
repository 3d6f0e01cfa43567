internal import AudioCodecs
internal import AudioContainers
internal import AudioModel
internal import AudioProcessing

/// Converts the frames of a chain's link to the channels and rate of the first link.
///
/// A single channel plays on both sides of stereo. Other channels map to the same loudspeakers if
/// they exist. Otherwise, they are mixed into the adjacent ones.
struct LinkConversion {
  private let channelCount: Int
  private let mixer: ChannelMixer?
  private let map: [Int?]?
  private let inputChannelCount: Int
  private let rate: RateConverter?
  /// Frames to drop at the start, at the rate of the first link.
  var framesToDrop = 0

  /// Returns whether a link can be converted to the format of the first one.
  ///
  /// A packet is converted in one step, so the conversion must limit the number of its samples.
  static func canConvert(_ link: StreamFormat, to first: StreamFormat) -> Bool {
    guard link.sampleRate > 0, first.sampleRate > 0 else { return false }
    guard link.sampleRate != first.sampleRate else { return true }
    return link.sampleRate <= first.sampleRate * RateConverter.greatestRatio
      && first.sampleRate / link.sampleRate * Double(first.channelCount) <= greatestGrowth
  }

  /// The maximum number of samples from one frame of a link.
  private static let greatestGrowth = 256.0

  /// Creates a conversion of interleaved Float32.
  init(from info: ContainerInfo, to format: StreamFormat, _ layout: ChannelLayout?) {
    let input = info.format
    channelCount = format.channelCount
    inputChannelCount = input.channelCount
    if input.channelCount == channelCount {
      mixer = nil
      var arrangement = ChannelArrangement()
      arrangement.input = info.channelLayout
      arrangement.output = layout
      let places = arrangement.map(channelCount, to: channelCount)
      map = places == (0..<channelCount).map { $0 } ? nil : places
    } else {
      map = nil
      mixer = ChannelMixer(
        levels: Self.levels(from: info, to: channelCount, layout), from: input.channelCount,
        to: channelCount)
    }
    rate =
      input.sampleRate == format.sampleRate
      ? nil
      : RateConverter(
        from: input.sampleRate, to: format.sampleRate, channelCount: channelCount, RateSettings())
  }

  private static func levels(
    from info: ContainerInfo, to count: Int, _ layout: ChannelLayout?
  ) -> [Float] {
    guard info.format.channelCount == 1, count == 2 else {
      return Downmix.levels(
        from: info.channelLayout, info.format.channelCount, to: layout, count)
    }
    return [1, 1]
  }

  /// Converts some of the frames of a link.
  mutating func convert(
    _ link: [Float], _ frames: Range<Int>, into samples: inout [Float]
  ) throws(CodecError) {
    let places = frames.lowerBound * inputChannelCount..<frames.upperBound * inputChannelCount
    var moved: [Float] = []
    if let map {
      Remapping.append(link.span.extracting(places), of: inputChannelCount, by: map, to: &moved)
    } else {
      moved = Array(link[places])
    }
    if let mixer { moved = mixer.mix(moved) }
    guard let rate else {
      let dropped = min(framesToDrop, moved.count / channelCount)
      framesToDrop -= dropped
      samples += moved[(dropped * channelCount)...]
      return
    }
    do throws(RateError) {
      try rate.feed(moved.span)
    } catch {
      throw CodecError(error)
    }
    take(from: rate, into: &samples)
  }

  /// Outputs the buffered frames.
  mutating func finish(into samples: inout [Float]) throws(CodecError) {
    guard let rate else { return }
    do throws(RateError) {
      try rate.finish()
    } catch {
      throw CodecError(error)
    }
    take(from: rate, into: &samples)
  }

  private mutating func take(from rate: RateConverter, into samples: inout [Float]) {
    let count = rate.readyCount
    let dropped = min(framesToDrop, count)
    framesToDrop -= dropped
    let first = rate.firstReady
    samples += rate.ready[(first + dropped) * channelCount..<(first + count) * channelCount]
    rate.take(count)
  }
}
