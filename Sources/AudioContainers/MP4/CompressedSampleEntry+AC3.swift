import AudioModel
import AudioSyntax

extension CompressedSampleEntry {
  /// Reads an AC-3 entry.
  ///
  /// Source: ETSI TS 102 366, F.4 AC3SpecificBox; 4.4.1.3 frame sizes.
  func ac3(_ bytes: Span<UInt8>) -> SoundDescription? {
    guard let box = entry.body(of: .dac3, atLeast: 3) else { return nil }
    var bits = BitCursor(bytes.extracting(box))
    guard let rateCode = bits.read(2), let version = bits.read(5), bits.skip(3),
      let mode = bits.read(3), let low = bits.read(1), let rateIndex = bits.read(5)
    else { return nil }
    let program = AC3Program(mode: Int(mode), hasLowFrequency: low == 1)
    guard let coded = AC3Program.sampleRate(Int(rateCode)) else { return nil }
    // Versions 9 and 10 halve the rate, once and twice.
    let shift = version > 8 && version <= 10 ? version - 8 : 0
    let rate = Double(coded >> shift)
    var description = SoundDescription(
      format: StreamFormat(
        sampleRate: rate, formatID: .ac3, framesPerPacket: 1536,
        channelCount: program.channelCount),
      packetSizeUpperBound: AC3Header.longestPlainFrame)
    description.channelLayout = program.layout
    if Int(rateIndex) < AC3Program.kilobits.count {
      description.statedBitRate = AC3Program.kilobits[Int(rateIndex)] * 1000 >> Int(shift)
    }
    return description
  }

  /// Reads an Enhanced AC-3 entry: the first program and the channels of its dependent substreams.
  ///
  /// Source: ETSI TS 102 366, F.6 EC3SpecificBox; E.1.3.1.3 frame sizes.
  func enhancedAC3(_ bytes: Span<UInt8>) -> SoundDescription? {
    guard let box = entry.body(of: .dec3, atLeast: 5) else { return nil }
    var bits = BitCursor(bytes.extracting(box))
    guard let kilobits = bits.read(13), let independent = bits.read(3), let rateCode = bits.read(2),
      bits.skip(5 + 1 + 1 + 3), let mode = bits.read(3), let low = bits.read(1), bits.skip(3),
      let dependent = bits.read(4)
    else { return nil }
    let program = AC3Program(mode: Int(mode), hasLowFrequency: low == 1)
    guard let rate = AC3Program.sampleRate(Int(rateCode)).map({ Double($0) }) else { return nil }
    var added = 0
    if dependent > 0, let places = bits.read(9) {
      // From the lowest bit: Lc/Rc, Lrs/Rrs, Cs, Ts, Lsd/Rsd, Lw/Rw, Lvh/Rvh, Cvh, LFE2.
      for (bit, count) in [2, 2, 1, 1, 2, 2, 2, 1, 1].enumerated()
      where places >> UInt32(bit) & 1 == 1 { added += count }
    }
    let substreams = Int(independent) + 1 + Int(dependent)
    var description = SoundDescription(
      format: StreamFormat(
        sampleRate: rate, formatID: .enhancedAC3, channelCount: program.channelCount + added),
      // A packet has six blocks of all substreams, which may be six frames of each.
      packetSizeUpperBound: substreams * 6 * 4096)
    description.usualFramesPerPacket = 1536
    description.channelLayout = added == 0 ? program.layout : nil
    if kilobits > 0 { description.statedBitRate = Int(kilobits) * 1000 }
    return description
  }
}

extension FourCC {
  fileprivate static let dac3 = FourCC("d", "a", "c", "3")
  fileprivate static let dec3 = FourCC("d", "e", "c", "3")
}
