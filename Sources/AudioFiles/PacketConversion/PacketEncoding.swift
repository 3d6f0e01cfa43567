internal import AudioCodecs
internal import AudioModel
internal import AudioProcessing

/// Encodes the frames of a conversion.
final class PacketEncoding {
  private var state: EncodingState
  private let maker: FrameMaker
  private let route: SampleRoute
  /// Whether frames after the last whole packet wait for another input instead of an own packet.
  var keepsLastFrames = false
  /// Interleaved frames of an earlier input, which precede those of the maker.
  ///
  /// They are less than a packet. Integers of more than 24 bits are rounded here.
  private var waiting: [Float] = []

  init(_ encoder: any PacketEncoder, _ maker: FrameMaker) {
    state = EncodingState(encoder)
    self.maker = maker
    route = maker.route
  }

  var encoder: any PacketEncoder { state.encoder }
  var settings: EncoderSettings { state.settings }
  /// Whether frames have been encoded.
  var hasFrames: Bool { state.frameCount > 0 }

  /// Frames at both ends of the packets so far that are not part of the recording.
  var trim: FrameTrim {
    let priming = encoder.primingFrames
    return FrameTrim(
      primingFrames: priming, validFrames: UInt64(state.frameCount),
      remainderFrames: max(0, state.packetFrameCount - priming - state.frameCount))
  }

  /// Discards all packets, for a new stream of the same format.
  func reset() {
    state.reset()
    waiting = []
  }

  /// Continues the packets of another input.
  func continuePackets(of other: PacketEncoding) {
    state = other.state
    waiting = other.waiting
  }

  /// Changes the encoder's settings.
  ///
  /// A stream that has begun continues.
  ///
  /// - Throws: ``CodecError``, without any change.
  func change(to settings: EncoderSettings) throws(CodecError) {
    try state.change(to: settings)
    route.output = encoder.format
  }

  /// Changes the encoder's sample rate, for a new stream.
  ///
  /// - Parameter sampleRate: The rate in hertz.
  /// - Throws: ``CodecError`` if the encoder rejects the rate.
  func setSampleRate(_ sampleRate: Double) throws(CodecError) {
    let output = route.output
    var wanted = output
    wanted.sampleRate = sampleRate
    // The packet duration of Opus is fixed. Other packet lengths depend on the rate.
    let frames = Double(output.framesPerPacket) * sampleRate / output.sampleRate
    wanted.framesPerPacket = output.formatID == .opus ? Int(frames.rounded()) : 0
    guard SampleRoute.canConvert(route.input.sampleRate, to: sampleRate) else {
      throw .unsupportedFormat
    }
    let encoder = try EncoderFactory.makeEncoder(format: wanted, settings)
    try route.setOutput(encoder.format)
    state = EncodingState(encoder, settings)
  }

  // MARK: Encoding

  /// Encodes packets.
  ///
  /// If the rate changes, the call takes the input that corresponds to the packets.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of packets.
  ///   - capacity: The maximum number of bytes.
  ///   - source: The source of input packets.
  /// - Returns: The encoded packets. The error is `channelsWithoutPlace` if some channels have
  ///   unsupported loudspeakers and no map or mixer assigns them.
  func encode(_ limit: Int, capacity: Int, from source: any PacketInput) -> EncodeResult {
    var result = EncodeResult()
    guard limit > 0 else { return result }
    let isSingle = encoder.format.framesPerPacket == 1
    do throws(CodecError) {
      guard !route.isMisplaced else { throw .channelsWithoutPlace }
      result.stop = try encodeUntilReady(
        limit, portion: isSingle ? 4096 : encoder.framesPerCall, isSingle: isSingle, from: source)
    } catch {
      result.stop = .codec(error)
    }
    result.packets = state.packets.take(limit, capacity: capacity)
    let count = result.packets.packets.count
    if count == limit { result.stop = nil }
    if count < limit, !state.packets.packets.isEmpty {
      result.stop = nil
      result.isOutOfRoom = true
    }
    return result
  }

  private func encodeUntilReady(
    _ limit: Int, portion: Int, isSingle: Bool, from source: any PacketInput
  ) throws(CodecError) -> FillResult.Stop? {
    let (floats, integers, width) = (route.floats, route.integers, route.output.channelCount)
    let rate = floats.rate
    let finished = state.packets.packets.count
    if route.input.sampleRate != route.output.sampleRate, finished < limit {
      rate.ask(for: (limit - finished) * portion)
    }
    defer { rate.forgetMissing() }
    while true {
      let missing = limit - state.packets.packets.count
      guard missing > 0 else {
        guard rate.missingFrames > 0, !floats.isFinished else { return nil }
        if let stop = maker.advance(0, from: source) { return stop }
        continue
      }
      let wanted = isSingle ? min(missing, portion) : portion
      let isInteger = canEncodeIntegers
      route.keepsIntegers = isInteger
      if !isInteger, integers.readyCount > 0 { try feedIntegersAsFloats() }
      let readyCount =
        isInteger ? integers.readyCount / width : waiting.count / width + rate.readyCount
      let isLast = floats.isFinished && !keepsLastFrames && readyCount > 0
      if readyCount >= wanted || isLast {
        let count = min(wanted, readyCount)
        if isInteger { try encodeIntegers(count * width) } else { try encodeFloats(count * width) }
      } else if floats.isFinished {
        if keepsLastFrames { keepReadyFrames() }
        guard !keepsLastFrames, !state.isFinished else { return .end }
        try state.finish()
      } else if let stop = maker.advance(wanted - readyCount, from: source) {
        return stop
      }
    }
  }

  private func encodeFloats(_ count: Int) throws(CodecError) {
    let rate = route.floats.rate
    let width = route.output.channelCount
    let first = rate.firstReady * width
    let ready = rate.ready
    let earlierCount = min(count, waiting.count)
    if earlierCount == 0 {
      try state.encode(ready.span.extracting(first..<first + count))
    } else {
      let samples = waiting[..<earlierCount] + ready[first..<first + count - earlierCount]
      waiting.removeFirst(earlierCount)
      try state.encode(Array(samples).span)
    }
    rate.take((count - earlierCount) / width)
  }

  /// Keeps the frames that do not fill a packet.
  private func keepReadyFrames() {
    let rate = route.floats.rate
    let width = route.output.channelCount
    let range = rate.firstReady * width..<(rate.firstReady + rate.readyCount) * width
    waiting += rate.ready[range] + route.integers.takeReadyFloats()
    rate.take(rate.readyCount)
  }

  private func encodeIntegers(_ count: Int) throws(CodecError) {
    let integers = route.integers
    let ready = integers.ready
    let first = integers.firstReady
    try state.encode(ready.span.extracting(first..<first + count))
    integers.take(count)
  }

  /// Converts buffered integers to Float32.
  private func feedIntegersAsFloats() throws(CodecError) {
    let samples = route.integers.takeReadyFloats()
    do throws(RateError) {
      try route.floats.rate.feed(samples.span)
    } catch {
      throw CodecError(error)
    }
  }

  /// Whether the encoder can receive integers: the input supplies them, and only channels move.
  private var canEncodeIntegers: Bool {
    route.mixer == nil && route.input.sampleRate == route.output.sampleRate && waiting.isEmpty
      && route.floats.rate.readyCount == 0 && encoder is any IntegerPacketEncoder
      && (route.integers.readsIntegers || maker.decoding?.holder.integerDecoder != nil)
  }
}
