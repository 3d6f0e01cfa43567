import AudioModel
import Testing

@testable import AudioContainers

/// The sample entries of linear PCM in QuickTime movies.
@Suite struct UncompressedSampleEntryTests {
  private func format(
    _ bits: Int, _ flags: StreamFormat.PCMFlags, width: Int? = nil, channels: Int = 2,
    rate: Double = 48_000
  ) -> StreamFormat {
    let bytes = (width ?? bits / 8) * channels
    return StreamFormat(
      sampleRate: rate, formatID: .linearPCM, formatFlags: flags.rawValue,
      bytesPerPacket: bytes, framesPerPacket: 1, bytesPerFrame: bytes, channelCount: channels,
      bitsPerChannel: bits)
  }

  @Test("an entry is read as written")
  func roundTrips() throws {
    let signed: StreamFormat.PCMFlags = [.signedInteger, .packed]
    let cases: [(StreamFormat, String)] = [
      (format(8, [.packed]), "raw "), (format(8, signed), "twos"),
      (format(16, signed), "sowt"), (format(16, signed.union(.bigEndian)), "twos"),
      (format(24, signed), "in24"), (format(24, signed.union(.bigEndian), channels: 1), "in24"),
      (format(32, signed), "in32"), (format(32, [.float, .packed]), "fl32"),
      (format(64, [.float, .packed, .bigEndian]), "fl64"),
      (format(24, signed, channels: 6), "lpcm"), (format(16, signed, rate: 96_000), "lpcm"),
      (format(20, [.signedInteger, .alignedHigh], width: 3), "lpcm"),
      (format(16, [.packed]), "lpcm"),
    ]
    for (format, code) in cases {
      let writer = try #require(UncompressedSampleEntryWriter(format))
      let entry = writer.entry(nil)
      #expect(String(decoding: entry[4..<8], as: UTF8.self) == code)
      let found = SoundDescription(entry: entry.span, hasISOVersion: false, timescale: 0)
      #expect(found?.format == format, "\(code) \(format)")
    }
  }

  @Test("the layout of more than two channels is kept")
  func layout() throws {
    let writer = try #require(
      UncompressedSampleEntryWriter(format(24, [.signedInteger, .packed], channels: 6)))
    // 5.1 in the order of MPEG, A.
    let layout = ChannelLayout(tag: 121 << 16 | 6)
    let entry = writer.entry(layout)
    let found = SoundDescription(entry: entry.span, hasISOVersion: false, timescale: 0)
    #expect(found?.channelLayout == layout && found?.statesLayout == true)
  }

  @Test("a format that movies cannot store has no entry")
  func refused() {
    #expect(UncompressedSampleEntryWriter(format(16, [.float, .packed])) == nil)
    #expect(UncompressedSampleEntryWriter(format(40, [.signedInteger], width: 4)) == nil)
  }
}
