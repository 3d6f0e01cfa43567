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

  /// Reads the samples: of the left or only channel, of the right one, and room for low bits.
  mutating func read(
    _ bits: inout PacketBits, _ first: inout [Int32], _ second: inout [Int32],
    _ lowBits: inout [Int32]
  ) throws(CodecError) {
    if isPlain {
      readPlain(&bits, &first, &second)
    } else {
      try readPredicted(&bits, &first, &second, &lowBits)
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
    _ bits: inout PacketBits, _ first: inout [Int32], _ second: inout [Int32],
    _ lowBits: inout [Int32]
  ) throws(CodecError) {
    // The difference of two channels takes a bit more.
    let sampleBits = configuration.bitDepth - lowBitCount + (isPair ? 1 : 0)
    guard sampleBits <= 32, configuration.riceLimit > 0 else { throw .badPacket }
    let mixBits = Int32(bits.read(8))
    let mixWeight = bits.readSigned(8)
    guard mixBits < 32 else { throw .badPacket }
    var one = readHead(&bits)
    var other = isPair ? readHead(&bits) : one
    if lowBitCount > 0 { readLowBits(&bits, &lowBits) }
    try one.residuals.read(frameCount, sampleBits: sampleBits, from: &bits, into: &first)
    one.predictor.restore(&first, frameCount, sampleBits: sampleBits)
    if isPair {
      try other.residuals.read(frameCount, sampleBits: sampleBits, from: &bits, into: &second)
      other.predictor.restore(&second, frameCount, sampleBits: sampleBits)
      if mixWeight != 0 { unmix(&first, &second, mixBits, mixWeight) }
    }
    if lowBitCount > 0 { addLowBits(&first, &second, lowBits) }
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

  private func readLowBits(_ bits: inout PacketBits, _ lowBits: inout [Int32]) {
    let count = frameCount * (isPair ? 2 : 1)
    lowBits.removeAll(keepingCapacity: true)
    for _ in 0..<count { lowBits.append(Int32(bits.read(lowBitCount))) }
  }

  /// Makes left and right of a weighted mean and a difference.
  private func unmix(
    _ first: inout [Int32], _ second: inout [Int32], _ mixBits: Int32, _ weight: Int32
  ) {
    for index in 0..<frameCount {
      let difference = second[index]
      let left = first[index] &+ difference &- (weight &* difference) >> mixBits
      first[index] = left
      second[index] = left &- difference
    }
  }

  private func addLowBits(
    _ first: inout [Int32], _ second: inout [Int32], _ lowBits: [Int32]
  ) {
    let shift = Int32(lowBitCount)
    for index in 0..<frameCount {
      if isPair {
        first[index] = first[index] << shift | lowBits[2 * index]
        second[index] = second[index] << shift | lowBits[2 * index + 1]
      } else {
        first[index] = first[index] << shift | lowBits[index]
      }
    }
  }
}
