internal import AudioCodecs
internal import AudioModel
internal import AudioProcessing

/// The steps that samples pass in a conversion: sample layouts, channels, rate, and dithering.
///
/// Decoding, encoding, and everything between them share these steps.
final class SampleRoute {
  let input: StreamFormat
  /// The output format, completed with the encoder's decisions.
  var output: StreamFormat
  /// Whether the input is encoded.
  let isDecoding: Bool
  /// Whether the output is encoded.
  let isEncoding: Bool

  /// Converts the input or decoded samples to the output at one rate.
  ///
  /// `nil` if the output is encoded.
  let samples: SampleConverter?
  /// Converts planes that a decoder lends to linear PCM at one rate, if the decoder lends them.
  let planes: SampleConverter?
  private(set) var floats: FloatConversion
  let integers: IntegerConversion
  /// Whether integers bypass ``floats``.
  ///
  /// Constant during a call, even if the client changes settings.
  var keepsIntegers = false

  /// The input channel of each output channel, or `nil` for silence.
  ///
  /// A ``mixer`` overrides the map.
  var channelMap: [Int?] {
    didSet {
      isMisplaced = false
      samples?.channelMap = channelMap
      planes?.channelMap = channelMap
      integers.setChannelMap(channelMap)
      findDirectPath()
    }
  }

  /// Mixes input channels to output channels, or `nil` if the map applies.
  var mixer: ChannelMixer? {
    didSet {
      isMisplaced = false
      findDirectPath()
    }
  }

  /// Whether encoding would assign channels to the wrong loudspeakers, which is an error.
  var isMisplaced = false

  /// Whether to dither samples that lose bits.
  private(set) var ditherSettings = DitherSettings()
  /// Dithers the output, if requested.
  private(set) var dither: Dither?

  /// The direct conversion of linear PCM frames, if it is possible and sufficient.
  ///
  /// Stored, because the check takes longer than the conversion of a few frames.
  private(set) var directPath: DirectPath?

  /// Creates the steps of a conversion.
  ///
  /// - Parameters:
  ///   - input: The input format.
  ///   - output: The output format, completed by the encoder, if any.
  ///   - decoder: The decoder, if the input is encoded.
  /// - Throws: ``CodecError/unsupportedFormat`` if the conversion is unsupported.
  init(
    from input: StreamFormat, to output: StreamFormat, decoder: DecoderHolder?
  ) throws(CodecError) {
    let pcm = input.isLinearPCM ? input : StreamFormat.interleavedFloats(like: input)
    if output.isLinearPCM {
      guard let samples = SampleConverter(from: pcm, to: output) else { throw .unsupportedFormat }
      self.samples = samples
      planes =
        decoder?.planarDecoder == nil
        ? nil : SampleConverter(from: .floatPlanes(like: input), to: output)
    } else {
      (samples, planes) = (nil, nil)
    }
    guard let floats = FloatConversion(from: pcm, to: output) else { throw .unsupportedFormat }
    self.floats = floats
    integers = IntegerConversion(from: input, to: output)
    self.input = input
    self.output = output
    isDecoding = decoder != nil
    isEncoding = !output.isLinearPCM
    channelMap = SampleConverter.firstToFirst(input.channelCount, output.channelCount)
    setBitDepth(of: decoder)
    findDirectPath()
  }

  /// Returns whether the conversion between two sample rates is supported.
  static func canConvert(_ source: Double, to destination: Double) -> Bool {
    source > 0 && source.isFinite && destination > 0 && destination.isFinite
      && source <= destination * RateConverter.greatestRatio
      && destination <= source * RateConverter.greatestRatio
  }

  /// Prepares for the integers of a new decoder.
  func setBitDepth(of decoder: DecoderHolder?) {
    integers.setBitDepth(decoder?.integerDecoder?.bitDepth, map: channelMap)
  }

  /// Replaces the output format with one of another rate.
  ///
  /// - Throws: ``CodecError/unsupportedFormat`` if the conversion is unsupported.
  func setOutput(_ output: StreamFormat) throws(CodecError) {
    let pcm = input.isLinearPCM ? input : .interleavedFloats(like: input)
    guard let floats = FloatConversion(from: pcm, to: output) else { throw .unsupportedFormat }
    self.floats = floats
    self.output = output
  }

  /// Changes the dithering.
  func setDither(_ settings: DitherSettings) {
    ditherSettings = settings
    dither = settings.dither(to: output)
    findDirectPath()
  }

  /// Prepares for a new stream of the same format.
  func reset(_ settings: RateSettings) {
    floats.reset(settings)
    integers.reset()
    dither?.reset()
  }

  /// Whether samples go directly from the input to the output.
  var isDirect: Bool {
    !isEncoding && mixer == nil && input.sampleRate == output.sampleRate && !losesBits
  }

  private func findDirectPath() {
    directPath = !isDecoding && isDirect ? samples?.directPath : nil
  }

  /// Whether dither applies to samples that would otherwise stay unchanged.
  var losesBits: Bool { dither != nil && !ditherSettings.keeps(input, to: output) }

  /// Whether each input frame becomes one output frame.
  var convertsFrameByFrame: Bool {
    input.framesPerPacket == 1 && output.framesPerPacket == 1
      && input.sampleRate == output.sampleRate && output.bytesPerPacket > 0
  }

  /// The channels to read.
  ///
  /// If a mixer follows, these are all input channels.
  var readingMap: [Int?] {
    mixer == nil ? channelMap : (0..<input.channelCount).map { $0 }
  }
}
