import AudioContainers
import AudioModel
import AudioTransport
import TestSupport
import Testing

@testable import AudioFiles

/// Fragmented movies whose index states their lengths.
@Suite struct FragmentIndexTests {
  private func make(_ flags: String = "+global_sidx") throws -> [UInt8] {
    try FFmpeg.encode(
      [
        "-c:a", "aac", "-movflags", "+empty_moov+default_base_moof+skip_trailer" + flags,
        "-frag_duration", "500000", "-f", "mp4",
      ], sampleRate: 44_100, channelCount: 2, seconds: 60)
  }

  @Test func givesTheDurationWithoutReadingTheFragments() throws {
    let bytes = try make()
    let source = TrickleSource(bytes, longestRead: 4096)
    let file = try PacketFile(source, reader: DetectingReader())
    let indexed = try file.duration()
    #expect(source.bytesRead < bytes.count / 4)
    #expect(file.info.fragmentIndex?.end == UInt64(bytes.count))
    let count = try file.packetCount()
    let counted = try file.duration()
    #expect(count > 2580)
    #expect(abs(indexed - counted) <= 1024.0 / 44_100)
    #expect(counted == Double(try file.recordingFrameCount()) / 44_100)
  }

  @Test("without an index, the length of the first fragment is not that of the file")
  func theFirstFragmentIsNotTheWhole() throws {
    let source = TrickleSource(try make(""), longestRead: 4096)
    let early = try PacketFile(source, reader: DetectingReader()).earlyLength()
    #expect(early?.isExact != true)
    // The estimate uses the bit rate of the first packets.
    if let early { #expect(abs(early.seconds - 60) < 15) }
  }

  /// An index of more or fewer fragments than the file has is ignored.
  @Test func anIndexOfAnotherFileIsIgnored() throws {
    let bytes = try make()
    for file in [
      Array(bytes.dropLast(bytes.count / 3)), bytes + [0, 0, 0, 8] + Array("free".utf8),
    ] {
      let all = try PacketFile(MemoryByteSource(file), reader: DetectingReader())
      let duration = try all.duration()
      let frames = try all.recordingFrameCount()
      #expect(duration == Double(frames) / 44_100)
    }
  }
}
