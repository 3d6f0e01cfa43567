package import AudioCodecs
package import AudioModel
package import AudioProcessing

/// Turns the packets of a stream into packets of another format, as many at a time as asked.
///
/// Packets are pulled when there is need, and read where they lie; those left over are taken up by
/// the next call. Used by one thread at a time.
///
/// Linear PCM of one rate goes directly from one layout to the other, and so do the whole numbers of lossless codecs. All else
/// passes through interleaved Float32: decoded, given its channels, mixed, brought to the other rate, encoded.
///
/// A packet that cannot be decoded gives silence of its length, so that what follows stays in
/// time. A stream that begins with several of them, or has no other, is an error: then it is likely not what
/// the format says.
package final class PacketConverter {
  package let input: StreamFormat
  /// What comes out; what an encoder decides is filled in.
  package internal(set) var output: StreamFormat
  /// The input codec's configuration, as it was given.
  package private(set) var magicCookie: [UInt8] = []

  /// Frames to drop at the start and at the end of the stream, where it is compressed.
  package var trim = (leading: 0, trailing: 0) {
    didSet { if !hasStarted { framesToDrop = trim.leading } }
  }

  /// Frames at the input's rate that the stream has at most, behind those that are dropped; `nil` for all that come.
  package var frameLimit: Int?

  /// Packets at the start of a stream that only prepare the decoder.
  ///
  /// Nothing of them comes out, whatever they give.
  /// A change has effect with the next ``reset()``.
  package var warmUpPackets: UInt64 = 0

  /// For each channel out, the channel in, or `nil` for silence.
  ///
  /// Of no effect where there is a ``mixer``.
  ///
  /// - Precondition: As many as channels out, each a channel in.
  package var channelMap: [Int?] {
    didSet {
      isMisplaced = false
      samples?.channelMap = channelMap
      planes?.channelMap = channelMap
      integers.setChannelMap(channelMap)
      findDirectPath()
    }
  }

  /// What makes channels out of several channels in, or `nil` where the map does.
  ///
  /// - Precondition: Between as many channels as come in and go out.
  package var mixer: ChannelMixer? {
    didSet {
      isMisplaced = false
      findDirectPath()
    }
  }

  /// Whether channels would be encoded as those of other loudspeakers than they are of, which is refused.
  private(set) var isMisplaced = false

  /// What the channels are, and whether they are mixed down; a change sets ``channelMap`` and ``mixer``.
  package var arrangement = ChannelArrangement() {
    didSet { if arrangement != oldValue { arrange() } }
  }

  /// How the rate is converted; a change starts a new stream.
  package var rateSettings = RateSettings() {
    didSet { if rateSettings != oldValue { reset() } }
  }

  /// Whether the owner gives the frames before the first wanted one itself.
  ///
  /// The filter of another rate then takes none of the wanted frames.
  package var givesLeadingFrames = false

  /// Whether samples are dithered where they lose bits; a change starts a new stream.
  package var ditherSettings = DitherSettings() {
    didSet {
      guard ditherSettings != oldValue else { return }
      dither = ditherSettings.dither(to: output)
      findDirectPath()
      reset()
    }
  }

  /// What dithers the output, where that is asked for.
  private(set) var dither: Dither?

  /// Input frames around the recording that the conversion of the rate asks for.
  package var rateReach: Int { floats.rate.reach }

  /// The way of frames of linear PCM in one step, where there is one and nothing else is asked for; kept, since to find it takes
  /// longer than to convert a few frames.
  package private(set) var directPath: DirectPath?

  let decoder: DecoderHolder?
  /// The way from the input, or what the decoder gives, to the output at one rate; `nil` to a codec.
  let samples: SampleConverter?
  /// The way from planes that a decoder lends to the output at one rate, where a decoder lends them to linear PCM.
  let planes: SampleConverter?
  var floats: FloatConversion
  let integers: IntegerConversion
  /// Whether whole numbers go past ``floats``; the same for the length of a call, whatever the client changes meanwhile.
  var keepsIntegers = false
  var encoding: EncodingState?
  /// Whether the client has said what the channels of the encoder are to be.
  var isOutputLayoutAsked = false

  var state = State.flowing
  package internal(set) var hasStarted = false
  var hasDecoded = false
  /// Packets that could not be decoded before any could.
  var refusedAtStart = 0
  /// Whether the last packet could not be decoded, so that the decoder starts anew.
  var isRecovering = false
  var framesToDrop = 0
  /// Packets of ``warmUpPackets`` that have not been decoded.
  var remainingWarmUp: UInt64 = 0
  /// Frames by which lossless packets were shorter than the format says, which the frames at the end count that are to be dropped.
  var shortFrames = 0
  /// Frames at the input's rate that were made.
  var madeFrames = 0
  /// Packets of the last pull that have not been taken.
  var packets = 0..<0
  /// Decoded frames, interleaved, of which those before ``firstDecodedFrame`` have been used.
  var decoded: [Float] = []
  var firstDecodedFrame = 0

  enum State {
    case flowing
    case ended
  }

  /// Makes a converter.
  ///
  /// - Parameters:
  ///   - source: What goes in; what the codec tells by itself may be left out.
  ///   - destination: What comes out. A rate of 0 is the source's.
  ///   - magicCookie: The input codec's configuration; where it is needed and empty, it has to be set before packets come.
  /// - Throws: ``CodecError/unsupportedFormat`` where there is no way from the one to the other.
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

  /// Whether there is a way from one sample rate to another.
  static func canConvert(_ source: Double, to destination: Double) -> Bool {
    source > 0 && source.isFinite && destination > 0 && destination.isFinite
      && source <= destination * RateConverter.greatestRatio
      && destination <= source * RateConverter.greatestRatio
  }

  /// Channels that a frame may have at most, so that working memory stays bounded.
  private static let maximumChannelCount = 256

  /// Gives the decoder its configuration, and forgets all packets.
  ///
  /// - Throws: ``CodecError`` where the decoder refuses it; the old one then stays.
  package func setMagicCookie(_ cookie: [UInt8]) throws(CodecError) {
    try decoder?.replace(input, magicCookie: cookie)
    magicCookie = cookie
    integers.setBitDepth(decoder?.integerDecoder?.bitDepth, map: channelMap)
    reset()
  }

  /// Has another decoder of the same stream decode it, and forgets all packets.
  ///
  /// It gives the rate and the channels of ``input``.
  func setDecoder(_ new: any PacketDecoder) {
    decoder?.use(new)
    integers.setBitDepth(decoder?.integerDecoder?.bitDepth, map: channelMap)
    reset()
  }

  /// Gives the channels the places that the arrangement has for them.
  private func arrange() {
    mixer = arrangement.mixer(input.channelCount, to: output.channelCount)
    channelMap = arrangement.map(input.channelCount, to: output.channelCount)
    isMisplaced =
      encoding?.encoder.channelLayout != nil && mixer == nil
      && arrangement.isMisplaced(input.channelCount, to: output.channelCount)
  }

  /// Forgets all packets, for a new stream of the same format.
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

  /// Forgets those packets of the last pull that were not taken, so that they have to be pulled again.
  ///
  /// - Returns: How many.
  func returnPackets() -> Int {
    defer { packets = 0..<0 }
    return packets.count
  }

  /// Whether samples go from the input to the output without a stop in between.
  var isDirect: Bool {
    encoding == nil && mixer == nil && input.sampleRate == output.sampleRate && !losesBits
  }

  private func findDirectPath() {
    directPath = decoder == nil && isDirect ? samples?.directPath : nil
  }

  /// The decoder, where its samples are taken as the whole numbers that they are.
  var integerDecoder: (any IntegerPacketDecoder)? {
    keepsIntegers && (encoding != nil || integers.writesIntegers) ? decoder?.integerDecoder : nil
  }

  /// Whether the encoder can be given whole numbers: where they come in, and nothing but the places of the channels changes.
  var canEncodeIntegers: Bool {
    mixer == nil && input.sampleRate == output.sampleRate && floats.rate.readyCount == 0
      && encoding?.encoder is any IntegerPacketEncoder
      && (integers.readsIntegers || decoder?.integerDecoder != nil)
  }

  /// Whether samples that stay as they are otherwise are dithered.
  package var losesBits: Bool { dither != nil && !ditherSettings.keeps(input, to: output) }
}
