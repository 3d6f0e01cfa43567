import AudioContainers
import AudioModel
import AudioTransport
import TestSupport
import Testing

@testable import AudioFiles

/// Fragmented movies whose index states their lengths.
@Suite struct FragmentIndexTests {
  private func make() throws -> [UInt8] {
    try FFmpeg.encode(
      [
        "-c:a", "aac", "-movflags", "+empty_moov+default_base_moof+global_sidx+skip_trailer",
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
