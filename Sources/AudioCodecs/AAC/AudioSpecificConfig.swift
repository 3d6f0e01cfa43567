/// The parameters that an AAC decoder needs before its first packet.
///
/// Source: ISO/IEC 14496-3, 1.6.2.1 AudioSpecificConfig, 1.6.5 and 1.6.6 (signalling of SBR and
/// PS), 4.4.1 GASpecificConfig, 4.4.1.1 program_config_element.
struct AudioSpecificConfig: Equatable, Sendable {
  /// The AAC type of the core layer: 1 Main, 2 LC, 3 SSR, 4 LTP.
  var objectType: Int
  /// The sample rate of the core layer in hertz.
  var coreSampleRate: Int
  /// 1 to 7 and 11 to 14 for the standard's configurations, or 0 for a program config element.
  var channelConfiguration: Int
  /// Whether a packet has 960 frames instead of 1024.
  var hasShortFrames = false
  /// Bits of the program config element, if present.
  var programConfig: [UInt8] = []
  /// Whether the stream has band replication, or `nil` if unknown.
  var hasBandReplication: Bool?
  /// Hertz with band replication, if stated.
  var extendedSampleRate: Int?
  /// Whether parametric stereo is stated.
  var hasParametricStereo = false

  init(objectType: Int, coreSampleRate: Int, channelConfiguration: Int) {
    self.objectType = objectType
    self.coreSampleRate = coreSampleRate
    self.channelConfiguration = channelConfiguration
  }

  /// Parses a configuration from a file.
  ///
  /// - Returns: `nil` if the configuration is truncated or does not describe AAC of types 1 to 4.
  init?(_ bytes: [UInt8]) {
    var reader = BitReader(bytes)
    guard var type = Self.objectType(&reader), let rate = Self.sampleRate(&reader),
      let channels = reader.bits(4)
    else { return nil }
    if type == 5 || type == 29 {
      guard let extended = Self.sampleRate(&reader), let inner = Self.objectType(&reader) else {
        return nil
      }
      hasBandReplication = true
      hasParametricStereo = type == 29
      extendedSampleRate = extended
      type = inner
    }
    guard (1...4).contains(type), let short = reader.bits(1), let depends = reader.bits(1) else {
      return nil
    }
    if depends == 1 { Self.skipCoreDelay(&reader) }
    guard reader.bits(1) != nil || channels > 0 else { return nil }
    objectType = type
    coreSampleRate = rate
    channelConfiguration = channels
    hasShortFrames = short == 1
    if channels == 0 {
      guard let element = Self.programConfig(&reader) else { return nil }
      programConfig = element
    }
    if hasBandReplication == nil, reader.bits(11) == 0x2B7, reader.bits(5) == 5,
      let isPresent = reader.bits(1)
    {
      hasBandReplication = isPresent == 1
      if isPresent == 1 {
        extendedSampleRate = Self.sampleRate(&reader)
        hasParametricStereo = reader.bits(11) == 0x548 && reader.bits(1) == 1
      }
    }
  }

  /// Skips the delay of a core coder, which some writers announce and omit.
  private static func skipCoreDelay(_ reader: inout BitReader) {
    var ahead = reader
    if ahead.bits(1) != nil, ahead.bits(11) == 0x2B7 { return }
    _ = reader.bits(14)
  }

  /// Channels of the configuration, or `nil` if a program config element defines them.
  var channelCount: Int? {
    switch channelConfiguration {
    case 1...6: channelConfiguration
    case 7, 12, 14: 8
    case 11: 7
    case 13: 24
    default: nil
    }
  }

  /// Returns the configuration as bytes.
  ///
  /// They state `hasBandReplication`, unless it is `nil`.
  func bytes(hasBandReplication: Bool?) -> [UInt8] {
    var writer = BitWriter()
    writer.append(objectType, bits: 5)
    Self.append(coreSampleRate, to: &writer)
    writer.append(channelConfiguration, bits: 4)
    writer.append(hasShortFrames ? 1 : 0, bits: 1)
    writer.append(0, bits: 2)
    if channelConfiguration == 0 {
      for bit in programConfig { writer.append(Int(bit), bits: 1) }
      // An empty comment field.
      writer.alignToByte()
      writer.append(0, bits: 8)
    }
    if let hasBandReplication {
      writer.append(0x2B7, bits: 11)
      writer.append(5, bits: 5)
      writer.append(hasBandReplication ? 1 : 0, bits: 1)
      if hasBandReplication {
        Self.append(extendedSampleRate ?? coreSampleRate * 2, to: &writer)
        if hasParametricStereo {
          writer.append(0x548, bits: 11)
          writer.append(1, bits: 1)
        }
      }
    }
    return writer.bytes
  }

  /// Sample rates with an index, in hertz.
  private static let sampleRates = [
    96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350,
  ]

  private static func objectType(_ reader: inout BitReader) -> Int? {
    guard let type = reader.bits(5) else { return nil }
    guard type == 31 else { return type }
    return reader.bits(6).map { $0 + 32 }
  }

  private static func sampleRate(_ reader: inout BitReader) -> Int? {
    guard let index = reader.bits(4) else { return nil }
    if index == 15 {
      guard let rate = reader.bits(24), rate > 0 else { return nil }
      return rate
    }
    return index < sampleRates.count ? sampleRates[index] : nil
  }

  private static func append(_ rate: Int, to writer: inout BitWriter) {
    if let index = sampleRates.firstIndex(of: rate) {
      writer.append(index, bits: 4)
    } else {
      writer.append(15, bits: 4)
      writer.append(rate, bits: 24)
    }
  }

  /// Reads the bits of a program config element up to its byte-aligned comment, which is dropped.
  private static func programConfig(_ reader: inout BitReader) -> [UInt8]? {
    var copy: [UInt8] = []
    func take(_ count: Int) -> Int? {
      guard let value = reader.bits(count) else { return nil }
      for shift in (0..<count).reversed() { copy.append(UInt8(value >> shift & 1)) }
      return value
    }
    // element_instance_tag, object_type, sampling_frequency_index; then counts of elements.
    guard take(10) != nil, let front = take(4), let side = take(4), let back = take(4),
      let lowFrequency = take(2), let data = take(3), let coupling = take(4)
    else { return nil }
    // mono, stereo, and matrix mixdown: one flag each, followed by its value if set.
    for width in [4, 4, 3] {
      guard let isPresent = take(1) else { return nil }
      if isPresent == 1, take(width) == nil { return nil }
    }
    let bits = (front + side + back + coupling) * 5 + (lowFrequency + data) * 4
    for _ in 0..<bits where take(1) == nil { return nil }
    reader.alignToByte()
    guard let comment = reader.bits(8) else { return nil }
    for _ in 0..<comment where reader.bits(8) == nil { return nil }
    return copy
  }
}
