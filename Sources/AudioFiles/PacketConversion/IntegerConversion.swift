internal import AudioCodecs
internal import AudioModel
internal import AudioProcessing

/// The way past Float32, which holds 24 bits: whole numbers from a lossless decoder, or to a lossless encoder, as they are.
///
/// It is gone where nothing but the places of the channels changes on the way. All that is held here can go the other way, too, since
/// that may come to be wanted in the middle of a stream.
final class IntegerConversion {
  /// What decoded whole numbers go through on their way out, as they are or rounded; `nil` where the output has none.
  private let writers: (exact: SampleConverter, rounding: SampleConverter)?
  /// The way from planes that a decoder lends to the output; `nil` where it has no whole numbers, or the decoder is still to come.
  private(set) var planes: SampleConverter?
  private let formats: (input: StreamFormat, output: StreamFormat)
  /// Bits that the output has room for.
  private let outputBitCount: Int
  /// What reads the input; `nil` where that has no whole numbers.
  private let reader: IntegerReader?
  private let inputChannelCount: Int
  /// Decoded samples, interleaved; those that are used are counted with the decoded floats.
  var decoded: [Int32] = []
  /// Samples on their way to an encoder, interleaved, of which those before ``firstReady`` were taken.
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

  /// Whether the output is whole numbers.
  var writesIntegers: Bool { writers != nil }

  /// Takes note of how many bits decoded samples have; `nil` where none are decoded to whole numbers.
  func setBitDepth(_ bitDepth: Int?, map: [Int?]) {
    guard let bitDepth, writesIntegers else { return planes = nil }
    planes = SampleConverter(
      from: .integerPlanes(like: formats.input, bitCount: bitDepth), to: formats.output,
      roundsIntegers: true)
    planes?.channelMap = map
  }

  /// Gives decoded frames on their way out their channels.
  func setChannelMap(_ map: [Int?]) {
    writers?.exact.channelMap = map
    writers?.rounding.channelMap = map
    planes?.channelMap = map
  }

  /// Writes decoded frames of so many bits.
  ///
  /// - Precondition: ``writesIntegers``.
  func writeDecoded(
    _ count: Int, at frame: Int, bitDepth: Int, into destination: any SampleOutput,
    at outputFrame: Int
  ) {
    guard let writers else { preconditionFailure("the output has no whole numbers") }
    let writer = bitDepth <= outputBitCount ? writers.exact : writers.rounding
    writer.convert(count, from: decoded, at: frame, into: destination, at: outputFrame)
  }

  /// Whether the input is whole numbers.
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

  /// Samples that wait for the encoder.
  var readyCount: Int { ready.count - firstReady }

  /// Takes note that samples were encoded.
  func take(_ count: Int) {
    firstReady += count
    guard firstReady == ready.count else { return }
    ready.removeAll(keepingCapacity: true)
    firstReady = 0
  }

  /// Takes out what waits for the encoder, as Float32.
  func takeReadyFloats() -> [Float] {
    let floats = ready[firstReady...].map { Float($0) * 0x1p-31 }
    take(readyCount)
    return floats
  }

  /// Takes out what was decoded, as Float32.
  func takeDecodedFloats() -> [Float] {
    let floats = decoded.map { Float($0) * 0x1p-31 }
    decoded.removeAll(keepingCapacity: true)
    return floats
  }
}
