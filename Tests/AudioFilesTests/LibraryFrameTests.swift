#if LibAV
  import AudioContainers
  import AudioModel
  import AudioTransport
  import TestSupport
  import Testing

  @testable import AudioFiles

  /// Linear PCM in containers that a library reads: each frame is a packet.
  @Suite struct LibraryFrameTests {
    /// One of FFmpeg's codecs, the muxer, and the equivalent format of raw samples.
    static let cases = [
      ("pcm_s16le", "avi", "s16le"), ("pcm_u8", "avi", "u8"), ("pcm_mulaw", "avi", "mulaw"),
      ("pcm_alaw", "asf", "alaw"), ("pcm_s16be", "matroska", "s16be"),
      ("pcm_s24le", "matroska", "s24le"), ("pcm_f32le", "matroska", "f32le"),
    ]

    @Test(arguments: cases)
    func returnsTheOriginalSamples(codec: String, muxer: String, raw: String) throws {
      let bytes = try FFmpeg.encode(
        ["-c:a", codec, "-f", muxer], sampleRate: 8000, channelCount: 2, seconds: 3)
      let samples = try FFmpeg.decode(bytes, [], ["-c:a", codec, "-f", raw])
      let file = try PacketFile(MemoryByteSource(bytes), reader: DetectingReader())
      let size = file.info.format.bytesPerPacket
      #expect(size > 0 && file.info.format.framesPerPacket == 1)
      #expect(samples.count == 24_000 * size)
      #expect(try file.packetCount() == UInt64(samples.count / size))
      // In order, then back from the end.
      let all = try read(file, from: 0, limit: .max, capacity: samples.count)
      #expect(all.packets.count == samples.count / size)
      #expect(Array(all.packets.joined()) == samples)
      for start in [23_999, 17_001, 16_384, 16_383, 1] {
        let part = try read(file, from: start, limit: 5, capacity: 1 << 10)
        #expect(Array(part.packets.joined()) == Array(samples[(start * size)...].prefix(5 * size)))
      }
    }
  }
#endif
