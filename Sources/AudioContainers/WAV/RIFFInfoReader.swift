import AudioModel
import AudioSyntax

/// Reads the body of a `LIST` chunk of type `INFO`.
///
/// Source: *Multimedia Programming Interface and Data Specifications 1.0*, "INFO List Chunk";
/// `ITRK` and `IWRI` as players write them.
struct RIFFInfoReader: Sendable {
  private enum State {
    case listType
    case chunk
  }

  private(set) var tags = Tags()
  private var state = State.listType
  /// End of the list.
  private let end: UInt64

  private let isBigEndian: Bool

  init(end: UInt64, isBigEndian: Bool = false) {
    self.end = end
    self.isBigEndian = isBigEndian
  }

  /// Continues reading, and advances `view`.
  ///
  /// - Returns: Bytes needed, or `nil` after `view` reaches the list's end.
  mutating func read(_ view: inout WindowView) -> Int? {
    while true {
      let count = state == .listType ? 4 : 8
      guard view.position.clampedAdding(UInt64(count)) <= end else { return finish(&view) }
      guard view.holds(count) else { return missing(count, &view) }
      switch state {
      case .listType:
        guard view.bytes.has("INFO", at: view.index) else { return finish(&view) }
        state = .chunk
        view.advance(to: view.position.clampedAdding(4))
      case .chunk:
        let place = view.index + 4
        let byteCount = UInt64(
          isBigEndian ? view.bytes.bigEndian32(at: place) : view.bytes.littleEndian32(at: place))
        let body = view.position.clampedAdding(8)
        var pad = byteCount & 1
        if let key = Self.key(of: view.bytes.fourCC(at: view.index)), byteCount <= end - body {
          let held = Int(min(byteCount, UInt64(Tags.longestText)))
          guard view.holds(8 + held) else { return missing(8 + held, &view) }
          add(held, key, view)
          let next = 8 + held + 4
          if pad == 1, UInt64(held) == byteCount, byteCount + 4 <= end - body {
            guard view.holds(next) || view.isEnd else { return next }
            if ChunkSize.lacksPad(view.bytes, at: view.index + 8 + held) { pad = 0 }
          }
        }
        // A chunk whose size extends beyond the list ends with the list.
        let next = body.clampedAdding(byteCount).clampedAdding(pad)
        view.advance(to: min(next, end))
      }
    }
  }

  private mutating func add(_ count: Int, _ key: Tags.Key, _ view: borrowing WindowView) {
    var bytes: [UInt8] = []
    for place in view.index + 8..<view.index + 8 + count { bytes.append(view.bytes[place]) }
    let text = TagText.latinOrUTF8(bytes[...])
    guard key != .year else { return tags.add(date: text) }
    tags.add(text, for: key)
  }

  private func missing(_ count: Int, _ view: inout WindowView) -> Int? {
    view.isEnd ? finish(&view) : count
  }

  private func finish(_ view: inout WindowView) -> Int? {
    view.advance(to: max(end, view.position))
    return nil
  }

  /// The key of a text, or `nil` if it has no key.
  static func key(of tag: FourCC) -> Tags.Key? {
    switch tag.description {
    case "INAM": .title
    case "ISBJ": .subtitle
    case "IART": .artist
    case "IPRD": .album
    case "ITRK", "IPRT": .trackNumber
    case "ICRD": .year
    case "IGNR": .genre
    case "ICMT": .comments
    case "IMUS": .composer
    case "IWRI": .lyricist
    case "ICOP": .copyright
    case "ISFT": .encodingApplication
    default: nil
    }
  }
}
