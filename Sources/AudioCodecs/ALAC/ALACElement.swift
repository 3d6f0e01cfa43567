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
    if isPair {
      try readChannel(&other, sampleBits, &bits, &second)
      if mixWeight != 0 { unmix(&first, &second, mixBits, mixWeight) }
    }
    if lowBitCount > 0 {
      if isPair { addLowBits(&first, &second, &lowBits) } else { addLowBits(&first, &lowBits) }
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
  private func unmix(
    _ first: inout [Int32], _ second: inout [Int32], _ mixBits: Int32, _ weight: Int32
  ) {
    var one = first.mutableSpan
    var other = second.mutableSpan
    for index in 0..<frameCount {
      let difference = other[index]
      let left = one[index] &+ difference &- (weight &* difference) >> mixBits
      one[index] = left
      other[index] = left &- difference
    }
  }

  /// Puts the low bits of two channels, which lie side by side, below their samples.
  private func addLowBits(
    _ first: inout [Int32], _ second: inout [Int32], _ bits: inout PacketBits
  ) {
    let shift = UInt32(lowBitCount)
    let mask: UInt32 = 1 << shift - 1
    var one = first.mutableSpan
    var other = second.mutableSpan
    for index in 0..<frameCount {
      let pair = bits.read(2 * lowBitCount)
      one[index] = one[index] &<< Int32(lowBitCount) | Int32(bitPattern: pair &>> shift)
      other[index] = other[index] &<< Int32(lowBitCount) | Int32(bitPattern: pair & mask)
    }
  }

  private func addLowBits(_ samples: inout [Int32], _ bits: inout PacketBits) {
    var all = samples.mutableSpan
    for index in 0..<frameCount {
      all[index] = all[index] &<< Int32(lowBitCount) | Int32(bitPattern: bits.read(lowBitCount))
    }
  }
}
