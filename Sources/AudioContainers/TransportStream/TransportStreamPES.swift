internal import AudioSyntax

/// Finds the payload of the PES packets of one elementary stream.
///
/// Source: ISO/IEC 13818-1, 2.4.3.6 and 2.4.3.7.
struct TransportStreamPES: Sendable {
  /// Bytes before the variable part of a header.
  private static let fixedByteCount = 9

  /// Bytes of a header that continues in the next packet.
  private var header: [UInt8] = []
  private var isInUnit = false
  /// The time of the current unit: 33 bits at 90 kHz.
  private(set) var timestamp: UInt64?
  /// Whether the last packet contains the first byte of a unit's payload.
  private(set) var startsUnit = false

  /// Takes the payload of a transport packet.
  ///
  /// - Returns: The range of elementary bytes in it; `nil` without any.
  mutating func take(_ payload: Span<UInt8>, isStart: Bool) -> Range<Int>? {
    startsUnit = false
    if isStart {
      header = []
      isInUnit = false
    } else if isInUnit {
      return payload.indices
    } else if header.isEmpty {
      // The middle of a unit whose start is missing.
      return nil
    }
    let known = header.count
    header.append(payload, payload.indices)
    guard header.count >= Self.fixedByteCount else { return nil }
    let bytes = header
    guard bytes.span.bigEndian32(at: 0) >> 8 == 1 else {
      header = []
      return nil
    }
    let end = Self.fixedByteCount + Int(bytes[8])
    guard bytes.count >= end else { return nil }
    timestamp = Self.timestamp(bytes.span)
    header = []
    isInUnit = true
    startsUnit = true
    let start = min(max(end - known, 0), payload.count)
    return start..<payload.count
  }

  /// The presentation time in a header, if it has one.
  private static func timestamp(_ header: Span<UInt8>) -> UInt64? {
    guard header[7] & 0x80 != 0, header[8] >= 5 else { return nil }
    let high = UInt64(header[9] >> 1 & 7) << 30
    let middle = UInt64(header.bigEndian16(at: 10) >> 1) << 15
    return high | middle | UInt64(header.bigEndian16(at: 12) >> 1)
  }
}
