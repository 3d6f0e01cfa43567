/// Reads residuals one by one.
///
/// Source: the Apple Lossless format specification, "Adaptive Golomb-Rice coding".
struct ALACResidualReader {
  /// What is read, and how it was coded.
  let source: Source
  /// How far it has been read.
  var state: State

  /// Reads residuals of `sampleBits` bits.
  init(_ code: ALACResiduals, _ bits: PacketBits, sampleBits: Int) {
    source = Source(
      bytes: bits.bytes, code: code, sampleBits: sampleBits, leastDrop: 64 - code.limit,
      mostBits: PacketBytes.wordBits - 10 - code.limit)
    state = State(
      position: bits.position, ahead: bits.bytes.word(at: bits.position), mean: code.initialHistory)
  }

  /// The bits behind the residuals.
  ///
  /// - Throws: ``CodecError/badPacket`` where a run of zeros went beyond them, or the packet ended within.
  func finish() throws(CodecError) -> PacketBits {
    let bits = PacketBits(source.bytes, at: state.position)
    if state.isBroken || bits.isOverrun { throw .badPacket }
    return bits
  }

  /// Reads the next `count` residuals to the start of `residuals`.
  ///
  /// - Parameters:
  ///   - count: How many are wanted.
  ///   - total: How many there are still, these included.
  ///   - residuals: Room for them.
  mutating func read(_ count: Int, of total: Int, into residuals: inout [Int32]) {
    var all = residuals.mutableSpan
    for index in 0..<count { all[index] = state.next(of: total &- index, from: source) }
  }

  /// What does not change while residuals are read.
  struct Source {
    fileprivate let bytes: PacketBytes
    fileprivate let code: ALACResiduals
    fileprivate let sampleBits: Int
    /// 64 less the bits of a remainder at most.
    fileprivate let leastDrop: Int
    /// Bits of a number at most behind which a word still has those of the next: a row of nine, its end and a remainder.
    fileprivate let mostBits: Int
  }

  /// What does: nothing but numbers, all of which can be in registers.
  struct State {
    /// Bits from the start of the packet to the next.
    fileprivate var position: Int
    /// The next bits, as ``PacketBytes/golomb(at:_:divisor:drop:most:plainBits:)`` needs them.
    fileprivate var ahead: UInt64
    fileprivate var mean: UInt32
    fileprivate var isBehindRun: UInt32 = 0
    /// Zeros of a run that are still to come.
    fileprivate var zeros = 0
    /// Whether a run went beyond the residuals or the packet.
    fileprivate var isBroken = false
  }
}

extension ALACResidualReader.State {
  /// The next residual, where there are still so many.
  @inline(__always)
  mutating func next(of total: Int, from source: ALACResidualReader.Source) -> Int32 {
    if zeros > 0 {
      zeros &-= 1
      return 0
    }
    // A remainder has a bit less than what 512ths of the mean, and 3, take.
    let drop = max((UInt64(mean) &+ 3 << 9).leadingZeroBitCount &+ 10, source.leastDrop)
    let number = source.bytes.golomb(
      at: &position, &ahead, divisor: UInt32(truncatingIfNeeded: UInt64.max &>> UInt64(drop)),
      drop: drop, most: source.mostBits, plainBits: source.sampleBits)
    // After a run of zeros there is no zero, so that its number is free for 1.
    let folded = number &+ isBehindRun
    isBehindRun = 0
    let multiplier = source.code.historyMultiplier
    mean = multiplier &* folded &+ mean &- (multiplier &* mean) >> 9
    if number > 0xFFFF { mean = 0xFFFF }
    if mean < 128, total > 1 { readRun(of: total &- 1, from: source) }
    let half = Int32(bitPattern: (folded >> 1) &+ (folded & 1))
    let sign = 0 &- Int32(bitPattern: folded & 1)
    return (half ^ sign) &- sign
  }

  /// Reads how many of so many residuals are zeros.
  @inline(__always)
  private mutating func readRun(of total: Int, from source: ALACResidualReader.Source) {
    let run = source.run(at: position, ahead, mean: mean)
    (position, ahead) = (run.position, run.ahead)
    isBehindRun = run.length >= 0xFFFF ? 0 : 1
    mean = 0
    // A damaged packet must not make zeros of the zeros behind it until all are read.
    if run.length > total || source.bytes.isBehindEnd(position) { isBroken = true }
    zeros = isBroken ? total : run.length
  }
}

extension ALACResidualReader.Source {
  /// Reads the length of a run of zeros.
  ///
  /// Not inlined: it is seldom wanted.
  @inline(never)
  fileprivate func run(
    at position: Int, _ ahead: UInt64, mean: UInt32
  ) -> (length: Int, position: Int, ahead: UInt64) {
    var (position, ahead) = (position, ahead)
    let runBits = mean.leadingZeroBitCount - 24 + Int((mean &+ 16) >> 6)
    let length = bytes.golomb(
      at: &position, &ahead, divisor: 1 << UInt32(min(runBits, code.limit)) &- 1,
      drop: 64 - runBits, most: mostBits, plainBits: 16)
    return (Int(length), position, ahead)
  }
}
