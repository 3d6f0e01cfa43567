/// Reads residuals one by one.
///
/// Source: the Apple Lossless format specification, "Adaptive Golomb-Rice coding".
struct ALACResidualReader {
  private var bits: PacketBits
  private let code: ALACResiduals
  private let sampleBits: Int
  /// 64 less the bits of a remainder at most.
  private let leastDrop: Int
  /// The next bits, as ``PacketBits/readGolomb(_:divisor:drop:plainBits:)`` needs them.
  private var ahead: UInt64
  /// Residuals that are not read yet.
  private var left: Int
  private var mean: UInt32
  private var isBehindRun: UInt32 = 0
  /// Zeros of a run that are still to come.
  private var zeros = 0
  /// Whether a run went beyond the residuals or the packet.
  private var isBroken = false

  /// Reads `count` residuals of `sampleBits` bits.
  init(_ code: ALACResiduals, _ bits: PacketBits, _ count: Int, sampleBits: Int) {
    self.code = code
    self.bits = bits
    self.sampleBits = sampleBits
    leastDrop = 64 - code.limit
    ahead = bits.word
    left = count
    mean = code.initialHistory
  }

  /// The bits behind the residuals.
  ///
  /// - Throws: ``CodecError/badPacket`` where a run of zeros went beyond them, or the packet ended within.
  func finish() throws(CodecError) -> PacketBits {
    if isBroken || bits.isOverrun { throw .badPacket }
    return bits
  }

  /// Reads the next `count` residuals to the start of `residuals`.
  mutating func read(_ count: Int, into residuals: inout [Int32]) {
    var all = residuals.mutableSpan
    for index in 0..<count { all[index] = next() }
  }

  /// The next residual.
  @inline(__always)
  mutating func next() -> Int32 {
    left &-= 1
    if zeros > 0 {
      zeros &-= 1
      return 0
    }
    // A remainder has a bit less than what 512ths of the mean, and 3, take.
    let drop = max((UInt64(mean) &+ 3 << 9).leadingZeroBitCount &+ 10, leastDrop)
    let number = bits.readGolomb(
      &ahead, divisor: UInt32(truncatingIfNeeded: UInt64.max &>> UInt64(drop)), drop: drop,
      plainBits: sampleBits)
    // After a run of zeros there is no zero, so that its number is free for 1.
    let folded = number &+ isBehindRun
    isBehindRun = 0
    mean = code.historyMultiplier &* folded &+ mean &- (code.historyMultiplier &* mean) >> 9
    if number > 0xFFFF { mean = 0xFFFF }
    if mean << 2 < 512, left > 0 { self = behindRun() }
    let half = Int32(bitPattern: (folded >> 1) &+ (folded & 1))
    let sign = 0 &- Int32(bitPattern: folded & 1)
    return (half ^ sign) &- sign
  }

  /// Reads how many zeros follow.
  ///
  /// Neither inlined nor mutating: the reader's parts can be in registers all the while that no zeros follow.
  @inline(never)
  private func behindRun() -> Self {
    var reader = self
    let runBits = mean.leadingZeroBitCount - 24 + Int((mean &+ 16) >> 6)
    let most: UInt32 = 1 << UInt32(code.limit) &- 1
    let run = Int(
      reader.bits.readGolomb(
        &reader.ahead, divisor: (1 << UInt32(runBits) &- 1) & most, drop: 64 - runBits,
        plainBits: 16))
    reader.isBehindRun = run >= 0xFFFF ? 0 : 1
    reader.mean = 0
    // A damaged packet must not make zeros of the zeros behind it until all are read.
    reader.isBroken = isBroken || run > left || reader.bits.isOverrun
    reader.zeros = reader.isBroken ? left : run
    return reader
  }
}
