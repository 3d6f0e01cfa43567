/// The header of an AC-3 or Enhanced AC-3 frame: synchronization and the start of the bit stream
/// information.
///
/// Source: ETSI TS 102 366, 4.3 (`syncinfo`, `bsi`), 4.4.1, 4.4.2; E.1.2 (Enhanced AC-3), E.1.3.1.
@usableFromInline
package struct AC3Header: Equatable, Sendable {
  /// The role of a frame in its packet.
  @usableFromInline package enum Role: Equatable, Sendable {
    /// The first frame of a packet.
    case first
    /// Additional channels for the preceding frames.
    case dependent
    /// Another program, which plays at the same time.
    case furtherProgramme
  }

  @usableFromInline package static let byteCount = 7
  /// Maximum size of an Enhanced AC-3 frame in bytes; AC-3 frames have at most 3840.
  package static let longestFrame = 4096
  package static let longestPlainFrame = 3840

  /// Whether the frame has the syntax of annex E.
  @usableFromInline package var isEnhanced: Bool
  @usableFromInline package var role: Role
  /// Hertz.
  @usableFromInline package var sampleRate: Int
  @usableFromInline package var frameByteCount: Int
  /// Number of blocks of 256 PCM frames.
  @usableFromInline package var blockCount: Int
  /// The speakers, `acmod`.
  @usableFromInline package var mode: Int
  @usableFromInline package var hasLowFrequency: Bool
  /// Bits per second; 0 if the header does not state the rate.
  @usableFromInline package var bitRate = 0

  // Readers of streams call this for every frame, and use only a part of the header. When the call
  // is inlined, the compiler omits the unused fields.

  /// Reads the header at `index`, or returns `nil` if the bytes are not a header.
  ///
  /// - Precondition: The span holds ``byteCount`` bytes from `index`.
  @inlinable @inline(__always)
  package init?(_ bytes: Span<UInt8>, at index: Int) {
    guard bytes.bigEndian16(at: index) == 0x0B77 else { return nil }
    let version = Int(bytes[index + 5] >> 3)
    switch version {
    case 0...10: self.init(plain: bytes, at: index, version: version)
    case 11...16: self.init(enhanced: bytes, at: index)
    default: return nil
    }
  }

  /// Reads an AC-3 header.
  ///
  /// Version 9 halves the sample rates, and version 10 quarters them, as low-rate encoders do. The
  /// standard defines versions up to 8.
  @inlinable
  package init?(plain bytes: Span<UInt8>, at index: Int, version: Int) {
    let rateCode = Int(bytes[index + 4] >> 6)
    let sizeCode = Int(bytes[index + 4] & 0x3F)
    guard let rate = AC3Program.sampleRate(rateCode), sizeCode / 2 < AC3Program.kilobits.count
    else { return nil }
    let kilobits = AC3Program.kilobits[sizeCode / 2]
    let words =
      switch rateCode {
      case 0: kilobits * 2
      case 1: kilobits * 320 / 147 + sizeCode % 2
      default: kilobits * 3
      }
    let shift = max(version - 8, 0)
    isEnhanced = false
    role = .first
    sampleRate = rate >> shift
    bitRate = kilobits * 1000 >> shift
    frameByteCount = words * 2
    blockCount = 6
    let fields = bytes[index + 6]
    mode = Int(fields >> 5)
    // The center and surround levels, or the surround encoding, precede the flag.
    var passed = 3
    if mode & 1 == 1, mode != 1 { passed += 2 }
    if mode & 4 == 4 { passed += 2 }
    if mode == 2 { passed += 2 }
    hasLowFrequency = fields >> UInt8(7 - passed) & 1 == 1
  }

  /// Reads an Enhanced AC-3 header.
  @inlinable @inline(__always)
  package init?(enhanced bytes: Span<UInt8>, at index: Int) {
    let fields = bytes.bigEndian16(at: index + 2)
    switch (fields >> 14, fields >> 11 & 7) {
    case (0, 0), (2, 0): role = .first
    case (0, _), (2, _): role = .furtherProgramme
    case (1, _): role = .dependent
    default: return nil
    }
    isEnhanced = true
    frameByteCount = (Int(fields & 0x7FF) + 1) * 2
    let rates = bytes[index + 4]
    let rateCode = Int(rates >> 6)
    let second = Int(rates >> 4 & 3)
    if let rate = AC3Program.sampleRate(rateCode) {
      sampleRate = rate
      blockCount = second < 3 ? second + 1 : 6
    } else {
      guard let rate = AC3Program.sampleRate(second) else { return nil }
      sampleRate = rate / 2
      blockCount = 6
    }
    mode = Int(rates >> 1 & 7)
    hasLowFrequency = rates & 1 == 1
    guard frameByteCount > Self.byteCount else { return nil }
  }

  /// The speakers that a dependent frame lists for its channels, in the field `chanmap`.
  ///
  /// - Parameter frame: The frame from its first byte on.
  /// - Returns: The listed speakers; `nil` if the frame has no list. The channel mode of the frame
  ///   then determines the speakers.
  package func statedPlaces(_ frame: Span<UInt8>) -> AC3Places? {
    guard role == .dependent else { return nil }
    var bits = BitCursor(frame)
    guard bits.skip(45) else { return nil }
    // Dialogue level, then optional compression; both twice for two mono channels.
    for _ in 0..<(mode == 0 ? 2 : 1) {
      guard bits.skip(5), let isCompressed = bits.flag(), bits.skip(isCompressed ? 8 : 0) else {
        return nil
      }
    }
    guard let isStated = bits.flag(), isStated, let places = bits.read(16) else { return nil }
    return AC3Places(rawValue: UInt16(places))
  }
}
