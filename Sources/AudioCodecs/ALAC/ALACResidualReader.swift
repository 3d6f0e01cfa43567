/// Reads residuals one by one.
///
/// Source: the Apple Lossless format specification, "Adaptive Golomb-Rice coding".
struct ALACResidualReader {
  /// The input and its coding parameters.
  let source: Source
  /// The current position.
  var state: State

  /// Creates a reader of residuals of `sampleBits` bits.
  init(_ code: ALACResiduals, _ bits: PacketBits, sampleBits: Int) {
    source = Source(
      bytes: bits.bytes, code: code, sampleBits: sampleBits, leastDrop: 64 - code.limit,
      mostBits: PacketBytes.wordBits - 10 - code.limit)
    state = State(
      position: bits.position, ahead: bits.bytes.word(at: bits.position), mean: code.initialHistory)
  }

  /// Returns the bits after the residuals.
  ///
  /// - Throws: ``CodecError/badPacket`` if a run of zeros exceeds the residuals, or the packet is
  ///   truncated.
  func finish() throws(CodecError) -> PacketBits {
    let bits = PacketBits(source.bytes, at: state.position)
    if state.isBroken || bits.isOverrun { throw .badPacket }
    return bits
  }

  /// Reads the next `count` residuals to the start of `residuals`.
  ///
  /// - Parameters:
  ///   - count: The number of residuals to read.
  ///   - total: The number of remaining residuals, including these.
  ///   - residuals: Memory for the residuals.
  mutating func read(_ count: Int, of total: Int, into residuals: inout [Int32]) {
    var all = residuals.mutableSpan
    for index in 0..<count { all[index] = state.next(of: total &- index, from: source) }
  }

  /// The constant values during reading.
  struct Source {
    fileprivate let bytes: PacketBytes
    fileprivate let code: ALACResiduals
    fileprivate let sampleBits: Int
    /// 64 minus the maximum bits of a remainder.
    fileprivate let leastDrop: Int
    /// The maximum bits of a number after which the loaded word still contains the whole next
    /// number.
    ///
    /// The next number has up to nine ones, a terminator, and a remainder.
    fileprivate let mostBits: Int
  }

  /// The changing values, which are only numbers and fit in registers.
  struct State {
    /// Bits from the start of the packet to the next bit.
    fileprivate var position: Int
    /// The next bits, as ``PacketBytes/golomb(at:_:divisor:drop:most:plainBits:)`` needs them.
    fileprivate var ahead: UInt64
    fileprivate var mean: UInt32
    fileprivate var followsRun: UInt32 = 0
    /// Remaining zeros of a run.
    fileprivate var zeros = 0
    /// Whether a run exceeds the residuals or the packet.
    fileprivate var isBroken = false
  }
}

extension ALACResidualReader.State {
  /// Returns the next of `total` remaining residuals.
  @inline(__always)
  mutating func next(of total: Int, from source: ALACResidualReader.Source) -> Int32 {
    if zeros > 0 {
      zeros &-= 1
      return 0
    }
    // The remainder has one bit less than the binary form of the mean plus 3; the mean is in
    // 512ths.
    let drop = max((UInt64(mean) &+ 3 << 9).leadingZeroBitCount &+ 10, source.leastDrop)
    let number = source.bytes.golomb(
      at: &position, &ahead, divisor: UInt32(truncatingIfNeeded: UInt64.max &>> UInt64(drop)),
      drop: drop, most: source.mostBits, plainBits: source.sampleBits)
    // Zero cannot follow a run of zeros, so its code means 1.
    let folded = number &+ followsRun
    followsRun = 0
    let multiplier = source.code.historyMultiplier
    mean = multiplier &* folded &+ mean &- (multiplier &* mean) >> 9
    if number > 0xFFFF { mean = 0xFFFF }
    if mean < 128, total > 1 { readRun(of: total &- 1, from: source) }
    let half = Int32(bitPattern: (folded >> 1) &+ (folded & 1))
    let sign = 0 &- Int32(bitPattern: folded & 1)
    return (half ^ sign) &- sign
  }

  /// Reads how many of the next residuals are zeros.
  @inline(__always)
  private mutating func readRun(of total: Int, from source: ALACResidualReader.Source) {
    let run = source.run(at: position, ahead, mean: mean)
    (position, ahead) = (run.position, run.ahead)
    followsRun = run.length >= 0xFFFF ? 0 : 1
    mean = 0
    // In a damaged packet, zeros after the end must not be read as further runs.
    if run.length > total || source.bytes.isPastEnd(position) { isBroken = true }
    zeros = isBroken ? total : run.length
  }
}

extension ALACResidualReader.Source {
  /// Reads the length of a run of zeros.
  ///
  /// Not inlined, because it is rarely called.
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
