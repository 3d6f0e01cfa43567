import AudioModel

extension SoundSampleEntry {
  /// AC-3.
  ///
  /// Source: ETSI TS 102 366, F.4 AC3SpecificBox; 4.4.1.3 frame sizes.
  func ac3(_ bytes: Span<UInt8>) -> SoundDescription? {
    guard let box = body(of: .dac3, atLeast: 3) else { return nil }
    var bits = BitCursor(bytes.extracting(box))
    guard let rateCode = bits.read(2), bits.skip(5 + 3), let mode = bits.read(3),
      let low = bits.read(1), let rateIndex = bits.read(5)
    else { return nil }
    let program = AC3Program(rateCode: Int(rateCode), mode: Int(mode), hasLowFrequency: low == 1)
    guard let rate = program.sampleRate else { return nil }
    var description = SoundDescription(
      format: StreamFormat(
        sampleRate: rate, formatID: .ac3, framesPerPacket: 1536,
        channelCount: program.channelCount),
      packetSizeUpperBound: 3840)
    description.channelLayout = program.layout
    let kilobits = [
      32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
    ]
    if Int(rateIndex) < kilobits.count {
      description.statedBitRate = kilobits[Int(rateIndex)] * 1000
    }
    return description
  }

  /// Enhanced AC-3: the first program with the channels that its dependent substreams add.
  ///
  /// Source: ETSI TS 102 366, F.6 EC3SpecificBox; E.1.3.1.3 frame sizes.
  func enhancedAC3(_ bytes: Span<UInt8>) -> SoundDescription? {
    guard let box = body(of: .dec3, atLeast: 5) else { return nil }
    var bits = BitCursor(bytes.extracting(box))
    guard let kilobits = bits.read(13), let independent = bits.read(3), let rateCode = bits.read(2),
      bits.skip(5 + 1 + 1 + 3), let mode = bits.read(3), let low = bits.read(1), bits.skip(3),
      let dependent = bits.read(4)
    else { return nil }
    let program = AC3Program(rateCode: Int(rateCode), mode: Int(mode), hasLowFrequency: low == 1)
    guard let rate = program.sampleRate else { return nil }
    var added = 0
    if dependent > 0, let places = bits.read(9) {
      // From the first bit on: Lc/Rc, Lrs/Rrs, Cs, Ts, Lsd/Rsd, Lw/Rw, Lvh/Rvh, Cvh, LFE2.
      for (bit, count) in [2, 2, 1, 1, 2, 2, 2, 1, 1].enumerated()
      where places >> UInt32(bit) & 1 == 1 { added += count }
    }
    let substreams = Int(independent) + 1 + Int(dependent)
    var description = SoundDescription(
      format: StreamFormat(
        sampleRate: rate, formatID: .enhancedAC3, channelCount: program.channelCount + added),
      // A packet has all substreams of six blocks, which may be six frames of each.
      packetSizeUpperBound: substreams * 6 * 4096)
    description.usualFramesPerPacket = 1536
    description.channelLayout = added == 0 ? program.layout : nil
    if kilobits > 0 { description.statedBitRate = Int(kilobits) * 1000 }
    return description
  }
}

/// The channels of an AC-3 stream.
private struct AC3Program {
  /// Two bits that name the rate.
  var rateCode: Int
  /// The speakers, `acmod`.
  var mode: Int
  var hasLowFrequency: Bool

  var sampleRate: Double? {
    let rates: [Double] = [48_000, 44_100, 32_000]
    return rateCode < rates.count ? rates[rateCode] : nil
  }

  var channelCount: Int { [2, 1, 2, 3, 3, 4, 4, 5][mode] + (hasLowFrequency ? 1 : 0) }

  /// Core Audio's tag for the order of ETSI TS 102 366, table 4.3.
  var layout: ChannelLayout? {
    switch (mode, hasLowFrequency) {
    case (1, false): .mono
    case (2, false): .stereo
    case (3, false): ChannelLayout(tag: 150 << 16 | 3)
    case (4, false): ChannelLayout(tag: 131 << 16 | 3)
    case (5, false): ChannelLayout(tag: 151 << 16 | 4)
    case (6, false): ChannelLayout(tag: 132 << 16 | 4)
    case (7, false): ChannelLayout(tag: 119 << 16 | 5)
    case (1, true): ChannelLayout(tag: 149 << 16 | 2)
    case (2, true): ChannelLayout(tag: 133 << 16 | 3)
    case (3, true): ChannelLayout(tag: 152 << 16 | 4)
    case (4, true): ChannelLayout(tag: 153 << 16 | 4)
    case (5, true): ChannelLayout(tag: 154 << 16 | 5)
    case (6, true): ChannelLayout(tag: 138 << 16 | 5)
    case (7, true): ChannelLayout(tag: 123 << 16 | 6)
    default: nil
    }
  }
}

extension FourCC {
  fileprivate static let dac3 = FourCC("d", "a", "c", "3")
  fileprivate static let dec3 = FourCC("d", "e", "c", "3")
}
