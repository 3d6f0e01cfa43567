/// Makes LATM frames in an audio synchronization stream.
struct LOASStream: Sendable {
  typealias Fields = [(value: UInt32, width: Int)]

  /// `AudioSpecificConfig` of AAC-LC at 44,100 Hz in stereo.
  static let lowComplexity: Fields = [(2, 5), (4, 4), (2, 4), (0, 3)]
  /// Spectral band replication, signalled at the start, with 22,050 Hz inside.
  static let highEfficiency: Fields = [(5, 5), (7, 4), (2, 4), (4, 4), (2, 5), (0, 3)]

  /// The bits of the specific configuration.
  var specific: Fields = Self.lowComplexity
  /// Whether the configuration has lengths, as in `audioMuxVersion` 1.
  var hasLengths = false
  var payloadCount: UInt32 = 1
  /// The bytes of each payload if all have the same number; at least 20.
  var constantByteCount: UInt32?
  /// The number of bits after the payloads.
  var otherBits: UInt32 = 0
  var hasChecksum = false
  var programs: UInt32 = 1
  var layers: UInt32 = 1
  var isSameTiming = true
  var lengthType: UInt32?

  /// Returns a frame with these payloads, optionally with the configuration.
  func frame(_ payloads: [[UInt8]], isConfigured: Bool = true) -> [UInt8] {
    var fields: Fields = isConfigured ? [(0, 1)] + config : [(1, 1)]
    for payload in payloads {
      if constantByteCount == nil {
        fields += (0..<payload.count / 255).map { _ in (255, 8) }
        fields.append((UInt32(payload.count % 255), 8))
      }
      fields += payload.map { (UInt32($0), 8) }
    }
    if otherBits > 0 { fields += (0..<otherBits).map { _ in (1, 1) } }
    return Self.frame(bits(fields))
  }

  /// Returns a frame around the bytes of a multiplex element.
  static func frame(_ body: [UInt8]) -> [UInt8] {
    [0x56, 0xE0 | UInt8(body.count >> 8), UInt8(truncatingIfNeeded: body.count)] + body
  }

  private var config: Fields {
    var fields: Fields = hasLengths ? [(1, 1), (0, 1)] + value(77) : [(0, 1)]
    fields += [
      (isSameTiming ? 1 : 0, 1), (payloadCount - 1, 6), (programs - 1, 4), (layers - 1, 3),
    ]
    if hasLengths { fields += value(UInt32(specific.reduce(0) { $0 + $1.width })) }
    fields += specific
    if let constantByteCount {
      fields += [(lengthType ?? 1, 3), (constantByteCount - 20, 9)]
    } else {
      fields += [(lengthType ?? 0, 3), (0xFF, 8)]
    }
    if otherBits == 0 {
      fields.append((0, 1))
    } else if hasLengths {
      fields += [(1, 1)] + value(otherBits)
    } else {
      fields += [(1, 1), (1, 1), (otherBits >> 8, 8), (0, 1), (otherBits & 0xFF, 8)]
    }
    return fields + (hasChecksum ? [(1, 1), (0xC5, 8)] : [(0, 1)])
  }

  /// Returns a number preceded by its width.
  private func value(_ number: UInt32) -> Fields {
    number < 256 ? [(0, 2), (number, 8)] : [(1, 2), (number, 16)]
  }
}
