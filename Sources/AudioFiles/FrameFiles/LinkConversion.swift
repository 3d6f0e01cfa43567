internal import AudioCodecs
internal import AudioContainers
internal import AudioModel
internal import AudioProcessing

/// Brings the frames of one link of a chain to the channels and the rate of the first.
///
/// A single channel is heard from both sides. Other channels go to their like; those that have no like are mixed into the
/// ones beside them.
struct LinkConversion {
  private let channelCount: Int
  private let mixer: ChannelMixer?
  private let map: [Int?]?
  private let inputChannelCount: Int
  private let rate: RateConverter?
  /// Frames to leave out at the start, at the rate of the first link.
  var framesToDrop = 0

  /// Whether a link can be brought to the format of the first.
  ///
  /// A packet becomes samples in one step, whose number has to stay bounded.
  static func canConvert(_ link: StreamFormat, to first: StreamFormat) -> Bool {
    guard link.sampleRate > 0, first.sampleRate > 0 else { return false }
    guard link.sampleRate != first.sampleRate else { return true }
    return link.sampleRate <= first.sampleRate * RateConverter.greatestRatio
      && first.sampleRate / link.sampleRate * Double(first.channelCount) <= greatestGrowth
  }

  /// Samples that a frame of a link may become at most.
  private static let greatestGrowth = 256.0

  /// Makes a conversion of interleaved Float32.
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

  /// Gives what is held back.
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
