import AudioSyntax

/// The boxes of a sample table in compact form.
///
/// Source: ISO/IEC 14496-12, 8.6.1.2 Decoding Time to Sample, 8.7.3 Sample Size, 8.7.4 Sample To
/// Chunk, 8.7.5 Chunk Offset.
struct MP4SampleTable: Sendable {
  /// A run of chunks with the same number of samples, up to the next run.
  struct ChunkRun: Equatable, Sendable {
    /// Counted from 0.
    var firstChunk: UInt32
    var samplesPerChunk: UInt32
  }

  /// Samples with the same duration, by the track's clock.
  var times = FrameRuns()
  var sizes = PacketSizes()
  private(set) var chunkRuns: [ChunkRun] = []
  private var narrowOffsets: [UInt32] = []
  private var wideOffsets: [UInt64] = []

  init() {}

  var chunkCount: Int { narrowOffsets.count + wideOffsets.count }

  /// Position of the first packet.
  var firstOffset: UInt64? {
    chunkCount > 0 && !chunkRuns.isEmpty && sizes.count > 0 ? chunkOffset(at: 0) : nil
  }

  func chunkOffset(at index: Int) -> UInt64 {
    index < narrowOffsets.count
      ? UInt64(narrowOffsets[index]) : wideOffsets[index - narrowOffsets.count]
  }

  // Each of these reads entries that are all in `bytes`, from `index`.

  mutating func readTimes(_ bytes: Span<UInt8>, _ index: Int, count: Int) {
    for place in stride(from: index, to: index + count * 8, by: 8) {
      times.append(bytes.bigEndian32(at: place), of: bytes.bigEndian32(at: place + 4))
    }
  }

  /// Reads runs of chunks, and ignores runs that do not begin after the previous run.
  mutating func readChunkRuns(_ bytes: Span<UInt8>, _ index: Int, count: Int) {
    for place in stride(from: index, to: index + count * 12, by: 12) {
      let first = bytes.bigEndian32(at: place)
      let samples = bytes.bigEndian32(at: place + 4)
      let start = chunkRuns.isEmpty ? 0 : max(first, 1) - 1
      if let last = chunkRuns.last, start <= last.firstChunk || last.samplesPerChunk == samples {
        continue
      }
      chunkRuns.append(ChunkRun(firstChunk: start, samplesPerChunk: samples))
    }
  }

  mutating func readSizes(_ bytes: Span<UInt8>, _ index: Int, count: Int) {
    guard sizes.constant == nil else { return }
    sizes.append(bigEndian: bytes, at: index, count: count)
  }

  /// Reads sizes of 4, 8, or 16 bits.
  ///
  /// Sizes of 4 bits come in pairs. The last pair may hold only one.
  mutating func readCompactSizes(
    _ bytes: Span<UInt8>, _ index: Int, count: Int, bits: Int, sampleCount: Int
  ) {
    guard sizes.constant == nil else { return }
    switch bits {
    case 16:
      for place in stride(from: index, to: index + count * 2, by: 2) {
        sizes.append(UInt32(bytes.bigEndian16(at: place)))
      }
    case 8: for place in index..<index + count { sizes.append(UInt32(bytes[place])) }
    default:
      for place in index..<index + count {
        sizes.append(UInt32(bytes[place] >> 4))
        if sizes.count < sampleCount { sizes.append(UInt32(bytes[place] & 15)) }
      }
    }
  }

  mutating func readOffsets(_ bytes: Span<UInt8>, _ index: Int, count: Int) {
    guard wideOffsets.isEmpty else { return }
    for place in stride(from: index, to: index + count * 4, by: 4) {
      narrowOffsets.append(bytes.bigEndian32(at: place))
    }
  }

  mutating func readWideOffsets(_ bytes: Span<UInt8>, _ index: Int, count: Int) {
    for place in stride(from: index, to: index + count * 8, by: 8) {
      let high = UInt64(bytes.bigEndian32(at: place))
      wideOffsets.append(high << 32 | UInt64(bytes.bigEndian32(at: place + 4)))
    }
  }
}
