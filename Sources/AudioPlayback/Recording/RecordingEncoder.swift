internal import AudioFiles
internal import AudioCodecs
internal import AudioModel
internal import AudioProcessing

/// Converts captured frames to the rate and the layout or codec of a recorder.
final class RecordingEncoder {
  /// The output format, complete.
  let format: StreamFormat
  private let samples: SampleConverter?
  private var encoding: EncodingState?
  private var rate: RateConverter
  private var rateIn: Double
  /// Frames at the output's rate, interleaved, starting at ``firstReady``.
  private var ready: [Float] = []
  private var firstReady = 0
  private let isFloat64: Bool
  /// The device channel for each channel of the encoder; `nil` if the orders are equal.
  private var channelMap: [Int?]?
  private var tap: RecordingTap?

  /// Makes an encoder for frames with as many channels as the format.
  ///
  /// - Throws: ``CodecError`` if the format is unsupported.
  init(_ format: StreamFormat) throws(CodecError) {
    var output = format.completed
    guard output.sampleRate.isFinite, output.sampleRate > 0, output.channelCount > 0 else {
      throw .unsupportedFormat
    }
    if output.isLinearPCM {
      guard !output.pcmFlags.contains(.nonInterleaved) || output.channelCount == 1,
        let samples = SampleConverter(from: .interleavedFloats(like: output), to: output)
      else { throw .unsupportedFormat }
      self.samples = samples
    } else {
      let encoder = try EncoderFactory.makeEncoder(format: output)
      output = encoder.format
      encoding = EncodingState(encoder)
      samples = nil
    }
    isFloat64 = output.isLinearPCM && output.bitsPerChannel == 64
    self.format = output
    rateIn = output.sampleRate
    rate = Self.passing(output)
    channelMap = Self.channelMap(output.channelCount, to: encoding?.encoder.channelLayout)
  }

  /// Maps the channels of a device to a layout; `nil` if their orders are equal.
  ///
  /// The device has the order of WAVE, without gaps from its first speaker on.
  private static func channelMap(_ count: Int, to layout: ChannelLayout?) -> [Int?]? {
    guard count > 2, count <= 18, let layout else { return nil }
    var arrangement = ChannelArrangement()
    arrangement.input = .bitmap(UInt32(1) << UInt32(count) - 1)
    arrangement.output = layout
    let map = arrangement.map(count, to: count)
    return map == (0..<count).map { $0 } ? nil : map
  }

  private static func passing(_ format: StreamFormat) -> RateConverter {
    RateConverter(
      from: format.sampleRate, to: format.sampleRate, channelCount: format.channelCount,
      RateSettings())
  }

  var magicCookie: [UInt8] { encoding?.encoder.magicCookie ?? [] }
  var maximumPacketSize: Int { encoding?.encoder.maximumPacketSize ?? format.bytesPerPacket }
  var channelLayout: ChannelLayout? { encoding?.encoder.channelLayout }

  /// Whether this machine can convert sample rates.
  static let convertsRates = RateConverter.isAvailable

  /// Sets a tap for the frames at the output's rate, before they are encoded.
  func setTap(_ tap: RecordingTap?) { self.tap = tap }

  /// Drops all frames, for a new stream.
  func reset() {
    tap?.reset()
    encoding?.reset()
    ready.removeAll(keepingCapacity: true)
    firstReady = 0
    rate = Self.passing(format)
    rateIn = format.sampleRate
  }

  /// Sets the rate of the frames that follow.
  func setInputRate(_ sampleRate: Double) throws(CodecError) {
    guard sampleRate != rateIn else { return }
    try convert { (rate) throws(RateError) in try rate.finish() }
    rateIn = sampleRate
    rate = RateConverter(
      from: sampleRate, to: format.sampleRate, channelCount: format.channelCount, RateSettings())
  }

  /// Converts and encodes frames.
  func feed(_ frames: [Float]) throws(CodecError) {
    var frames = frames
    if let channelMap {
      var mapped: [Float] = []
      Remapping.append(frames.span, of: format.channelCount, by: channelMap, to: &mapped)
      frames = mapped
    }
    try convert { (rate) throws(RateError) in try rate.feed(frames.span) }
    try encode()
  }

  /// Encodes the last packets.
  func finish() throws(CodecError) {
    try convert { (rate) throws(RateError) in try rate.finish() }
    tap?.finish()
    try encode()
    guard encoding != nil else { return }
    if readyFrames > 0 { try encode(readyFrames) }
    try encoding?.finish()
  }

  private func convert(
    _ body: (RateConverter) throws(RateError) -> Void
  ) throws(CodecError) {
    do throws(RateError) {
      try body(rate)
    } catch {
      throw error == .libraryMissing ? .libraryMissing : .badConfiguration
    }
    let width = format.channelCount
    let made = rate.readyCount
    let frames = rate.ready[rate.firstReady * width..<(rate.firstReady + made) * width]
    if let tap { tap.pass(Array(frames), into: &ready) } else { ready.append(contentsOf: frames) }
    rate.take(made)
  }

  private var readyFrames: Int { ready.count / format.channelCount - firstReady }

  private func takeReady(_ count: Int) {
    firstReady += count
    if firstReady * format.channelCount == ready.count {
      ready.removeAll(keepingCapacity: true)
      firstReady = 0
    } else if firstReady >= 16384 {
      ready.removeFirst(firstReady * format.channelCount)
      firstReady = 0
    }
  }

  private func encode() throws(CodecError) {
    guard let encoder = encoding?.encoder else { return }
    // If each frame is a packet, encode all frames at once.
    let portion = format.framesPerPacket == 1 ? readyFrames : encoder.framesPerCall
    while portion > 0, readyFrames >= portion { try encode(portion) }
  }

  private func encode(_ count: Int) throws(CodecError) {
    let width = format.channelCount
    try encoding?.encode(
      ready.span.extracting(firstReady * width..<(firstReady + count) * width))
    takeReady(count)
  }

  // MARK: Output

  /// Whether no output is ready.
  var isEmpty: Bool {
    encoding.map(\.packets.packets.isEmpty) ?? (readyFrames == 0)
  }

  /// Writes frames of linear PCM after the first `byteCount` bytes of a buffer.
  ///
  /// - Returns: The number of frames written.
  func write(into buffer: any RecordingBuffer, after byteCount: Int) -> Int {
    guard let samples else { return 0 }
    let room = (buffer.byteCapacity - byteCount) / format.bytesPerFrame
    let count = min(room, readyFrames)
    guard count > 0 else { return 0 }
    let frame = byteCount / format.bytesPerFrame
    if isFloat64 {
      let width = format.channelCount
      let source = FloatBytes(ready[firstReady * width..<(firstReady + count) * width])
      samples.convert(count, from: source, at: 0, into: buffer, at: frame)
    } else {
      samples.convert(count, from: ready, at: firstReady, into: buffer, at: frame)
    }
    takeReady(count)
    return count
  }

  /// Takes encoded packets.
  func takePackets(_ limit: Int, capacity: Int) -> EncodedPackets {
    encoding?.packets.take(limit, capacity: capacity) ?? EncodedPackets()
  }
}
