import AudioModel
import AudioSyntax

/// Replaces the metadata in a `moov` box.
struct MP4MovieEditor {
  private let bytes: [UInt8]
  private let change: TagChange

  /// Additional header bytes of a full box.
  private static let fullHeader = 4
  /// Nesting of boxes around a chunk offset table: `trak`, `mdia`, `minf`, `stbl`.
  private static let deepest = 4

  /// Takes the whole box; `nil` if it does not have a 32-bit size.
  init?(_ bytes: [UInt8], _ change: TagChange) {
    guard bytes.count >= 8, Int(bytes.span.bigEndian32(at: 0)) == bytes.count else { return nil }
    self.bytes = bytes
    self.change = change
  }

  /// The new box at `start`, with offsets adjusted for the content after it.
  func movie(at start: UInt64) -> [UInt8]? {
    guard let boxes = boxes(8..<bytes.count) else { return nil }
    var new: [UInt8] = []
    var hasUserData = false
    for box in boxes.list {
      if box.type == .udta, !hasUserData {
        hasUserData = true
        guard let data = userData(box.body) else { return nil }
        new += data
      } else if box.type == FourCC("m", "v", "e", "x") {
        return nil
      } else {
        new += bytes[box.whole]
      }
    }
    if !hasUserData { new += MP4MetadataWriter.userData(metadata(items: newItems)) }
    new += bytes[boxes.rest]
    guard new.count + 8 <= Int(UInt32.max) else { return nil }
    var movie: [UInt8] = .box(.moov, new)
    let delta = Int64(movie.count) - Int64(bytes.count)
    let threshold = start &+ UInt64(bytes.count)
    let isMoved = move(&movie, 8..<movie.count, depth: 0, behind: threshold, by: delta)
    return isMoved ? movie : nil
  }

  // MARK: - Metadata

  private func userData(_ range: Range<Int>) -> [UInt8]? {
    guard let boxes = boxes(range) else { return nil }
    var new: [UInt8] = []
    var hasMetadata = false
    for box in boxes.list {
      if box.type == .meta, !hasMetadata {
        hasMetadata = true
        guard let data = metadata(box.body) else { return nil }
        new += data
      } else if change.tags == nil || !MP4TextKey.isText(box.type) {
        new += bytes[box.whole]
      }
    }
    if !hasMetadata { new += metadata(items: newItems) }
    return .box(.udta, new + bytes[boxes.rest])
  }

  private func metadata(_ range: Range<Int>) -> [UInt8]? {
    guard range.count >= Self.fullHeader,
      let boxes = boxes(range.lowerBound + Self.fullHeader..<range.upperBound)
    else { return nil }
    var new = Array(bytes[range.prefix(Self.fullHeader)])
    var hasList = false
    for box in boxes.list {
      switch box.type {
      case .ilst where !hasList:
        hasList = true
        guard let items = items(box.body) else { return nil }
        new += [UInt8].box(.ilst, newItems + items)
      // Items with names of another kind.
      case .keys: return nil
      default: new += bytes[box.whole]
      }
    }
    if !hasList { new += [UInt8].box(.ilst, newItems) }
    return .box(.meta, new + bytes[boxes.rest])
  }

  /// A `meta` box around items.
  private func metadata(items: [UInt8]) -> [UInt8] {
    MP4MetadataWriter.metadata(items: items)
  }

  private var newItems: [UInt8] {
    MP4MetadataWriter(
      tags: change.tags ?? Tags(), artwork: change.picture ?? [], trim: nil
    ).items
  }

  /// The items that stay.
  private func items(_ range: Range<Int>) -> [UInt8]? {
    guard let boxes = boxes(range) else { return nil }
    var kept: [UInt8] = []
    for box in boxes.list where !isReplaced(box.type, box.body) { kept += bytes[box.whole] }
    return kept
  }

  private func isReplaced(_ type: FourCC, _ body: Range<Int>) -> Bool {
    switch type.description {
    case "covr": change.picture != nil
    case "trkn", "disk", "tmpo", "gnre": change.tags != nil
    case "----": change.tags != nil && isNamedText(body)
    default: change.tags != nil && MP4TextKey.key(of: type) != nil
    }
  }

  private func isNamedText(_ range: Range<Int>) -> Bool {
    guard let name = boxes(range)?.list.first(where: { $0.type == .name })?.body, name.count > 4
    else { return false }
    let text = String(decoding: bytes[name.dropFirst(4)], as: UTF8.self).uppercased()
    return ["ISRC", "ITUNNORM", "LYRICIST", "SUBTITLE", "INITIALKEY", "KEY"].contains(text)
  }

  // MARK: - Offsets

  /// Adjusts the offsets after a position.
  ///
  /// - Returns: `false` if an offset no longer fits its field.
  private func move(
    _ movie: inout [UInt8], _ range: Range<Int>, depth: Int, behind threshold: UInt64,
    by delta: Int64
  ) -> Bool {
    guard delta != 0 else { return true }
    guard depth <= Self.deepest, let boxes = Self.boxes(movie, range) else { return false }
    for box in boxes.list {
      let isMoved: Bool
      switch box.type {
      case .trak, .mdia, .minf, .stbl:
        isMoved = move(&movie, box.body, depth: depth + 1, behind: threshold, by: delta)
      case .stco, .co64:
        isMoved = moveTable(
          &movie, box.body, width: box.type == .stco ? 4 : 8, behind: threshold, by: delta)
      // Another table with offsets in the file.
      case FourCC("s", "a", "i", "o"): isMoved = false
      default: isMoved = true
      }
      if !isMoved { return false }
    }
    return true
  }

  private func moveTable(
    _ movie: inout [UInt8], _ body: Range<Int>, width: Int, behind threshold: UInt64,
    by delta: Int64
  ) -> Bool {
    guard body.count >= 8 else { return false }
    let stated = Int(movie.span.bigEndian32(at: body.lowerBound + 4))
    let count = min(stated, (body.count - 8) / width)
    for index in 0..<count {
      let place = body.lowerBound + 8 + index * width
      let old =
        width == 4
        ? UInt64(movie.span.bigEndian32(at: place)) : movie.span.bigEndian64(at: place)
      guard old >= threshold else { continue }
      let new = old.addingReportingOverflow(UInt64(bitPattern: delta)).partialValue
      guard width == 8 || new <= UInt64(UInt32.max) else { return false }
      let bytes: [UInt8] = width == 4 ? .big(UInt32(new)) : .big(new)
      movie.replaceSubrange(place..<place + width, with: bytes)
    }
    return true
  }

  // MARK: - Boxes

  /// Consecutive boxes, and the bytes after them.
  private struct Boxes {
    var list: [(type: FourCC, whole: Range<Int>, body: Range<Int>)] = []
    var rest: Range<Int>
  }

  private func boxes(_ range: Range<Int>) -> Boxes? { Self.boxes(bytes, range) }

  /// The boxes in a range; `nil` if it contains anything but boxes with 32-bit sizes.
  private static func boxes(_ bytes: [UInt8], _ range: Range<Int>) -> Boxes? {
    var boxes = Boxes(rest: range)
    var place = range.lowerBound
    while range.upperBound - place >= 8 {
      let size = Int(bytes.span.bigEndian32(at: place))
      // A list of user data may end with a zero.
      if size == 0, boxes.rest.count <= 8 { break }
      guard size >= 8, size <= range.upperBound - place else { return nil }
      let type = bytes.span.fourCC(at: place + 4)
      boxes.list.append((type, place..<place + size, place + 8..<place + size))
      place += size
      boxes.rest = place..<range.upperBound
    }
    return boxes
  }
}
