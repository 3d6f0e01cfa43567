/// Makes frames of AC-3 whose bodies contain no sync word.
struct AC3Stream: Sendable {
  /// `fscod`: 48, 44.1 or 32 kHz.
  var rate: UInt32 = 0
  /// `frmsizecod`.
  var size: UInt32 = 0
  /// `acmod`.
  var mode: UInt32 = 2
  var hasLowFrequency = false
  /// `bsid`.
  var version: UInt32 = 8

  /// The bytes of a frame for the first two sizes of ETSI TS 102 366, table 4.13.
  var byteCount: Int { [128, size % 2 == 0 ? 138 : 140, 192][Int(min(rate, 2))] }

  func frame(_ count: Int? = nil) -> [UInt8] {
    var fields: [(value: UInt32, width: Int)] = [
      (0x0B77, 16), (0xC5C5, 16), (rate, 2), (size, 6), (version, 5), (0, 3), (mode, 3),
    ]
    if mode & 1 == 1, mode != 1 { fields.append((1, 2)) }
    if mode & 4 == 4 { fields.append((1, 2)) }
    if mode == 2 { fields.append((1, 2)) }
    fields.append((hasLowFrequency ? 1 : 0, 1))
    return padded(bits(fields), to: count ?? byteCount)
  }

  func frames(_ count: Int) -> [UInt8] {
    (0..<count).flatMap { _ in frame() }
  }
}

/// Makes frames of Enhanced AC-3 whose bodies contain no sync word.
struct EnhancedAC3Stream: Sendable {
  /// `strmtyp`: 0 independent, 1 dependent, 2 independent and converted from AC-3.
  var type: UInt32 = 0
  /// `substreamid`.
  var identifier: UInt32 = 0
  var byteCount = 40
  /// `fscod`; 3 halves the rate that `second` selects.
  var rate: UInt32 = 0
  /// `numblkscod`, or `fscod2`.
  var second: UInt32 = 3
  var mode: UInt32 = 2
  var hasLowFrequency = false
  var version: UInt32 = 16
  /// `compr`.
  var isCompressed = false
  /// `chanmap`.
  var places: UInt32?

  func frame(_ count: Int? = nil) -> [UInt8] {
    var fields: [(value: UInt32, width: Int)] = [
      (0x0B77, 16), (type, 2), (identifier, 3), (UInt32(byteCount / 2 - 1), 11), (rate, 2),
      (second, 2), (mode, 3), (hasLowFrequency ? 1 : 0, 1), (version, 5),
    ]
    for _ in 0..<(mode == 0 ? 2 : 1) {
      fields += [(21, 5), (isCompressed ? 1 : 0, 1)]
      if isCompressed { fields.append((0xC5, 8)) }
    }
    if type == 1 {
      fields.append((places == nil ? 0 : 1, 1))
      if let places { fields.append((places, 16)) }
    }
    return padded(bits(fields), to: count ?? byteCount)
  }
}

private func padded(_ bytes: [UInt8], to count: Int) -> [UInt8] {
  bytes + [UInt8](repeating: 0x55, count: max(count - bytes.count, 0))
}
