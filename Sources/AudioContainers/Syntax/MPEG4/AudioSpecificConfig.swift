import AudioModel

/// The configuration of an MPEG-4 audio decoder.
///
/// Source: ISO/IEC 14496-3:2009, 1.6.2.1 AudioSpecificConfig, 4.4.1 GASpecificConfig and
/// program_config_element, 4.6.20 ELDSpecificConfig; ISO/IEC 23003-3, 5.2 UsacConfig.
struct AudioSpecificConfig: Equatable, Sendable {
  /// The codec of the innermost layer, numbered as in ISO/IEC 14496-3, table 1.17.
  var objectType: Int
  /// Frames per second of the innermost layer, in hertz.
  var sampleRate: Int
  /// Channels of the innermost layer.
  var channelCount: Int
  /// The order of the channels by table 1.19, or 0 if the configuration lists the channels.
  var channelConfiguration: Int
  /// The channels that a program_config_element lists, if they match a common loudspeaker
  /// arrangement.
  var programLayout: ChannelLayout?
  /// Frames in each packet of the innermost layer.
  var framesPerPacket: Int
  /// Frames per second with spectral band replication, if the configuration signals it.
  var extendedSampleRate: Int?
  /// Whether the configuration signals parametric stereo.
  var hasParametricStereo = false

  /// Reads a configuration.
  ///
  /// - Returns: `nil` if bits are missing or values are reserved.
  init?(_ bytes: Span<UInt8>) {
    var bits = BitCursor(bytes)
    self.init(&bits, mayBeExtended: true)
  }

  /// Reads a configuration from its first to its last bit.
  ///
  /// It must start on a byte boundary.
  ///
  /// Returns `nil` if bits are missing or values are reserved.
  ///
  /// - Parameters:
  ///   - bits: Ends after a configuration of AAC, or within one of another codec.
  ///   - mayBeExtended: Whether the bits after it belong to the configuration and may signal
  ///     extensions.
  init?(_ bits: inout BitCursor, mayBeExtended: Bool) {
    guard var type = Self.objectType(&bits), var rate = Self.sampleRate(&bits),
      let channels = bits.read(4)
    else { return nil }
    var extended: Int?
    var parametric = false
    if type == 5 || type == 29 {
      parametric = type == 29
      guard let outer = Self.sampleRate(&bits), let inner = Self.objectType(&bits) else {
        return nil
      }
      extended = outer
      type = inner
      if type == 22, !bits.skip(4) { return nil }
    }
    objectType = type
    channelConfiguration = Int(channels)
    guard let count = Self.channelCounts[Int(channels)] else { return nil }
    channelCount = count
    framesPerPacket = 1024
    sampleRate = rate
    switch type {
    case 1, 2, 3, 4, 17, 23:
      guard readGeneral(&bits) else { return nil }
      if type == 23 { framesPerPacket = framesPerPacket == 1024 ? 512 : 480 }
      if extended == nil, mayBeExtended { (extended, parametric) = Self.extensions(&bits) }
    case 32, 33: framesPerPacket = type == 32 ? 384 : 1152
    case 34: framesPerPacket = rate >= 32_000 ? 1152 : 576
    case 39:
      guard let lowDelay = Self.lowDelay(&bits) else { return nil }
      framesPerPacket = lowDelay.frames
      if lowDelay.hasReplication {
        extended = lowDelay.isDualRate ? rate * 2 : rate
      }
    case 42:
      guard let outer = readUnified(&bits) else { return nil }
      rate = outer
      sampleRate = outer
      extended = nil
      parametric = false
    default: break
    }
    guard sampleRate > 0, channelCount > 0 else { return nil }
    extendedSampleRate = extended.flatMap { $0 > 0 ? $0 : nil }
    hasParametricStereo = parametric && extendedSampleRate != nil
  }

  private static let sampleRates = [
    96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
    7_350,
  ]

  /// Channels by table 1.19; `nil` if reserved, 0 if defined elsewhere.
  private static let channelCounts: [Int?] = [
    0, 1, 2, 3, 4, 5, 6, 8, nil, nil, nil, 7, 8, 24, 8, nil,
  ]

  private static func objectType(_ bits: inout BitCursor) -> Int? {
    guard let type = bits.read(5) else { return nil }
    guard type == 31 else { return Int(type) }
    return bits.read(6).map { 32 + Int($0) }
  }

  private static func sampleRate(_ bits: inout BitCursor) -> Int? {
    guard let index = bits.read(4) else { return nil }
    if index == 15 { return bits.read(24).map { Int($0) } }
    return index < sampleRates.count ? sampleRates[Int(index)] : nil
  }
}

// MARK: - Fields of each codec

extension AudioSpecificConfig {
  /// Reads GASpecificConfig: the frame length, and the list of channels if it has one.
  private mutating func readGeneral(_ bits: inout BitCursor) -> Bool {
    guard let isShort = bits.flag(), let dependsOnCore = bits.flag() else { return false }
    framesPerPacket = isShort ? 960 : 1024
    if dependsOnCore, !skipCoreDelay(&bits) { return channelConfiguration > 0 }
    guard let hasExtension = bits.flag() else { return channelConfiguration > 0 }
    if channelConfiguration == 0 {
      guard let program = ProgramChannels(&bits) else { return false }
      channelCount = program.count
      programLayout = program.layout
      bits.align()
      guard let comment = bits.read(8), bits.skip(Int(comment) * 8) else { return false }
    }
    guard objectType >= 17 else { return true }
    if hasExtension, !bits.skip(4) { return false }
    // The field `epConfig`.
    return bits.skip(2)
  }

  /// Skips the delay of a core coder, which some writers announce and leave out.
  ///
  /// Without the field, the configuration ends here, or continues with the known first bits of the
  /// extension.
  private func skipCoreDelay(_ bits: inout BitCursor) -> Bool {
    var ahead = bits
    if ahead.skip(1), ahead.read(11) == 0x2B7 { return true }
    return bits.skip(14)
  }

  /// Looks for the backward-compatible extensions after the core configuration.
  private static func extensions(_ bits: inout BitCursor) -> (rate: Int?, hasStereo: Bool) {
    guard bits.remaining >= 16, bits.read(11) == 0x2B7, objectType(&bits) == 5,
      bits.flag() == true, let rate = sampleRate(&bits)
    else { return (nil, false) }
    guard bits.remaining >= 12, bits.read(11) == 0x548, bits.flag() == true else {
      return (rate, false)
    }
    return (rate, true)
  }

  private static func lowDelay(
    _ bits: inout BitCursor
  ) -> (frames: Int, hasReplication: Bool, isDualRate: Bool)? {
    guard let isShort = bits.flag(), bits.skip(3), let hasReplication = bits.flag() else {
      return nil
    }
    var isDualRate = false
    if hasReplication {
      guard let dual = bits.flag() else { return nil }
      isDualRate = dual
    }
    return (isShort ? 480 : 512, hasReplication, isDualRate)
  }

  /// Reads the start of UsacConfig, whose rate and channels replace the earlier ones.
  ///
  /// - Returns: The rate of the decoder's output.
  private mutating func readUnified(_ bits: inout BitCursor) -> Int? {
    guard let rate = Self.unifiedSampleRate(&bits), let length = bits.read(3),
      let channels = bits.read(5)
    else { return nil }
    let lengths = [768, 1024, 2048, 2048, 4096]
    guard Int(length) < lengths.count else { return nil }
    framesPerPacket = lengths[Int(length)]
    if channels == 0 {
      guard let count = Self.escapedValue(&bits) else { return nil }
      channelCount = count
      channelConfiguration = 0
    } else if channels < 8, let count = Self.channelCounts[Int(channels)] {
      channelCount = count
      channelConfiguration = Int(channels)
    }
    return rate
  }

  /// Source: ISO/IEC 23003-3, table 67.
  private static func unifiedSampleRate(_ bits: inout BitCursor) -> Int? {
    guard let index = bits.read(5) else { return nil }
    let further = [57_600, 51_200, 40_000, 38_400, 34_150, 28_800, 25_600, 20_000, 19_200, 17_075]
    switch Int(index) {
    case 31: return bits.read(24).map { Int($0) }
    case let index where index < sampleRates.count: return sampleRates[index]
    case 15..<25: return further[Int(index) - 15]
    case 25..<28: return [14_400, 12_800, 9_600][Int(index) - 25]
    default: return nil
    }
  }

  /// Source: ISO/IEC 23003-3, 5.2, escapedValue(5, 8, 16).
  private static func escapedValue(_ bits: inout BitCursor) -> Int? {
    guard let first = bits.read(5) else { return nil }
    guard first == 31 else { return Int(first) }
    guard let second = bits.read(8) else { return nil }
    guard second == 255 else { return 31 + Int(second) }
    return bits.read(16).map { 31 + 255 + Int($0) }
  }
}
