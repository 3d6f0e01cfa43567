import AudioModel

/// The four-byte header of an MPEG audio frame.
///
/// Source: ISO/IEC 11172-3, 2.4.1.3 and 2.4.2.3; ISO/IEC 13818-3, 2.4.2.3 for the low rates.
/// MPEG-2.5 is Fraunhofer's extension, with version bits 00 and half the MPEG-2 rates.
package struct MPEGAudioHeader: Equatable, Sendable {
  package enum Version: Equatable, Sendable {
    case mpeg1
    case mpeg2
    case mpeg2Point5
  }

  package var version: Version
  /// 1 to 3.
  package var layer: Int
  /// Whether 16 bits of checksum follow the header.
  package var hasChecksum: Bool
  /// Hertz.
  package var sampleRate: Int
  /// The index of the bit rate; 0 for a free rate.
  package var bitRateIndex: Int
  /// Whether the frame is one slot longer.
  package var isPadded: Bool
  package var isMono: Bool

  /// Reads a header.
  ///
  /// Returns `nil` without a sync word, or for a reserved version, layer, bit rate, or sampling
  /// rate.
  package init?(_ raw: UInt32) {
    guard raw >> 21 == 0x7FF else { return nil }
    switch raw >> 19 & 3 {
    case 0: version = .mpeg2Point5
    case 2: version = .mpeg2
    case 3: version = .mpeg1
    default: return nil
    }
    layer = 4 - Int(raw >> 17 & 3)
    bitRateIndex = Int(raw >> 12 & 15)
    let rateIndex = Int(raw >> 10 & 3)
    guard layer < 4, bitRateIndex < 15, rateIndex < 3 else { return nil }
    hasChecksum = raw & 1 << 16 == 0
    isPadded = raw & 1 << 9 != 0
    isMono = raw >> 6 & 3 == 3
    sampleRate = [44_100, 48_000, 32_000][rateIndex] / version.divisor
  }

  /// Reads the header at the start of a frame; `nil` if the header is invalid or incomplete.
  package init?(_ frame: Span<UInt8>) {
    guard frame.count >= 4 else { return nil }
    self.init(frame.bigEndian32(at: 0))
  }

  /// The bits that all frames of a stream share: sync, version, layer, sampling rate.
  package static let streamMask: UInt32 = 0xFFFE_0C00

  /// PCM frames in each frame.
  package var framesPerPacket: Int {
    switch layer {
    case 1: 384
    case 2: 1152
    default: version == .mpeg1 ? 1152 : 576
    }
  }

  package var channelCount: Int { isMono ? 1 : 2 }

  /// Bytes of one slot, the unit of padding.
  package var slotByteCount: Int { layer == 1 ? 4 : 1 }

  /// Bits per second; 0 for a free bit rate.
  package var bitRate: Int { bitRate(index: bitRateIndex) }

  /// Bits per second of a bit rate index in this version and layer.
  package func bitRate(index: Int) -> Int {
    let table =
      switch (version, layer) {
      case (.mpeg1, 1): Self.bitRates1
      case (.mpeg1, 2): Self.bitRates2
      case (.mpeg1, _): Self.bitRates3
      case (_, 1): Self.lowBitRates1
      default: Self.lowBitRates
      }
    return table[index] * 1000
  }

  /// Bytes of a frame, including its header, for a bit rate index; 0 for a free rate.
  package func frameByteCount(bitRateIndex: Int, isPadded: Bool) -> Int {
    guard bitRateIndex > 0 else { return 0 }
    let slots = framesPerPacket / 8 / slotByteCount * bitRate(index: bitRateIndex) / sampleRate
    return (slots + (isPadded ? 1 : 0)) * slotByteCount
  }

  /// Bytes of the frame, including its header, or `nil` for a free rate.
  package var frameByteCount: Int? {
    let byteCount = frameByteCount(bitRateIndex: bitRateIndex, isPadded: isPadded)
    return byteCount > 0 ? byteCount : nil
  }

  /// Bytes of padding in the frame.
  package var paddingByteCount: Int { isPadded ? slotByteCount : 0 }

  /// Bytes of side information that follow the header and its checksum in layer III.
  package var sideInformationByteCount: Int {
    switch (version, isMono) {
    case (.mpeg1, false): 32
    case (.mpeg1, true): 17
    case (_, false): 17
    case (_, true): 9
    }
  }

  private static let bitRates1 = [
    0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448,
  ]
  private static let bitRates2 = [
    0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384,
  ]
  private static let bitRates3 = [
    0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320,
  ]
  private static let lowBitRates1 = [
    0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256,
  ]
  private static let lowBitRates = [
    0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160,
  ]
}

extension MPEGAudioHeader.Version {
  /// The divisor of the MPEG-1 sampling rates.
  fileprivate var divisor: Int {
    switch self {
    case .mpeg1: 1
    case .mpeg2: 2
    case .mpeg2Point5: 4
    }
  }
}
