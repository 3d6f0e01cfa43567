/// The residuals of one channel: Golomb codes whose parameter follows the mean of what came before, with runs of
/// zeros where that mean is small.
///
/// Source: the Apple Lossless format specification, "Adaptive Golomb-Rice coding".
struct ALACResiduals {
  /// How quickly the mean is forgotten, in 512ths.
  var historyMultiplier: UInt32
  var initialHistory: UInt32
  /// Bits of a remainder at most.
  var limit: Int

  /// Reads `count` residuals of `sampleBits` bits.
  ///
  /// - Precondition: `residuals` holds `count` elements at least.
  /// - Throws: ``CodecError/badPacket`` where a run of zeros goes beyond them.
  func read(
    _ count: Int, sampleBits: Int, from bits: inout PacketBits, into residuals: inout [Int32]
  ) throws(CodecError) {
    var mean = initialHistory
    var isBehindRun: UInt32 = 0
    var index = 0
    while index < count {
      let remainderBits = min(31 - ((mean >> 9) &+ 3).leadingZeroBitCount, limit)
      let number = bits.readGolomb(
        divisor: 1 << UInt32(remainderBits) &- 1, remainderBits: remainderBits,
        plainBits: sampleBits)
      // After a run of zeros there is no zero, so that its number is free for 1.
      let folded = number &+ isBehindRun
      let half = Int32(bitPattern: (folded >> 1) &+ (folded & 1))
      residuals[index] = folded & 1 == 0 ? half : 0 &- half
      index += 1
      mean = historyMultiplier &* folded &+ mean &- (historyMultiplier &* mean) >> 9
      if number > 0xFFFF { mean = 0xFFFF }
      isBehindRun = 0
      guard mean << 2 < 512, index < count else { continue }
      let runBits = mean.leadingZeroBitCount - 24 + Int((mean &+ 16) >> 6)
      let most: UInt32 = 1 << UInt32(limit) &- 1
      let run = Int(
        bits.readGolomb(
          divisor: (1 << UInt32(runBits) &- 1) & most, remainderBits: runBits, plainBits: 16))
      guard run <= count - index else { throw .badPacket }
      for offset in index..<index + run { residuals[offset] = 0 }
      index += run
      isBehindRun = run >= 0xFFFF ? 0 : 1
      mean = 0
      // A damaged packet must not make zeros of the zeros behind it until all are read.
      if bits.isOverrun { throw .badPacket }
    }
    if bits.isOverrun { throw .badPacket }
  }
}
