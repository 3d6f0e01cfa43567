package import AudioModel

/// The configuration of an MPEG-4 audio decoder.
///
/// Source: ISO/IEC 14496-3:2009, 1.6.2.1 AudioSpecificConfig, 1.6.5 and 1.6.6 (signalling of SBR
/// and PS), 4.4.1 GASpecificConfig and program_config_element, 4.6.20 ELDSpecificConfig; ISO/IEC
/// 23003-3, 5.2 UsacConfig.
package struct AudioSpecificConfig: Equatable, Sendable {
  /// The codec of the innermost layer, numbered as in ISO/IEC 14496-3, table 1.17.
  package var objectType: Int
  /// Frames per second of the innermost layer, in hertz.
  package var sampleRate: Int
  /// Channels of the innermost layer.
  package var channelCount: Int
  /// The order of the channels by table 1.19, or 0 if the configuration lists the channels.
  package var channelConfiguration: Int
  /// The list of the channels, if the configuration has one.
  package var program: ProgramChannels?
  /// Frames in each packet of the innermost layer.
  package var framesPerPacket: Int
  /// Whether the stream has spectral band replication, or `nil` if the configuration does not say.
  package var hasBandReplication: Bool?
  /// Frames per second with spectral band replication, if the configuration states them.
  package var extendedSampleRate: Int?
  /// Whether the configuration signals parametric stereo.
  package var hasParametricStereo = false

  /// Creates a configuration without extensions.
  package init(objectType: Int, sampleRate: Int, channelConfiguration: Int) {
    self.objectType = objectType
    self.sampleRate = sampleRate
    self.channelConfiguration = channelConfiguration
    channelCount = Self.channelCount(of: channelConfiguration) ?? 0
    framesPerPacket = 1024
  }

  /// Reads a configuration.
  ///
  /// - Returns: `nil` if bits are missing or values are reserved.
  package init?(_ bytes: Span<UInt8>) {
    var bits = BitCursor(bytes)
    self.init(&bits, mayBeExtended: true)
  }

  /// Reads a configuration from its first to its last bit.
  ///
  /// The configuration must start on a byte boundary.
  ///
  /// Returns `nil` if bits are missing or values are reserved.
  ///
  /// - Parameters:
  ///   - bits: The cursor at the first bit. Afterwards, it is after a configuration of AAC, or
  ///     within the configuration of another codec.
  ///   - mayBeExtended: Whether the bits after the codec's fields belong to the configuration and
  ///     may signal extensions.
  package init?(_ bits: inout BitCursor, mayBeExtended: Bool) {
    guard var type = Self.objectType(&bits), let rate = Self.sampleRate(&bits),
      let channels = bits.read(4), let count = Self.channelCount(of: Int(channels))
    else { return nil }
    var replication = Replication()
    if type == 5 || type == 29 {
      guard let outer = Self.sampleRate(&bits), let inner = Self.objectType(&bits) else {
        return nil
      }
      replication = Replication(isPresent: true, sampleRate: outer, hasStereo: type == 29)
      type = inner
      if type == 22, !bits.skip(4) { return nil }
    }
    objectType = type
    channelConfiguration = Int(channels)
    channelCount = count
    framesPerPacket = 1024
    sampleRate = rate
    guard readCodec(&bits, &replication, mayBeExtended: mayBeExtended) else { return nil }
    guard sampleRate > 0, channelCount > 0 else { return nil }
    hasBandReplication = replication.isPresent
    extendedSampleRate = replication.sampleRate.flatMap { $0 > 0 ? $0 : nil }
    hasParametricStereo = replication.hasStereo && extendedSampleRate != nil
  }

  /// Reads the part that depends on the codec.
  ///
  /// - Returns: Whether the part is complete and valid.
  private mutating func readCodec(
    _ bits: inout BitCursor, _ replication: inout Replication, mayBeExtended: Bool
  ) -> Bool {
    switch objectType {
    case 1, 2, 3, 4, 17, 23:
      guard readGeneral(&bits) else { return false }
      if objectType == 23 { framesPerPacket = framesPerPacket == 1024 ? 512 : 480 }
      if replication.isPresent == nil, mayBeExtended { replication = Replication(&bits) }
    case 32, 33: framesPerPacket = objectType == 32 ? 384 : 1152
    case 34: framesPerPacket = sampleRate >= 32_000 ? 1152 : 576
    case 39:
      guard let lowDelay = LowDelay(&bits) else { return false }
      framesPerPacket = lowDelay.framesPerPacket
      if lowDelay.hasReplication {
        replication.isPresent = true
        replication.sampleRate = lowDelay.isDualRate ? sampleRate * 2 : sampleRate
      }
    case 42:
      guard let outer = readUnified(&bits) else { return false }
      sampleRate = outer
      replication = Replication()
    default: break
    }
    return true
  }

  /// Whether the codec is AAC: Main, LC, SSR, or LTP.
  package var isAdvancedAudio: Bool { (1...4).contains(objectType) }

  /// The listed channels, if they match a common loudspeaker arrangement.
  package var programLayout: ChannelLayout? { program?.layout }

  /// Sample rates with an index, in hertz.
  ///
  /// Source: ISO/IEC 14496-3, table 1.18.
  package static let sampleRates = [
    96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
    7_350,
  ]

  /// Channels by table 1.19; `nil` if reserved, 0 if defined elsewhere.
  static func channelCount(of configuration: Int) -> Int? {
    let counts: [Int?] = [0, 1, 2, 3, 4, 5, 6, 8, nil, nil, nil, 7, 8, 24, 8, nil]
    return counts[configuration & 15]
  }

  static func objectType(_ bits: inout BitCursor) -> Int? {
    guard let type = bits.read(5) else { return nil }
    guard type == 31 else { return Int(type) }
    return bits.read(6).map { 32 + Int($0) }
  }

  static func sampleRate(_ bits: inout BitCursor) -> Int? {
    guard let index = bits.read(4) else { return nil }
    if index == 15 { return bits.read(24).map { Int($0) } }
    return index < sampleRates.count ? sampleRates[Int(index)] : nil
  }
}
