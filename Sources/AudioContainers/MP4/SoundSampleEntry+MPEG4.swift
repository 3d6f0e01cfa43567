import AudioModel
import AudioSyntax

extension SoundSampleEntry {
  /// Reads an entry whose descriptor names the codec: AAC, xHE-AAC, MPEG audio, AC-3.
  ///
  /// Source: ISO/IEC 14496-14, 6.7.2 esds; registered object types by the MP4 registration
  /// authority.
  func elementaryStream(_ bytes: Span<UInt8>) -> SoundDescription? {
    guard let box = body(of: .esds, atLeast: 4) else { return nil }
    let range = box.lowerBound + 4..<box.upperBound
    let body = bytes.extracting(range)
    guard let descriptor = ElementaryStreamDescriptor(body) else { return nil }
    var description: SoundDescription?
    switch descriptor.objectType {
    case 0x40, 0x66, 0x67, 0x68:
      let configuration = body.extracting(descriptor.configuration)
      guard let specific = AudioSpecificConfig(configuration) else { return nil }
      description = SoundDescription(specific)
      if specific.objectType < 32 || specific.objectType > 34 {
        description?.magicCookie = body.indices.map { body[$0] }
      }
    case 0x69, 0x6B:
      description = SoundDescription.mpegAudio(
        .mpegLayer3, rate: Int(sampleRate), channels: channelCount)
    case 0xA5: description = CompressedSampleEntry(entry: self).ac3(bytes)
    case 0xA6: description = CompressedSampleEntry(entry: self).enhancedAC3(bytes)
    default: return nil
    }
    if descriptor.averageBitRate > 0 { description?.statedBitRate = descriptor.averageBitRate }
    return description
  }
}

extension FourCC {
  fileprivate static let esds = FourCC("e", "s", "d", "s")
}
