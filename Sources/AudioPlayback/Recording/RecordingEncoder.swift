internal import AudioFiles
internal import AudioFiles
internal import AudioCodecs
internal import AudioModel
internal import AudioProcessing

/// Brings captured frames to the rate and the layout or codec of a recorder.
final class RecordingEncoder {
  /// What comes out, complete.
  let format: StreamFormat
  private let samples: SampleConverter?
  private var encoding: EncodingState?
  private var rate: RateConverter
  private var rateIn: Double
  /// Frames at the output's rate, interleaved, from ``firstReady`` on.
  private var ready: [Float] = []
  private var firstReady = 0
  private let isFloat64: Bool
  /// For each channel of the encoder, the one of the device; `nil` where they have one order.
  private var channelMap: [Int?]?
  private var tap: RecordingTap?

  /// Makes an encoder for frames with as many channels as the format has.
  ///
  /// - Throws: ``CodecError`` where there is no way to it.
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

  /// Devices have their channels in the order of WAVE, from its first speaker on.
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

  /// Whether frames can be brought to another rate on this machine.
  static let convertsRates: Bool = {
    let converter = RateConverter(from: 1, to: 2, channelCount: 1, RateSettings())
    let frame: [Float] = [0]
    do throws(RateError) {
      try converter.feed(frame.span)
      return true
    } catch {
      return false
    }
  }()

  /// Sets through what frames go at the output's rate, before they are encoded.
  func setTap(_ tap: RecordingTap?) { self.tap = tap }

  /// Forgets all frames, for a new stream.
  func reset() {
    tap?.reset()
    encoding?.reset()
    ready.removeAll(keepingCapacity: true)
    firstReady = 0
    rate = Self.passing(format)
    rateIn = format.sampleRate
  }

  /// Says at which rate the frames come that follow.
  func setInputRate(_ sampleRate: Double) throws(CodecError) {
    guard sampleRate != rateIn else { return }
    try convert { (rate) throws(RateError) in try rate.finish() }
    rateIn = sampleRate
    rate = RateConverter(
      from: sampleRate, to: format.sampleRate, channelCount: format.channelCount, RateSettings())
  }

  /// Takes frames.
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

  /// Makes the last packets.
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
    // Where each frame is a packet all of them can go at once.
    let portion = format.framesPerPacket == 1 ? readyFrames : encoder.framesPerCall
    while portion > 0, readyFrames >= portion { try encode(portion) }
  }

  private func encode(_ count: Int) throws(CodecError) {
    let width = format.channelCount
    try encoding?.encode(
      ready.span.extracting(firstReady * width..<(firstReady + count) * width))
    takeReady(count)
  }

  // MARK: What comes out

  /// Whether there is anything to take.
  var isEmpty: Bool {
    encoding.map(\.packets.packets.isEmpty) ?? (readyFrames == 0)
  }

  /// Writes frames of linear PCM behind those that are in a buffer.
  ///
  /// - Returns: How many.
  func write(into buffer: any RecordingBuffer, behind byteCount: Int) -> Int {
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

  /// Takes packets of a codec.
  func takePackets(_ limit: Int, capacity: Int) -> EncodedPackets {
    encoding?.packets.take(limit, capacity: capacity) ?? EncodedPackets()
  }
}

/// Samples as bytes, for the ways that read nothing else.
private final class FloatBytes: SampleInput {
  private var bytes: [UInt8] = []

  init(_ samples: ArraySlice<Float>) {
    bytes.reserveCapacity(samples.count * 4)
    for sample in samples {
      for shift: UInt32 in [0, 8, 16, 24] {
        bytes.append(UInt8(truncatingIfNeeded: sample.bitPattern >> shift))
      }
    }
  }

  func read(_ range: Range<Int>, ofBuffer buffer: Int, _ body: (Span<UInt8>) -> Void) {
    let all = bytes
    body(all.span.extracting(range))
  }
}
