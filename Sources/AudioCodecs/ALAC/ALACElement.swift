/// One or two channels of a packet.
struct ALACElement {
  let frameCount: Int
  private let configuration: ALACConfiguration
  private let isPair: Bool
  /// Bits of each sample that stand apart, unpredicted.
  private let lowBitCount: Int
  private let isPlain: Bool

  /// Reads the head of an element, behind its type.
  init(
    _ bits: inout PacketBits, _ configuration: ALACConfiguration, channelCount: Int
  ) throws(CodecError) {
    self.configuration = configuration
    isPair = channelCount == 2
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

  /// Reads the samples: of the left or only channel, and of the right one.
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

  private func readPredicted(
    _ bits: inout PacketBits, _ first: inout [Int32], _ second: inout [Int32]
  ) throws(CodecError) {
    // The difference of two channels takes a bit more.
    let sampleBits = configuration.bitDepth - lowBitCount + (isPair ? 1 : 0)
    guard sampleBits <= 32, configuration.riceLimit > 0 else { throw .badPacket }
    let mixBits = Int32(bits.read(8))
    let mixWeight = bits.readSigned(8)
    guard mixBits < 32 else { throw .badPacket }
    var one = readHead(&bits)
    var other = isPair ? readHead(&bits) : one
    var lowBits = bits
    bits.skip(frameCount * lowBitCount * (isPair ? 2 : 1))
    try readChannel(&one, sampleBits, &bits, &first)
    guard isPair else {
      addLowBits(&first, &lowBits)
      return
    }
    try readChannel(&other, sampleBits, &bits, &second)
    switch (mixWeight != 0, lowBitCount > 0) {
    case (false, false): break
    case (false, true): finish(&first, &second, &lowBits) { ($0, $1) }
    case (true, false): finish(&first, &second) { Self.unmix($0, $1, mixBits, mixWeight) }
    case (true, true):
      finish(&first, &second, &lowBits) { Self.unmix($0, $1, mixBits, mixWeight) }
    }
  }

  /// Reads the samples of one channel, as they were predicted.
  private func readChannel(
    _ head: inout (predictor: ALACPredictor, residuals: ALACResiduals), _ sampleBits: Int,
    _ bits: inout PacketBits, _ samples: inout [Int32]
  ) throws(CodecError) {
    var reader = ALACResidualReader(head.residuals, bits, frameCount, sampleBits: sampleBits)
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

  /// Makes the samples of two channels of what was predicted.
  @inline(__always)
  private func finish(
    _ first: inout [Int32], _ second: inout [Int32],
    _ channels: (_ one: Int32, _ other: Int32) -> (Int32, Int32)
  ) {
    var one = first.mutableSpan
    var other = second.mutableSpan
    for index in 0..<frameCount { (one[index], other[index]) = channels(one[index], other[index]) }
  }

  /// Makes the samples of two channels of what was predicted, and puts their low bits, which lie side by side, below.
  @inline(__always)
  private func finish(
    _ first: inout [Int32], _ second: inout [Int32], _ bits: inout PacketBits,
    _ channels: (_ one: Int32, _ other: Int32) -> (Int32, Int32)
  ) {
    let shift = Int32(lowBitCount)
    let (drop, pairBits) = (UInt64(64 - lowBitCount), UInt64(2 * lowBitCount))
    var one = first.mutableSpan
    var other = second.mutableSpan
    // The low bits of 4 frames, or of 2.
    var word: UInt64 = 0
    let framesPerWord = 32 / lowBitCount
    var framesInWord = 0
    for index in 0..<frameCount {
      if framesInWord == 0 {
        word = bits.word
        bits.skip(64)
        framesInWord = framesPerWord
      }
      framesInWord &-= 1
      let (left, right) = channels(one[index], other[index])
      one[index] = left &<< shift | Int32(truncatingIfNeeded: word &>> drop)
      other[index] =
        right &<< shift | Int32(truncatingIfNeeded: (word &<< UInt64(shift)) &>> drop)
      word = word &<< pairBits
    }
  }

  private func addLowBits(_ samples: inout [Int32], _ bits: inout PacketBits) {
    guard lowBitCount > 0 else { return }
    var all = samples.mutableSpan
    for index in 0..<frameCount {
      all[index] = all[index] &<< Int32(lowBitCount) | Int32(bitPattern: bits.read(lowBitCount))
    }
  }
}
