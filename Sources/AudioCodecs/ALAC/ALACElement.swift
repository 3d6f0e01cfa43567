/// One or two channels of a packet.
struct ALACElement {
  let frameCount: Int
  private let configuration: ALACConfiguration
  private let isPair: Bool
  /// How two channels are made of a mean and a difference; a weight of 0 where they are what was predicted.
  private var mix = (bits: Int32(0), weight: Int32(0))
  /// The bits that stand apart, from the first of them on.
  private var lowBits: PacketBits
  /// Bits of each sample that stand apart, unpredicted.
  private let lowBitCount: Int
  private let isPlain: Bool

  /// Reads the head of an element, behind its type.
  init(
    _ bits: inout PacketBits, _ configuration: ALACConfiguration, channelCount: Int
  ) throws(CodecError) {
    self.configuration = configuration
    isPair = channelCount == 2
    lowBits = bits
    // A number that tells elements of a type apart.
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

  /// Reads what was predicted, or plain samples: of the left or only channel, and of the right one.
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
    // The difference of two channels takes a bit more.
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

  /// Reads the samples of one channel, as they were predicted.
  private func readChannel(
    _ head: inout (predictor: ALACPredictor, residuals: ALACResiduals), _ sampleBits: Int,
    _ bits: inout PacketBits, _ samples: inout [Int32]
  ) throws(CodecError) {
    var reader = ALACResidualReader(head.residuals, bits, sampleBits: sampleBits)
    head.predictor.restore(&samples, frameCount, sampleBits: sampleBits, from: &reader)
    bits = try reader.finish()
  }

  /// How one channel was coded.
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

  /// Makes left and right of a weighted mean and a difference.
  @inline(__always)
  private static func unmix(
    _ mean: Int32, _ difference: Int32, _ mixBits: Int32, _ weight: Int32
  ) -> (Int32, Int32) {
    let left = mean &+ difference &- (weight &* difference) &>> mixBits
    return (left, left &- difference)
  }

  /// Makes the samples of what was predicted, and puts them among those of the other channels.
  ///
  /// - Parameters:
  ///   - first: What was read.
  ///   - second: The same.
  ///   - samples: Room for all channels.
  ///   - start: The place of the first sample; that of the right channel, where there is one, is behind it.
  ///   - channelCount: Places from sample to sample.
  ///   - sample: Makes a sample of a number.
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

  /// `hasLowBits` is a constant wherever it is given, so that the loop does not ask.
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
        // Those of both channels lie side by side.
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
