import AudioSyntax

/// Reads the texts and chapters of one ID3v2 tag of version 2.2, 2.3, or 2.4, and the picture's
/// location.
///
/// The reader examines each frame's header and the first ``Tags/longestText`` bytes of supported
/// frames, or more of lyrics. It skips the rest. The tag's header determines its end, whatever its
/// frames contain.
///
/// Source: ID3v2.4.0 main structure, sections 3 to 6; ID3v2.3.0, section 3; ID3v2.2.0, section 3.
struct ID3v2Reader: Sendable {
  private enum State {
    case header
    case extendedHeader
    case frame
    /// Skipping a frame in a tag that requires reading to find the frame's end.
    case passing(byteCount: Int, isAfterFF: Bool)
  }

  private(set) var tags = Tags()
  private var state = State.header
  private var header: ID3v2Header?
  /// End of the enclosing chunk, which limits the tag regardless of its stated size.
  private let limit: UInt64
  /// The ends of the frames and of the tag.
  private var framesEnd: UInt64 = 0
  private var tagEnd: UInt64 = 0

  /// The subject of the current picture.
  private var artworkType: UInt8?
  /// A picture whose end is still unknown.
  private var openPicture: (type: UInt8, start: UInt64)?

  /// Maximum size in bytes of a frame that is read to find its end, such as a picture.
  private static let longestPass = 1 << 24

  init(limit: UInt64 = .max) {
    self.limit = limit
  }

  /// Continues reading, and advances `view`.
  ///
  /// - Returns: Bytes needed, or `nil` after `view` reaches the tag's end.
  mutating func read(_ view: inout WindowView) -> Int? {
    while true {
      let needed: Int?
      switch state {
      case .header: needed = readHeader(&view)
      case .extendedHeader: needed = readExtendedHeader(&view)
      case .frame:
        guard header?.isReadable == true,
          view.position.clampedAdding(UInt64(headerByteCount)) <= framesEnd
        else { return end(&view) }
        needed = readFrame(&view)
      case .passing(let byteCount, let isAfterFF):
        needed = pass(byteCount, isAfterFF: isAfterFF, &view)
      }
      switch needed {
      case nil: continue
      case 0: return end(&view)
      case let needed?: return view.isEnd ? end(&view) : needed
      }
    }
  }

  /// Moves past the tag.
  private mutating func end(_ view: inout WindowView) -> Int? {
    tags.chapters.sort { $0.start < $1.start }
    view.advance(to: max(tagEnd, view.position))
    return nil
  }

  /// Bytes of a frame's header.
  private var headerByteCount: Int { header?.version == 2 ? 6 : 10 }

  /// Whether sizes count bytes after the removal of inserted zeros.
  private var isUnsynchronisedThroughout: Bool {
    guard let header else { return false }
    return header.isUnsynchronised && header.version < 4
  }

  // Each of these returns the number of bytes needed, `nil` to continue, or 0 to end the tag.

  private mutating func readHeader(_ view: inout WindowView) -> Int? {
    guard view.holds(ID3v2Header.byteCount) else { return ID3v2Header.byteCount }
    guard let header = ID3v2Header(view.bytes, at: view.index) else { return 0 }
    self.header = header
    let start = view.position
    let framesByteCount = UInt64(ID3v2Header.byteCount + header.bodyByteCount)
    framesEnd = min(start.clampedAdding(framesByteCount), limit)
    tagEnd = min(start.clampedAdding(UInt64(header.tagByteCount)), limit)
    tags.id3Tag = FileExtent(offset: start, byteCount: tagEnd - min(tagEnd, start))
    state = header.hasExtendedHeader ? .extendedHeader : .frame
    view.advance(to: start.clampedAdding(UInt64(ID3v2Header.byteCount)))
    return nil
  }

  private mutating func readExtendedHeader(_ view: inout WindowView) -> Int? {
    guard let field = view.decoded(10, isUnsynchronised: isUnsynchronisedThroughout) else {
      return 20
    }
    guard let header, let size = header.extendedHeaderByteCount(field.bytes) else {
      // Some writers set the flag without an extended header.
      state = .frame
      return nil
    }
    state = .passing(byteCount: size, isAfterFF: false)
    return nil
  }

  private mutating func readFrame(_ view: inout WindowView) -> Int? {
    let isWhole = isUnsynchronisedThroughout
    let longestHeader = isWhole ? 2 * headerByteCount : headerByteCount
    guard let field = view.decoded(headerByteCount, isUnsynchronised: isWhole) else {
      return longestHeader
    }
    guard let header, let frame = ID3v2FrameHeader(field.bytes, version: header.version) else {
      return 0
    }
    let frameByteCount = UInt64(headerByteCount + frame.byteCount)
    guard frameByteCount <= framesEnd - min(framesEnd, view.position) else { return 0 }
    if frame.isWanted {
      let count = headerByteCount + min(frame.byteCount, frame.longestBody)
      guard let all = view.decoded(count, isUnsynchronised: isWhole) else {
        return isWhole ? 2 * count : count
      }
      let isUndone = header.isUnsynchronised && !isWhole
      frame.add(all.bytes[headerByteCount...], isUnsynchronised: isUndone, to: &tags)
      if frame.isPicture {
        let isUnsynchronised = isUndone || frame.isUnsynchronised
        addPicture(frame, all.bytes[headerByteCount...], isUnsynchronised: isUnsynchronised, view)
      }
    }
    let byteCount = headerByteCount + frame.byteCount
    guard isWhole else {
      view.advance(to: view.position.clampedAdding(UInt64(byteCount)))
      return nil
    }
    guard byteCount <= Self.longestPass else { return 0 }
    state = .passing(byteCount: byteCount, isAfterFF: false)
    return nil
  }

  /// Records the location of a picture, or only its start if its end requires reading.
  ///
  /// - Parameters:
  ///   - frame: The frame's header.
  ///   - body: The first bytes of its body.
  ///   - isUnsynchronised: Whether `body` contains inserted zeros.
  ///   - view: The view at the frame's header.
  private mutating func addPicture(
    _ frame: ID3v2FrameHeader, _ body: ArraySlice<UInt8>, isUnsynchronised: Bool,
    _ view: borrowing WindowView
  ) {
    let raw = body.dropFirst(frame.prefixByteCount)
    let plain = isUnsynchronised ? ID3v2Header.resynchronised(raw)[...] : raw
    guard header != nil, let picture = ID3v2Picture(plain, version: frame.contentVersion),
      artworkType == nil || picture.type == ID3v2Picture.frontCover,
      artworkType != ID3v2Picture.frontCover
    else { return }
    if isUnsynchronisedThroughout {
      let head = headerByteCount + frame.prefixByteCount + picture.headByteCount
      let rawByteCount = view.decoded(head, isUnsynchronised: true)?.rawByteCount ?? head
      openPicture = (picture.type, view.position.clampedAdding(UInt64(rawByteCount)))
      return
    }
    var head = picture.headByteCount
    if isUnsynchronised {
      head = view.rawByteCount(
        of: head, from: view.index + headerByteCount + frame.prefixByteCount)
    }
    let before = frame.prefixByteCount + head
    guard before < frame.byteCount else { return }
    let start = view.position.clampedAdding(UInt64(headerByteCount + before))
    let extent = FileExtent(offset: start, byteCount: UInt64(frame.byteCount - before))
    add(
      Artwork(extent: extent, form: isUnsynchronised ? .unsynchronised : .asTheyAre), picture.type)
  }

  private mutating func add(_ artwork: Artwork, _ type: UInt8) {
    guard artwork.extent.byteCount <= Artwork.largest else { return }
    tags.artwork = artwork
    artworkType = type
  }

  /// Uses the end of a frame as the end of its picture.
  private mutating func closePicture(at end: UInt64) {
    guard let (type, start) = openPicture.take(), start < end else { return }
    let extent = FileExtent(offset: start, byteCount: end - start)
    add(Artwork(extent: extent, form: .unsynchronised), type)
  }

  /// Skips `byteCount` bytes, not counting inserted zeros.
  private mutating func pass(
    _ byteCount: Int, isAfterFF: Bool, _ view: inout WindowView
  ) -> Int? {
    let isWhole = isUnsynchronisedThroughout
    var left = byteCount
    var isAfterFF = isAfterFF
    var index = view.index
    // With inserted zeros, a frame's stated size may extend beyond the tag.
    let limit = view.place(of: max(framesEnd, view.position))
    while index < min(view.bytes.count, limit) {
      let byte = view.bytes[index]
      let isAdded = isWhole && isAfterFF && byte == 0
      guard isAdded || left > 0 else { break }
      if !isAdded { left -= 1 }
      isAfterFF = byte == 0xFF
      index += 1
    }
    view.advance(to: view.position.clampedAdding(UInt64(index - view.index)))
    // An inserted zero may still follow the last byte.
    if index < view.bytes.count || index >= limit || (left == 0 && !(isWhole && isAfterFF)) {
      state = .frame
      closePicture(at: view.position)
      return nil
    }
    state = .passing(byteCount: left, isAfterFF: isAfterFF)
    return 1
  }
}

extension WindowView {
  /// Bytes in the window from `place` that contain `count` bytes plus the zeros inserted by
  /// unsynchronisation.
  fileprivate borrowing func rawByteCount(of count: Int, from place: Int) -> Int {
    var left = count
    var offset = place
    while left > 0, offset < bytes.count {
      if !(bytes[offset] == 0 && offset > place && bytes[offset - 1] == 0xFF) { left -= 1 }
      offset += 1
    }
    return offset - place
  }

  /// The next `count` bytes without the zeros that unsynchronisation inserted.
  ///
  /// - Returns: `nil` if the window ends first.
  fileprivate borrowing func decoded(
    _ count: Int, isUnsynchronised: Bool
  ) -> (bytes: [UInt8], rawByteCount: Int)? {
    var result: [UInt8] = []
    var offset = index
    while result.count < count {
      guard offset < bytes.count else { return nil }
      let byte = bytes[offset]
      if !(isUnsynchronised && byte == 0 && offset > index && bytes[offset - 1] == 0xFF) {
        result.append(byte)
      }
      offset += 1
    }
    return (result, offset - index)
  }
}

func bigEndian32(_ bytes: [UInt8]) -> UInt32 {
  bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
}
