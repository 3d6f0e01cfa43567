internal import AudioCodecs
internal import AudioModel
internal import AudioProcessing

/// Transfers integers between lossless codecs and PCM unchanged.
///
/// Float32 only holds 24 bits.
///
/// It applies if the conversion changes nothing but the order of channels. Its buffers can be
/// converted to Float32, because that may become necessary in the middle of a stream.
final class IntegerConversion {
  /// Converters for decoded integers, exact or rounding, or `nil` if the output is not integers.
  private let writers: (exact: SampleConverter, rounding: SampleConverter)?
  /// A converter from lent planes to the output.
  ///
  /// `nil` if the decoder does not output integers or does not exist yet.
  private(set) var planes: SampleConverter?
  private let formats: (input: StreamFormat, output: StreamFormat)
  /// Bits per sample of the output.
  private let outputBitCount: Int
  /// Reads the input, or `nil` if the input is not integers.
  private let reader: IntegerReader?
  private let inputChannelCount: Int
  /// Decoded samples, interleaved.
  ///
  /// ``PacketDecoding/firstDecodedFrame`` counts the consumed frames, as for decoded floats.
  var decoded: [Int32] = []
  /// Interleaved samples for the encoder.
  ///
  /// Those before ``firstReady`` have been taken.
  private(set) var ready: [Int32] = []
  private(set) var firstReady = 0

  init(from input: StreamFormat, to output: StreamFormat) {
    formats = (input, output)
    let bits = PCMLayout(output)?.integerBitCount
    let decoded = StreamFormat.interleavedIntegers(like: input)
    if bits != nil, let exact = SampleConverter(from: decoded, to: output),
      let rounding = SampleConverter(from: decoded, to: output, roundsIntegers: true)
    {
      writers = (exact, rounding)
    } else {
      writers = nil
    }
    outputBitCount = bits ?? 0
    reader = IntegerReader(input)
    inputChannelCount = input.channelCount
  }

  /// Whether the output consists of integers.
  var writesIntegers: Bool { writers != nil }

  /// Sets the bit depth of decoded samples, or `nil` if the decoder does not output integers.
  func setBitDepth(_ bitDepth: Int?, map: [Int?]) {
    guard let bitDepth, writesIntegers else { return planes = nil }
    planes = SampleConverter(
      from: .integerPlanes(like: formats.input, bitCount: bitDepth), to: formats.output,
      roundsIntegers: true)
    planes?.channelMap = map
  }

  /// Sets the channel map for decoded frames.
  func setChannelMap(_ map: [Int?]) {
    writers?.exact.channelMap = map
    writers?.rounding.channelMap = map
    planes?.channelMap = map
  }

  /// Writes decoded frames with the given bit depth.
  ///
  /// - Precondition: ``writesIntegers``.
  func writeDecoded(
    _ count: Int, at frame: Int, bitDepth: Int, into destination: any SampleOutput,
    at outputFrame: Int
  ) {
    guard let writers else { preconditionFailure("the output is not integer PCM") }
    let writer = bitDepth <= outputBitCount ? writers.exact : writers.rounding
    writer.convert(count, from: decoded, at: frame, into: destination, at: outputFrame)
  }

  /// Whether the input consists of integers.
  var readsIntegers: Bool { reader != nil }

  func reset() {
    decoded.removeAll(keepingCapacity: true)
    ready.removeAll(keepingCapacity: true)
    firstReady = 0
  }

  /// Reads frames of linear PCM for the encoder.
  func read(_ count: Int, from source: any SampleInput, at frame: Int, map: [Int?]) {
    reader?.append(count, from: source, at: frame, to: &ready, map: map)
  }

  /// Reads decoded frames for the encoder.
  func readDecoded(_ count: Int, at frame: Int, map: [Int?]) {
    let width = inputChannelCount
    ready.reserveCapacity(ready.count + count * map.count)
    for index in frame..<frame + count {
      for channel in map { ready.append(channel.map { decoded[index * width + $0] } ?? 0) }
    }
  }

  /// Samples ready for the encoder.
  var readyCount: Int { ready.count - firstReady }

  /// Removes encoded samples.
  func take(_ count: Int) {
    firstReady += count
    guard firstReady == ready.count else { return }
    ready.removeAll(keepingCapacity: true)
    firstReady = 0
  }

  /// Removes the samples ready for the encoder, and returns them as Float32.
  func takeReadyFloats() -> [Float] {
    let floats = ready[firstReady...].map { Float($0) * 0x1p-31 }
    take(readyCount)
    return floats
  }

  /// Removes the decoded samples, and returns them as Float32.
  func takeDecodedFloats() -> [Float] {
    let floats = decoded.map { Float($0) * 0x1p-31 }
    decoded.removeAll(keepingCapacity: true)
    return floats
  }
}
