package import AudioCodecs
package import AudioModel
package import AudioProcessing

/// Converts the packets of a stream to packets of another format, as many at a time as requested.
///
/// The converter pulls packets when necessary, and reads them from the client's memory. The next
/// call uses leftover packets. Use from one thread at a time.
///
/// Linear PCM at an unchanged rate is converted directly between layouts. So are the integers of
/// lossless codecs. All other audio passes through interleaved Float32. The steps are decoding,
/// channel mapping, mixing, rate conversion, and encoding.
///
/// A packet that cannot be decoded becomes silence of its length, so that later frames stay in
/// time. A stream that begins with several such packets, or contains no others, is an error. Its
/// format is probably wrong.
package final class PacketConverter {
  package let input: StreamFormat
  /// The output format, completed with the encoder's decisions.
  package internal(set) var output: StreamFormat
  /// The input codec's configuration, as set by the client.
  package private(set) var magicCookie: [UInt8] = []

  /// Frames to drop at the start and end of a compressed stream.
  package var trim = (leading: 0, trailing: 0) {
    didSet { if !hasStarted { framesToDrop = trim.leading } }
  }

  /// Maximum frames of the stream at the input's rate, after the dropped ones.
  ///
  /// `nil` means no limit.
  package var frameLimit: Int?

  /// Packets at the start of a stream that only prepare the decoder.
  ///
  /// Their frames are not output. A change takes effect with the next ``reset()``.
  package var warmUpPackets: UInt64 = 0

  /// The input channel of each output channel, or `nil` for silence.
  ///
  /// A ``mixer`` overrides the map.
  ///
  /// - Precondition: One valid input channel or `nil` for each output channel.
  package var channelMap: [Int?] {
    didSet {
      isMisplaced = false
      samples?.channelMap = channelMap
      planes?.channelMap = channelMap
      integers.setChannelMap(channelMap)
      findDirectPath()
    }
  }

  /// Mixes input channels to output channels, or `nil` if the map applies.
  ///
  /// - Precondition: The channel counts match those of the input and output.
  package var mixer: ChannelMixer? {
    didSet {
      isMisplaced = false
      findDirectPath()
    }
  }

  /// Whether encoding would assign channels to the wrong loudspeakers, which is an error.
  private(set) var isMisplaced = false

  /// The channel layouts, and whether to mix down.
  ///
  /// A change sets ``channelMap`` and ``mixer``.
  package var arrangement = ChannelArrangement() {
    didSet { if arrangement != oldValue { arrange() } }
  }

  /// The settings of rate conversion.
  ///
  /// A change starts a new stream.
  package var rateSettings = RateSettings() {
    didSet { if rateSettings != oldValue { reset() } }
  }

  /// Whether the owner supplies the frames before the first requested one.
  ///
  /// Priming of the rate filter then uses none of the requested frames.
  package var givesLeadingFrames = false

  /// Whether to dither samples that lose bits.
  ///
  /// A change starts a new stream.
  package var ditherSettings = DitherSettings() {
    didSet {
      guard ditherSettings != oldValue else { return }
      dither = ditherSettings.dither(to: output)
      findDirectPath()
      reset()
    }
  }

  /// Dithers the output, if requested.
  private(set) var dither: Dither?

  /// Input frames around the recording that rate conversion needs.
  package var rateReach: Int { floats.rate.reach }

  /// The direct conversion of linear PCM frames, if it is possible and sufficient.
  ///
  /// Stored, because the check takes longer than the conversion of a few frames.
  package private(set) var directPath: DirectPath?

  let decoder: DecoderHolder?
  /// Converts the input or decoded samples to the output at one rate.
  ///
  /// `nil` if the output is encoded.
  let samples: SampleConverter?
  /// Converts planes that a decoder lends to linear PCM at one rate, if the decoder lends them.
  let planes: SampleConverter?
  var floats: FloatConversion
  let integers: IntegerConversion
  /// Whether integers bypass ``floats``.
  ///
  /// Constant during a call, even if the client changes settings.
  var keepsIntegers = false
  var encoding: EncodingState?
  /// Whether the client has set the encoder's channel layout.
  var isOutputLayoutAsked = false

  var state = State.flowing
  package internal(set) var hasStarted = false
  var hasDecoded = false
  /// Failed packets before the first decoded one.
  var refusedAtStart = 0
  /// Whether the last packet could not be decoded, so that the decoder restarts.
  var isRecovering = false
  var framesToDrop = 0
  /// Packets of ``warmUpPackets`` that have not been decoded.
  var remainingWarmUp: UInt64 = 0
  /// Frames by which lossless packets were shorter than stated.
  ///
  /// They count as trailing frames to drop.
  var shortFrames = 0
  /// Frames made at the input's rate.
  var madeFrames = 0
  /// Packets of the last pull that have not been taken.
  var packets = 0..<0
  /// Decoded frames, interleaved.
  ///
  /// Those before ``firstDecodedFrame`` have been used.
  var decoded: [Float] = []
  var firstDecodedFrame = 0

  enum State {
    case flowing
    case ended
  }

  /// Creates a converter.
  ///
  /// - Parameters:
  ///   - source: The input format. Values that the codec implies may be omitted.
  ///   - destination: The output format. A rate of 0 means the source's rate.
  ///   - magicCookie: The input codec's configuration. If it is required but empty, set it before
  ///     the first packet.
  /// - Throws: ``CodecError/unsupportedFormat`` if the conversion is unsupported.
  package init(
    from source: StreamFormat, to destination: StreamFormat, magicCookie: [UInt8] = []
  ) throws(CodecError) {
    let input = source.completed
    var output = destination.completed
    if output.sampleRate == 0 { output.sampleRate = input.sampleRate }
    guard Self.canConvert(input.sampleRate, to: output.sampleRate),
      (1...Self.maximumChannelCount).contains(input.channelCount),
      (1...Self.maximumChannelCount).contains(output.channelCount)
    else { throw .unsupportedFormat }
    decoder = input.isLinearPCM ? nil : try DecoderHolder(input, magicCookie: magicCookie)
    self.magicCookie = magicCookie
    let pcm = input.isLinearPCM ? input : StreamFormat.interleavedFloats(like: input)
    if output.isLinearPCM {
      guard let samples = SampleConverter(from: pcm, to: output) else { throw .unsupportedFormat }
      self.samples = samples
      planes =
        decoder?.planarDecoder == nil
        ? nil : SampleConverter(from: .floatPlanes(like: input), to: output)
    } else {
      (samples, planes) = (nil, nil)
      let encoder = try EncoderFactory.makeEncoder(format: output)
      output = encoder.format
      encoding = EncodingState(encoder)
    }
    guard let floats = FloatConversion(from: pcm, to: output) else { throw .unsupportedFormat }
    self.floats = floats
    integers = IntegerConversion(from: input, to: output)
    self.input = input
    self.output = output
    channelMap = SampleConverter.firstToFirst(input.channelCount, output.channelCount)
    arrangement.output = encoding?.encoder.channelLayout
    integers.setBitDepth(decoder?.integerDecoder?.bitDepth, map: channelMap)
    findDirectPath()
  }

  /// Returns whether the conversion between two sample rates is supported.
  static func canConvert(_ source: Double, to destination: Double) -> Bool {
    source > 0 && source.isFinite && destination > 0 && destination.isFinite
      && source <= destination * RateConverter.greatestRatio
      && destination <= source * RateConverter.greatestRatio
  }

  /// The maximum number of channels, which limits the working memory.
  private static let maximumChannelCount = 256

  /// Sets the decoder's configuration, and discards all packets.
  ///
  /// - Throws: ``CodecError`` if the decoder rejects the configuration. The old one then stays.
  package func setMagicCookie(_ cookie: [UInt8]) throws(CodecError) {
    try decoder?.replace(input, magicCookie: cookie)
    magicCookie = cookie
    integers.setBitDepth(decoder?.integerDecoder?.bitDepth, map: channelMap)
    reset()
  }

  /// Replaces the decoder with another one for the same stream, and discards all packets.
  ///
  /// The decoder must have the rate and channels of ``input``.
  func setDecoder(_ new: any PacketDecoder) {
    decoder?.use(new)
    integers.setBitDepth(decoder?.integerDecoder?.bitDepth, map: channelMap)
    reset()
  }

  /// Updates the mixer and map from the arrangement.
  private func arrange() {
    mixer = arrangement.mixer(input.channelCount, to: output.channelCount)
    channelMap = arrangement.map(input.channelCount, to: output.channelCount)
    isMisplaced =
      encoding?.encoder.channelLayout != nil && mixer == nil
      && arrangement.isMisplaced(input.channelCount, to: output.channelCount)
  }

  /// Discards all packets, for a new stream of the same format.
  package func reset() {
    decoder?.decoder?.reset()
    var settings = rateSettings
    if givesLeadingFrames, settings.priming == .pre { settings.priming = .normal }
    floats.reset(settings)
    integers.reset()
    encoding?.reset()
    dither?.reset()
    state = .flowing
    hasStarted = false
    hasDecoded = false
    refusedAtStart = 0
    isRecovering = false
    framesToDrop = trim.leading
    remainingWarmUp = warmUpPackets
    shortFrames = 0
    madeFrames = 0
    packets = 0..<0
    decoded.removeAll(keepingCapacity: true)
    firstDecodedFrame = 0
  }

  /// Discards the unused packets of the last pull, so that they must be pulled again.
  ///
  /// - Returns: The number of discarded packets.
  func returnPackets() -> Int {
    defer { packets = 0..<0 }
    return packets.count
  }

  /// Whether samples go directly from the input to the output.
  var isDirect: Bool {
    encoding == nil && mixer == nil && input.sampleRate == output.sampleRate && !losesBits
  }

  private func findDirectPath() {
    directPath = decoder == nil && isDirect ? samples?.directPath : nil
  }

  /// The decoder, if its samples are used as integers.
  var integerDecoder: (any IntegerPacketDecoder)? {
    keepsIntegers && (encoding != nil || integers.writesIntegers) ? decoder?.integerDecoder : nil
  }

  /// Whether the encoder can receive integers: the input supplies them, and only channels move.
  var canEncodeIntegers: Bool {
    mixer == nil && input.sampleRate == output.sampleRate && floats.rate.readyCount == 0
      && encoding?.encoder is any IntegerPacketEncoder
      && (integers.readsIntegers || decoder?.integerDecoder != nil)
  }

  /// Whether dither applies to samples that would otherwise stay unchanged.
  package var losesBits: Bool { dither != nil && !ditherSettings.keeps(input, to: output) }
}
