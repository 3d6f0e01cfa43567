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
  package var output: StreamFormat { route.output }
  /// The input codec's configuration, as set by the client.
  package private(set) var magicCookie: [UInt8] = []

  private let route: SampleRoute
  private let maker: FrameMaker
  /// Encodes the frames, or `nil` if the output is linear PCM.
  let encoding: PacketEncoding?

  /// Frames to drop at the start and end of a compressed stream.
  package var trim = (leading: 0, trailing: 0) {
    didSet { maker.setTrim(trim) }
  }

  /// Maximum frames of the stream at the input's rate, without the dropped leading frames.
  ///
  /// `nil` means no limit.
  package var frameLimit: Int? {
    get { maker.frameLimit }
    set { maker.frameLimit = newValue }
  }

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
    get { route.channelMap }
    set { route.channelMap = newValue }
  }

  /// Mixes input channels to output channels, or `nil` if the map applies.
  ///
  /// - Precondition: The channel counts match those of the input and output.
  package var mixer: ChannelMixer? {
    get { route.mixer }
    set { route.mixer = newValue }
  }

  /// The channel layouts, and whether to mix down.
  ///
  /// A change sets ``channelMap`` and ``mixer``.
  package var arrangement = ChannelArrangement() {
    didSet { if arrangement != oldValue { arrange() } }
  }
  /// Whether the client has set the encoder's channel layout.
  var isOutputLayoutAsked = false

  /// The settings of rate conversion.
  ///
  /// A change starts a new stream.
  package var rateSettings = RateSettings() {
    didSet { if rateSettings != oldValue { restart() } }
  }

  /// Whether the owner supplies the frames before the first requested one.
  ///
  /// Priming of the rate filter then uses none of the requested frames.
  package var givesLeadingFrames = false

  /// Whether to dither samples that lose bits.
  ///
  /// A change starts a new stream.
  package var ditherSettings: DitherSettings {
    get { route.ditherSettings }
    set {
      guard newValue != route.ditherSettings else { return }
      route.setDither(newValue)
      restart()
    }
  }

  /// Whether dither applies to samples that would otherwise stay unchanged.
  package var losesBits: Bool { route.losesBits }

  /// Input frames around the recording that rate conversion needs.
  package var rateReach: Int { route.floats.rate.reach }

  /// Whether the stream has begun.
  package var hasStarted: Bool { maker.hasStarted }

  /// Frames made at the input's rate.
  var madeFrames: Int { maker.madeFrames }

  /// The direct conversion of linear PCM frames, if it is possible and sufficient.
  package var directPath: DirectPath? { route.directPath }

  /// Creates a converter.
  ///
  /// - Parameters:
  ///   - source: The input format. Values that the codec implies may be omitted.
  ///   - destination: The output format. A rate of 0 means the source's rate.
  ///   - magicCookie: The input codec's configuration. If it is required but empty, set it before
  ///     the first packet.
  /// - Throws: ``CodecError/unsupportedFormat`` if the conversion is unsupported.
  package convenience init(
    from source: StreamFormat, to destination: StreamFormat, magicCookie: [UInt8] = []
  ) throws(CodecError) {
    let input = source.completed
    var output = destination.completed
    if output.sampleRate == 0 { output.sampleRate = input.sampleRate }
    try Self.check(input, output)
    let decoder = input.isLinearPCM ? nil : try DecoderHolder(input, magicCookie: magicCookie)
    let encoder = output.isLinearPCM ? nil : try EncoderFactory.makeEncoder(format: output)
    try self.init(input, output, decoder, encoder)
    self.magicCookie = magicCookie
  }

  /// Creates a converter with a decoder and an encoder, if the formats require them.
  private init(
    _ input: StreamFormat, _ output: StreamFormat, _ decoder: DecoderHolder?,
    _ encoder: (any PacketEncoder)?
  ) throws(CodecError) {
    let route = try SampleRoute(from: input, to: encoder?.format ?? output, decoder: decoder)
    maker = FrameMaker(route, decoder.map { PacketDecoding($0, route) })
    encoding = encoder.map { [maker] in PacketEncoding($0, maker) }
    self.route = route
    self.input = input
    arrangement.output = encoder?.channelLayout
  }

  private static func check(
    _ input: StreamFormat, _ output: StreamFormat
  ) throws(CodecError) {
    guard SampleRoute.canConvert(input.sampleRate, to: output.sampleRate),
      (1...maximumChannelCount).contains(input.channelCount),
      (1...maximumChannelCount).contains(output.channelCount)
    else { throw .unsupportedFormat }
  }

  /// Returns a converter from another linear PCM format to the same output.
  ///
  /// An encoder stays the same. After the last frame of this converter, the new one can
  /// continue the stream with ``PacketConverter/continueEncoding(of:)``.
  ///
  /// - Throws: ``CodecError/unsupportedFormat`` if the conversion is unsupported.
  func successor(from source: StreamFormat) throws(CodecError) -> PacketConverter {
    let input = source.completed
    guard input.isLinearPCM else { throw .unsupportedFormat }
    try Self.check(input, output)
    return try PacketConverter(input, output, nil, encoding?.encoder)
  }

  /// The maximum number of channels, which limits the working memory.
  private static let maximumChannelCount = 256

  /// Sets the decoder's configuration, and discards all packets.
  ///
  /// - Throws: ``CodecError`` if the decoder rejects the configuration. The old one then stays.
  package func setMagicCookie(_ cookie: [UInt8]) throws(CodecError) {
    try maker.decoding?.holder.replace(input, magicCookie: cookie)
    magicCookie = cookie
    route.setBitDepth(of: maker.decoding?.holder)
    reset()
  }

  /// Replaces the decoder with another one for the same stream, and discards all packets.
  ///
  /// The decoder must have the rate and channels of ``input``.
  func setDecoder(_ new: any PacketDecoder) {
    maker.decoding?.holder.use(new)
    route.setBitDepth(of: maker.decoding?.holder)
    reset()
  }

  /// Updates the mixer and map from the arrangement.
  private func arrange() {
    mixer = arrangement.mixer(input.channelCount, to: output.channelCount)
    channelMap = arrangement.map(input.channelCount, to: output.channelCount)
    route.isMisplaced =
      encoderLayout != nil && mixer == nil
      && arrangement.isMisplaced(input.channelCount, to: output.channelCount)
  }

  /// Discards all packets, for a new stream of the same format.
  package func reset() {
    resetMaker()
    encoding?.reset()
  }

  /// Starts a new stream; before the first frame, the packets of an earlier input remain.
  private func restart() {
    if hasStarted { reset() } else { resetMaker() }
  }

  private func resetMaker() {
    var settings = rateSettings
    if givesLeadingFrames, settings.priming == .pre { settings.priming = .normal }
    maker.reset(settings, warmUpPackets: warmUpPackets)
  }

  /// Discards the unused packets of the last pull, which must then be pulled again.
  ///
  /// - Returns: The number of discarded packets.
  func returnPackets() -> Int { maker.returnPackets() }

  // MARK: Converting

  /// Makes frames of linear PCM.
  ///
  /// If the rate changes, the call takes the input that corresponds to the frames, even if
  /// converted frames are already available. The surplus remains for the next call.
  ///
  /// - Parameters:
  ///   - frameCount: The number of frames to make.
  ///   - source: The source of packets. It must not change until all packets of a pull are taken.
  ///   - destination: Memory for `frameCount` frames.
  /// - Returns: The frames made, and a reason if they are fewer than requested.
  /// - Precondition: The output is linear PCM.
  package func fill(
    _ frameCount: Int, from source: any PacketInput, into destination: any SampleOutput
  ) -> FillResult {
    maker.fill(frameCount, from: source, into: destination)
  }

  /// Encodes packets.
  ///
  /// If the rate changes, the call takes the input that corresponds to the packets.
  /// ``fill(_:from:into:)`` does the same.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of packets.
  ///   - capacity: The maximum number of bytes.
  ///   - source: The source of input packets.
  /// - Returns: The encoded packets. The error is `channelsWithoutPlace` if some channels have
  ///   unsupported loudspeakers and no map or mixer assigns them.
  /// - Precondition: ``isEncoding``.
  package func encode(_ limit: Int, capacity: Int, from source: any PacketInput) -> EncodeResult {
    encoding?.encode(limit, capacity: capacity, from: source) ?? EncodeResult()
  }

  /// Converts whole one-frame packets, independently of the stream of ``fill(_:from:into:)``.
  ///
  /// - Parameters:
  ///   - frameCount: The number of packets to convert.
  ///   - source: The contiguous packets. The call does not pull.
  ///   - destination: Memory for `frameCount` frames.
  /// - Returns: Why the conversion failed, or `nil`.
  /// - Precondition: ``convertsFrameByFrame``.
  package func convert(
    _ frameCount: Int, from source: any SampleInput, into destination: any SampleOutput
  ) -> FillResult.Stop? {
    precondition(
      convertsFrameByFrame, "the conversion does not make one output frame of each input frame")
    return FrameByFrameConversion(
      route: route, decoder: maker.decoding?.holder, encoder: encoding?.encoder
    ).convert(frameCount, from: source, into: destination)
  }

  /// Whether each input frame becomes one output frame.
  ///
  /// If so, a buffer can be converted separately.
  package var convertsFrameByFrame: Bool { route.convertsFrameByFrame }
}
