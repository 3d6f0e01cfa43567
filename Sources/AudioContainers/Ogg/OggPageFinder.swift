/// Finds consecutive pages, even after junk and damage.
struct OggPageFinder: Sendable {
  enum Outcome {
    /// The page at the view's position.
    case page(OggPage)
    case needs(Int)
    /// The file has no more pages.
    case end
  }

  /// The start of a stretch with false page headers, and their number since then.
  private var damage: (start: UInt64, count: Int)?

  /// Maximum number of false page headers within the length of the longest page.
  ///
  /// After that, the finder skips the rest of the stretch. This limit bounds how often each byte is
  /// examined.
  private static let mostFailures = 8

  /// Moves the view to the next page.
  mutating func next(_ view: inout WindowView) -> Outcome {
    while true {
      skipToName(&view)
      guard view.holds(OggPage.fixedByteCount) else {
        return missing(OggPage.fixedByteCount, &view)
      }
      guard OggPage.mayStand(view) else {
        view.skip(1)
        continue
      }
      let byteCount = OggPage.byteCount(view)
      guard view.holds(byteCount) else {
        guard view.isEnd else { return .needs(byteCount) }
        view.skip(1)
        continue
      }
      if let page = OggPage(view) { return .page(page) }
      refute(&view)
    }
  }

  /// Moves to the start of a name, or of a possible partial name.
  private func skipToName(_ view: inout WindowView) {
    var place = view.index
    let name: InlineArray<4, UInt8> = [0x4F, 0x67, 0x67, 0x53]
    while place < view.bytes.count {
      place = Self.skip(view.bytes, from: place)
      var index = 0
      while index < 4, place + index < view.bytes.count, view.bytes[place + index] == name[index] {
        index += 1
      }
      if index == 4 || place + index == view.bytes.count { break }
      place += 1
    }
    view.skip(place - view.index)
  }

  /// Bytes to examine together.
  private static let stretch = 128

  /// Skips stretches that contain no start of a name, as nearly all do.
  private static func skip(_ bytes: Span<UInt8>, from place: Int) -> Int {
    var place = place
    while place + stretch < bytes.count, !hasNameStart(bytes.extracting(place...place + stretch)) {
      place += stretch
    }
    return place
  }

  /// Whether the first two letters of the name occur in these bytes.
  ///
  /// A single loop without an early exit, so that the processor handles many bytes at a time.
  @inline(never)
  private static func hasNameStart(_ bytes: Span<UInt8>) -> Bool {
    let second = bytes.extracting(1...)
    precondition(second.count < bytes.count, "the bytes to search are empty")
    var found: UInt8 = 0
    for index in second.indices {
      found |= (bytes[index] == 0x4F ? 1 : 0) & (second[index] == 0x67 ? 1 : 0)
    }
    return found != 0
  }

  private mutating func refute(_ view: inout WindowView) {
    let position = view.position
    guard let before = damage, position - before.start < UInt64(OggPage.mostBytes) else {
      damage = (position, 1)
      view.skip(1)
      return
    }
    damage = (before.start, before.count + 1)
    view.skip(1)
    guard before.count + 1 >= Self.mostFailures else { return }
    damage = nil
    view.advance(to: before.start.clampedAdding(UInt64(OggPage.mostBytes)))
  }

  private func missing(_ count: Int, _ view: inout WindowView) -> Outcome {
    guard view.isEnd else { return .needs(count) }
    view.skip(view.remaining)
    return .end
  }
}
