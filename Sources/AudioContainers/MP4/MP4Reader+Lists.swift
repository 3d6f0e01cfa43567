import AudioModel
import AudioSyntax

/// The remaining part of a list.
struct MP4Entries: Sendable {
  /// Bytes of an entry.
  var width: Int
  /// Stated remaining entries.
  ///
  /// The list may contain fewer.
  var remaining: UInt64
  /// Bits of a size in a compact list.
  var sizeBits = 32
  /// Samples that the list states.
  var sampleCount = 0
}

extension MP4Reader {
  /// Bytes to request at once if more of a list follows.
  private static let request: UInt64 = 1 << 14

  // Each of these returns the number of bytes needed, or `nil` to continue.

  mutating func readListHeader(
    _ list: MP4List, _ box: MP4Box, _ view: inout WindowView
  ) -> Int? {
    var count: Int
    switch list {
    case .sampleSizes, .compactSampleSizes: count = 12
    case .run:
      guard box.bodyByteCount >= 8 else { return leave(box, &view) }
      guard view.holds(4) else { return 4 }
      count = MP4Fragment.runHeaderByteCount(view.bytes.bigEndian32(at: view.index))
    default: count = 8
    }
    guard box.bodyByteCount >= UInt64(count) else { return leave(box, &view) }
    guard view.holds(count) else { return count }
    let header = view.bytes.extracting(view.index..<view.index + count)
    guard var entries = begin(list, header) else { return leave(box, &view) }
    go(to: position + UInt64(count), &view)
    if entries.width > 0 {
      entries.remaining = min(entries.remaining, (box.end - position) / UInt64(entries.width))
    }
    state = .entries(list, box, entries)
    return nil
  }

  private mutating func begin(_ list: MP4List, _ header: Span<UInt8>) -> MP4Entries? {
    let count = UInt64(header.bigEndian32(at: 4))
    switch list {
    case .edits: return MP4Entries(width: header[0] == 1 ? 20 : 12, remaining: count)
    case .timeToSample: return MP4Entries(width: 8, remaining: count)
    case .sampleToChunk: return MP4Entries(width: 12, remaining: count)
    case .chunkOffsets: return MP4Entries(width: 4, remaining: count)
    case .wideChunkOffsets: return MP4Entries(width: 8, remaining: count)
    case .sampleSizes, .compactSampleSizes: return beginSizes(list, header)
    case .run:
      guard let run = fragment?.beginRun(header) else { return nil }
      return MP4Entries(width: run.entryByteCount, remaining: UInt64(run.sampleCount))
    }
  }

  private mutating func beginSizes(_ list: MP4List, _ header: Span<UInt8>) -> MP4Entries? {
    guard movie.track.samples.sizes.count == 0 else { return nil }
    let size = header.bigEndian32(at: 4)
    let count = header.bigEndian32(at: 8)
    guard case .compactSampleSizes = list else {
      guard size == 0 else {
        movie.track.samples.sizes = PacketSizes(constant: size, count: Int(count))
        return nil
      }
      return MP4Entries(width: 4, remaining: UInt64(count))
    }
    switch size & 0xFF {
    case 4:
      return MP4Entries(
        width: 1, remaining: (UInt64(count) + 1) / 2, sizeBits: 4, sampleCount: Int(count))
    case 8: return MP4Entries(width: 1, remaining: UInt64(count), sizeBits: 8)
    case 16: return MP4Entries(width: 2, remaining: UInt64(count), sizeBits: 16)
    default: return nil
    }
  }

  mutating func readEntries(
    _ list: MP4List, _ box: MP4Box, _ entries: MP4Entries, _ view: inout WindowView
  ) -> Int? {
    var left = entries
    let there = entries.width > 0 ? UInt64(view.remaining / entries.width) : entries.remaining
    let count = Int(min(entries.remaining, there))
    if count > 0 {
      read(list, count: count, entries, view.bytes, view.index)
      go(to: position + UInt64(count * entries.width), &view)
      left.remaining -= UInt64(count)
    }
    guard left.remaining == 0 else {
      state = .entries(list, box, left)
      return Int(min(left.remaining * UInt64(entries.width), Self.request))
    }
    if case .run = list { fragment?.endRun() }
    return leave(box, &view)
  }

  private mutating func read(
    _ list: MP4List, count: Int, _ entries: MP4Entries, _ bytes: Span<UInt8>, _ index: Int
  ) {
    switch list {
    case .edits: readEdits(bytes, index, count: count, isWide: entries.width == 20)
    case .timeToSample: movie.track.samples.readTimes(bytes, index, count: count)
    case .sampleToChunk: movie.track.samples.readChunkRuns(bytes, index, count: count)
    case .sampleSizes: movie.track.samples.readSizes(bytes, index, count: count)
    case .compactSampleSizes:
      movie.track.samples.readCompactSizes(
        bytes, index, count: count, bits: entries.sizeBits, sampleCount: entries.sampleCount)
    case .chunkOffsets: movie.track.samples.readOffsets(bytes, index, count: count)
    case .wideChunkOffsets: movie.track.samples.readWideOffsets(bytes, index, count: count)
    case .run: fragment?.readSamples(bytes, index, count: count)
    }
  }

  /// Source: ISO/IEC 14496-12, 8.6.6 Edit List Box.
  private mutating func readEdits(_ bytes: Span<UInt8>, _ index: Int, count: Int, isWide: Bool) {
    let width = isWide ? 20 : 12
    for place in stride(from: index, to: index + count * width, by: width) {
      guard movie.track.edits.count < MP4Track.editLimit else { return }
      var duration = UInt64(bytes.bigEndian32(at: place))
      var time = Int64(Int32(bitPattern: bytes.bigEndian32(at: place + 4)))
      if isWide {
        duration = duration << 32 | UInt64(bytes.bigEndian32(at: place + 4))
        let high = UInt64(bytes.bigEndian32(at: place + 8))
        time = Int64(bitPattern: high << 32 | UInt64(bytes.bigEndian32(at: place + 12)))
      }
      movie.track.edits.append(MP4Track.Edit(duration: duration, mediaTime: time))
    }
  }

  private mutating func leave(_ box: MP4Box, _ view: inout WindowView) -> Int? {
    go(to: box.end, &view)
    state = .header
    return nil
  }
}
