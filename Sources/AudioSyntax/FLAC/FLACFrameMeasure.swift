/// Finds the end of a FLAC frame by reading it as its bytes arrive.
///
/// Reads every code of the frame once and decodes no samples. When more bytes arrive, reading
/// continues at the first incomplete part.
///
/// Source: RFC 9639, 9.2 and 9.3.
package struct FLACFrameMeasure: Sendable {
  package enum Outcome: Equatable, Sendable {
    /// Bytes of the frame, including its checksum.
    case end(byteCount: Int)
    case missing
    /// The bytes are not a frame.
    case refuted
  }

  /// The next part to read, which starts at ``bit``.
  private enum Part: Sendable {
    case subframe
    /// The fields before the coefficients of a linear predictor.
    case coefficients(order: Int)
    case residual(order: Int)
    case partition
    /// The remaining Rice codes of a partition, with their number of bits after the unary part.
    case codes(left: Int, bits: Int)
  }

  private let header: FLACFrameHeader
  /// Offset in bits from the start of the frame to the next part.
  private var bit: Int
  private var part = Part.subframe
  /// Subframes read.
  private var channel = 0
  private var order = 0
  /// State of the residual: bits of a parameter, samples in a partition, and remaining partitions.
  private var parameterBits = 4
  private var partitionLength = 0
  private var partitionsLeft = 0

  /// Measures the frame that starts with this header.
  package init(_ header: FLACFrameHeader) {
    self.header = header
    bit = header.byteCount * 8
  }

  /// Continues reading.
  ///
  /// - Parameter bytes: The available bytes of the frame, from its header.
  /// - Returns: The end of the frame, if known.
  package mutating func read(_ bytes: Span<UInt8>) -> Outcome {
    while channel < header.channelCount {
      guard bit <= header.largestFrame * 8 else { return .refuted }
      // Skipped bits may extend past the end of the available bytes.
      guard bit < bytes.count * 8 else { return .missing }
      let isRead: Bool?
      switch part {
      case .subframe: isRead = readSubframe(bytes)
      case .coefficients(let order): isRead = readCoefficients(bytes, order)
      case .residual(let order): isRead = readResidual(bytes, order)
      case .partition: isRead = readPartition(bytes)
      case .codes(let left, let bits): isRead = readCodes(bytes, left, bits)
      }
      switch isRead {
      case true: continue
      case false: return .refuted
      case nil: return .missing
      }
    }
    let byteCount = (bit + 7) / 8 + 2
    guard byteCount <= header.largestFrame else { return .refuted }
    return byteCount <= bytes.count ? .end(byteCount: byteCount) : .missing
  }

  // Each function returns whether its fields are valid, or `nil` if bytes are missing. The next
  // call then reads the same fields again.

  private mutating func readSubframe(_ bytes: Span<UInt8>) -> Bool? {
    guard let fields = Self.bits(bytes, 8, at: bit) else { return nil }
    guard fields >> 7 == 0 else { return false }
    var next = bit + 8
    var bits = header.bitsPerSample + (header.sideChannel == channel ? 1 : 0)
    if fields & 1 == 1 {
      guard let zeros = bytes.zeroBits(from: next) else { return nil }
      next += zeros + 1
      bits -= zeros + 1
    }
    guard bits > 0 else { return false }
    let type = fields >> 1
    switch type {
    case 0: endSubframe(at: next + bits)
    case 1: endSubframe(at: next + bits * header.blockLength)
    case 8...12:
      bit = next + (type - 8) * bits
      part = .residual(order: type - 8)
    case 32...63:
      bit = next + (type - 31) * bits
      part = .coefficients(order: type - 31)
    default: return false
    }
    return true
  }

  private mutating func endSubframe(at next: Int) {
    bit = next
    channel += 1
    part = .subframe
  }

  private mutating func readCoefficients(_ bytes: Span<UInt8>, _ order: Int) -> Bool? {
    guard let precision = Self.bits(bytes, 4, at: bit) else { return nil }
    guard precision < 15 else { return false }
    bit += 4 + 5 + order * (precision + 1)
    part = .residual(order: order)
    return true
  }

  private mutating func readResidual(_ bytes: Span<UInt8>, _ order: Int) -> Bool? {
    guard let fields = Self.bits(bytes, 6, at: bit) else { return nil }
    let partitionOrder = fields & 15
    guard fields >> 4 < 2, header.blockLength.isMultiple(of: 1 << partitionOrder) else {
      return false
    }
    parameterBits = fields >> 4 == 0 ? 4 : 5
    partitionsLeft = 1 << partitionOrder
    partitionLength = header.blockLength >> partitionOrder
    guard partitionLength >= order else { return false }
    self.order = order
    bit += 6
    part = .partition
    return true
  }

  private mutating func readPartition(_ bytes: Span<UInt8>) -> Bool? {
    guard let parameter = Self.bits(bytes, parameterBits, at: bit) else { return nil }
    // The first samples of a subframe come before its residual.
    let count = partitionLength - order
    guard parameter == 1 << parameterBits - 1 else {
      bit += parameterBits
      order = 0
      part = .codes(left: count, bits: parameter)
      return true
    }
    guard let width = Self.bits(bytes, 5, at: bit + parameterBits) else { return nil }
    order = 0
    endPartition(at: bit + parameterBits + 5 + count * width)
    return true
  }

  private mutating func endPartition(at next: Int) {
    bit = next
    part = .partition
    partitionsLeft -= 1
    if partitionsLeft == 0 { endSubframe(at: next) }
  }

  private mutating func readCodes(_ bytes: Span<UInt8>, _ count: Int, _ bits: Int) -> Bool? {
    var left = count
    while left > 0 {
      guard let zeros = bytes.zeroBits(from: bit) else {
        part = .codes(left: left, bits: bits)
        return nil
      }
      bit += zeros + 1 + bits
      left -= 1
    }
    endPartition(at: bit)
    return true
  }

  /// Reads a number of at most 8 bits, or returns `nil` if the bytes end first.
  private static func bits(_ bytes: Span<UInt8>, _ count: Int, at bit: Int) -> Int? {
    bit + count <= bytes.count * 8 ? Int(bytes.bits(count, at: bit)) : nil
  }
}
