/// The fields of each codec.
extension AudioSpecificConfig {
  /// Reads GASpecificConfig: the frame length, and the list of channels if it has one.
  mutating func readGeneral(_ bits: inout BitCursor) -> Bool {
    guard let isShort = bits.flag(), let dependsOnCore = bits.flag() else { return false }
    framesPerPacket = isShort ? 960 : 1024
    if dependsOnCore, !skipCoreDelay(&bits) { return channelConfiguration > 0 }
    guard let hasExtension = bits.flag() else { return channelConfiguration > 0 }
    if channelConfiguration == 0 {
      guard let program = ProgramChannels(&bits) else { return false }
      channelCount = program.count
      self.program = program
      bits.align()
      guard let comment = bits.read(8), bits.skip(Int(comment) * 8) else { return false }
    }
    guard objectType >= 17 else { return true }
    if hasExtension, !bits.skip(4) { return false }
    // The field `epConfig`.
    return bits.skip(2)
  }

  /// Skips the delay field of a core coder, which some writers announce but omit.
  ///
  /// Without the field, the configuration ends here, or the extension's known first bits follow.
  ///
  /// - Returns: Whether the configuration continues.
  private func skipCoreDelay(_ bits: inout BitCursor) -> Bool {
    var ahead = bits
    if ahead.skip(1), ahead.read(11) == 0x2B7 { return true }
    return bits.skip(14)
  }

  /// Reads the start of UsacConfig, whose rate and channels replace the earlier ones.
  ///
  /// - Returns: The rate of the decoder's output; `nil` if the fields are invalid.
  mutating func readUnified(_ bits: inout BitCursor) -> Int? {
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
    } else if channels < 8, let count = Self.channelCount(of: Int(channels)) {
      channelCount = count
      channelConfiguration = Int(channels)
    }
    return rate
  }

  /// Reads the sample rate of unified speech and audio coding, or `nil` if it is invalid.
  ///
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

  /// Reads a number of 5, 13, or 29 bits.
  ///
  /// Source: ISO/IEC 23003-3, 5.2, escapedValue(5, 8, 16).
  private static func escapedValue(_ bits: inout BitCursor) -> Int? {
    guard let first = bits.read(5) else { return nil }
    guard first == 31 else { return Int(first) }
    guard let second = bits.read(8) else { return nil }
    guard second == 255 else { return 31 + Int(second) }
    return bits.read(16).map { 31 + 255 + Int($0) }
  }
}

/// The spectral band replication that a configuration signals.
struct Replication {
  var isPresent: Bool?
  /// Frames per second with the replication.
  var sampleRate: Int?
  var hasStereo = false
}

extension Replication {
  /// Looks for the backward-compatible extensions after the core configuration.
  init(_ bits: inout BitCursor) {
    guard bits.read(11) == 0x2B7, AudioSpecificConfig.objectType(&bits) == 5,
      let isPresent = bits.flag()
    else { return }
    self.isPresent = isPresent
    guard isPresent, let rate = AudioSpecificConfig.sampleRate(&bits) else { return }
    sampleRate = rate
    hasStereo = bits.read(11) == 0x548 && bits.flag() == true
  }
}

/// The start of ELDSpecificConfig.
struct LowDelay {
  let framesPerPacket: Int
  let hasReplication: Bool
  private(set) var isDualRate = false

  init?(_ bits: inout BitCursor) {
    guard let isShort = bits.flag(), bits.skip(3), let hasReplication = bits.flag() else {
      return nil
    }
    if hasReplication {
      guard let isDualRate = bits.flag() else { return nil }
      self.isDualRate = isDualRate
    }
    framesPerPacket = isShort ? 480 : 512
    self.hasReplication = hasReplication
  }
}
