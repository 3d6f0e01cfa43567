#if LibAV
  import AudioContainers
  import AudioModel
  import AudioTransport
  import TestSupport
  import Testing

  @testable import AudioFiles

  /// ADTS frames of several raw data blocks, without a table of their positions.
  @Suite struct ADTSBlockTests {
    @Test("an ADTS frame may contain several AAC blocks", arguments: [2, 3, 4])
    func readsAllBlocks(count: Int) throws {
      let plain = try FFmpeg.encode(
        ["-c:a", "aac", "-aac_pns", "0", "-f", "adts"], sampleRate: 44_100, channelCount: 2)
      let frames = TestPackets.cut(plain) { head in
        let bytes = Array(head.prefix(7))
        guard bytes.count == 7 else { return nil }
        return Int(bytes[3] & 3) << 11 | Int(bytes[4]) << 3 | Int(bytes[5]) >> 5
      }
      try #require(frames.count > 40)
      let blocks = frames.prefix(40 / count * count)
      var joined: [UInt8] = []
      for first in stride(from: 0, to: blocks.count, by: count) {
        let body = blocks[first..<first + count].flatMap { $0.dropFirst(7) }
        var header = Array(blocks[first].prefix(7))
        let byteCount = body.count + 7
        header[3] = header[3] & 0xFC | UInt8(byteCount >> 11)
        header[4] = UInt8(byteCount >> 3 & 0xFF)
        header[5] = header[5] & 31 | UInt8(byteCount & 7) << 5
        header[6] = header[6] & 0xFC | UInt8(count - 1)
        joined += header + body
      }
      let expected = try samples(Array(blocks.joined()))
      let all = try samples(joined)
      #expect(all.count == blocks.count * 1024 * 2)
      #expect(all == expected)
    }

    private func samples(_ bytes: [UInt8]) throws -> [Float] {
      let file = try PacketFile(MemoryByteSource(bytes), reader: DetectingReader())
      let reader = try FrameFileReader(file)
      let samples = try reader.floats()
      #expect(try reader.frameCount() == Int64(samples.count / reader.clientFormat.channelCount))
      return samples
    }
  }
#endif
