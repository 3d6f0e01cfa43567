import AudioModel
import AudioSyntax

extension MP4Reader {
  /// Bytes to request at once if more of a list follows.
  private static let request: UInt64 = 1 << 14

  // Each of these functions returns how many bytes it needs before it can continue, or `nil`
  // if the caller can continue.

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
    guard var entries = presentation.begin(list, header) else { return leave(box, &view) }
    go(to: position + UInt64(count), &view)
    if entries.width > 0 {
      entries.remaining = min(entries.remaining, (box.end - position) / UInt64(entries.width))
    }
    state = .entries(list, box, entries)
    return nil
  }

  mutating func readEntries(
    _ list: MP4List, _ box: MP4Box, _ entries: MP4Entries, _ view: inout WindowView
  ) -> Int? {
    var left = entries
    let there = entries.width > 0 ? UInt64(view.remaining / entries.width) : entries.remaining
    let count = Int(min(entries.remaining, there))
    if count > 0 {
      presentation.read(list, count: count, entries, view.bytes, view.index)
      go(to: position + UInt64(count * entries.width), &view)
      left.remaining -= UInt64(count)
    }
    guard left.remaining == 0 else {
      state = .entries(list, box, left)
      return Int(min(left.remaining * UInt64(entries.width), Self.request))
    }
    if case .run = list { presentation.endRun() }
    return leave(box, &view)
  }

  private mutating func leave(_ box: MP4Box, _ view: inout WindowView) -> Int? {
    go(to: box.end, &view)
    state = .header
    return nil
  }
}
