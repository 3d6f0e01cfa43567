/// One or two channels of a packet.
struct ALACElement {
  let frameCount: Int
  private let configuration: ALACConfiguration
  private let isPair: Bool
  /// How to derive two channels from a mean and a difference.
  ///
  /// A weight of 0 means no mixing.
  private var mix = (bits: Int32(0), weight: Int32(0))
  /// The separate low bits, from the first sample on.
  private var lowBits: PacketBits
  /// The number of separate, unpredicted low bits per sample.
  private let lowBitCount: Int
  private let isPlain: Bool

  /// Reads the header of an element, after its type.
  init(
    _ bits: inout PacketBits, _ configuration: ALACConfiguration, channelCount: Int
  ) throws(CodecError) {
    self.configuration = configuration
    isPair = channelCount == 2
    lowBits = bits
    // The instance number among elements of the same type.
    _ = bits.read(4)
    guard bits.read(12) == 0 else { throw .badPacket }
    let hasCount = bits.read(1) == 1
    let lowBytes = Int(bits.read(2))
    isPlain = bits.read(1) == 1
    lowBitCount = isPlain ? 0 : lowBytes * 8
    frameCount = hasCount ? Int(bits.read(32)) : configuration.framesPerPacket
    guard frameCount <= configuration.framesPerPacket, lowBytes < 3,
      lowBitCount < configuration.bitDepth
    else { throw .badPacket }
  }

  /// Reads predicted or uncompressed samples of the left or only channel, and of the right one.
  mutating func read(
    _ bits: inout PacketBits, _ first: inout [Int32], _ second: inout [Int32]
  ) throws(CodecError) {
    if isPlain {
      readPlain(&bits, &first, &second)
    } else {
      try readPredicted(&bits, &first, &second)
    }
    if bits.isOverrun { throw .badPacket }
  }

  private func readPlain(_ bits: inout PacketBits, _ first: inout [Int32], _ second: inout [Int32])
  {
    for index in 0..<frameCount {
      first[index] = bits.readSigned(configuration.bitDepth)
      if isPair { second[index] = bits.readSigned(configuration.bitDepth) }
    }
  }

  private mutating func readPredicted(
    _ bits: inout PacketBits, _ first: inout [Int32], _ second: inout [Int32]
  ) throws(CodecError) {
    // The difference of two channels needs one more bit.
    let sampleBits = configuration.bitDepth - lowBitCount + (isPair ? 1 : 0)
    guard sampleBits <= 32, configuration.riceLimit > 0 else { throw .badPacket }
    let mixBits = Int32(bits.read(8))
    let mixWeight = bits.readSigned(8)
    guard mixBits < 32 else { throw .badPacket }
    mix = (mixBits, isPair ? mixWeight : 0)
    var one = readHead(&bits)
    var other = isPair ? readHead(&bits) : one
    lowBits = bits
    bits.skip(frameCount * lowBitCount * (isPair ? 2 : 1))
    try readChannel(&one, sampleBits, &bits, &first)
    if isPair { try readChannel(&other, sampleBits, &bits, &second) }
  }

  /// Reads the predicted samples of one channel.
  private func readChannel(
    _ head: inout (predictor: ALACPredictor, residuals: ALACResiduals), _ sampleBits: Int,
    _ bits: inout PacketBits, _ samples: inout [Int32]
  ) throws(CodecError) {
    var reader = ALACResidualReader(head.residuals, bits, sampleBits: sampleBits)
    head.predictor.restore(&samples, frameCount, sampleBits: sampleBits, from: &reader)
    bits = try reader.finish()
  }

  /// Reads the coding parameters of one channel.
  private func readHead(
    _ bits: inout PacketBits
  ) -> (predictor: ALACPredictor, residuals: ALACResiduals) {
    let mode = Int(bits.read(4))
    let shift = Int32(bits.read(4))
    let factor = bits.read(3)
    let order = Int(bits.read(5))
    let coefficients = (0..<order).map { _ in bits.readSigned(16) }
    return (
      ALACPredictor(mode: mode, shift: shift, coefficients: coefficients),
      ALACResiduals(
        historyMultiplier: configuration.riceHistoryMultiplier * factor / 4,
        initialHistory: configuration.riceInitialHistory, limit: configuration.riceLimit)
    )
  }

  /// Converts a weighted mean and a difference to left and right.
  @inline(__always)
  private static func unmix(
    _ mean: Int32, _ difference: Int32, _ mixBits: Int32, _ weight: Int32
  ) -> (Int32, Int32) {
    let left = mean &+ difference &- (weight &* difference) &>> mixBits
    return (left, left &- difference)
  }

  /// Converts the decoded values to samples, and interleaves them with the other channels.
  ///
  /// - Parameters:
  ///   - first: The decoded values of the left or only channel.
  ///   - second: The decoded values of the right channel.
  ///   - samples: Memory for all channels.
  ///   - start: The index of the first sample. The right channel, if any, follows directly.
  ///   - channelCount: The distance between samples of one channel.
  ///   - sample: Converts an integer to a sample.
  @inline(__always)
  func write<Sample>(
    _ first: [Int32], _ second: [Int32], into samples: inout MutableSpan<Sample>, at start: Int,
    of channelCount: Int, _ sample: (Int32) -> Sample
  ) {
    let (bits, weight) = mix
    switch (isPair, weight != 0, lowBitCount > 0) {
    case (false, _, _):
      writeSingle(first, into: &samples, start, channelCount, sample)
    case (true, false, false):
      writePair(first, second, into: &samples, start, channelCount, hasLowBits: false, sample) {
        ($0, $1)
      }
    case (true, true, false):
      writePair(first, second, into: &samples, start, channelCount, hasLowBits: false, sample) {
        Self.unmix($0, $1, bits, weight)
      }
    case (true, false, true):
      writePair(first, second, into: &samples, start, channelCount, hasLowBits: true, sample) {
        ($0, $1)
      }
    case (true, true, true):
      writePair(first, second, into: &samples, start, channelCount, hasLowBits: true, sample) {
        Self.unmix($0, $1, bits, weight)
      }
    }
  }

  @inline(__always)
  private func writeSingle<Sample>(
    _ first: [Int32], into samples: inout MutableSpan<Sample>, _ start: Int, _ channelCount: Int,
    _ sample: (Int32) -> Sample
  ) {
    let one = first.span
    var bits = lowBits
    let shift = Int32(lowBitCount)
    var position = start
    for index in 0..<frameCount {
      samples[position] = sample(one[index] &<< shift | Int32(bitPattern: bits.read(lowBitCount)))
      position &+= channelCount
    }
  }

  /// Writes two channels.
  ///
  /// All callers pass a constant `hasLowBits`, so that the loop has no branch.
  @inline(__always)
  private func writePair<Sample>(
    _ first: [Int32], _ second: [Int32], into samples: inout MutableSpan<Sample>, _ start: Int,
    _ channelCount: Int, hasLowBits: Bool, _ sample: (Int32) -> Sample,
    _ channels: (_ one: Int32, _ other: Int32) -> (Int32, Int32)
  ) {
    let one = first.span.extracting(first: frameCount)
    let other = second.span.extracting(first: frameCount)
    var bits = lowBits
    let shift = Int32(lowBitCount)
    let drop = UInt64(64 - lowBitCount)
    var position = start
    for index in 0..<frameCount {
      var (left, right) = channels(one[index], other[index])
      if hasLowBits {
        // The low bits of both channels are adjacent.
        let word = bits.word
        bits.skip(2 * lowBitCount)
        left = left &<< shift | Int32(truncatingIfNeeded: word &>> drop)
        right = right &<< shift | Int32(truncatingIfNeeded: (word &<< UInt64(shift)) &>> drop)
      }
      samples[position] = sample(left)
      samples[position &+ 1] = sample(right)
      position &+= channelCount
    }
  }
}
