package import AudioModel

/// Reads a file of any container that this module supports, which it detects by content.
///
/// The reader ignores a file name or type. Such a hint is redundant if the content is clear, and
/// untrustworthy if it is not.
///
/// - The first 4 to 15 bytes identify WAVE, MPEG-4, AIFF, CAF, AU, FLAC, AMR, Ogg, and Wave64
///   files.
/// - Three consecutive, consistent headers identify MPEG audio, ADTS, AC-3, and LOAS. At the end of
///   the file, fewer suffice (``FrameSyntax/chain(_:at:isEnd:wanted:isFirst:)``). Any number of
///   ID3v2 and APE tags and at most ``longestJunk`` other bytes may precede them.
/// - Text and the signatures of other formats are rejected immediately.
package struct DetectingReader: ContainerReader {
  private enum State {
    /// At the possible start of a file, or of a format after tags.
    case leading
    case tag(TrailingTag)
    case searching
    case found
  }

  /// A finding at a position after junk.
  private enum Discovery {
    case tag(TrailingTag)
    case reader(any ContainerReader)
  }

  /// Maximum number of junk bytes to search before the first frame.
  package static let longestJunk = 1 << 16

  private var state = State.leading
  /// The container's reader, once found.
  ///
  /// It is taken out while it reads, which avoids copies.
  private var reader: (any ContainerReader)?
  private var start: UInt64
  private var tags = Tags()
  private var hasTag = false
  /// Junk bytes that may still be skipped.
  private var junkLeft = Self.longestJunk
  /// End of the last tag.
  ///
  /// Only here does a single frame count as a match.
  private var searchStart: UInt64 = 0

  /// The sound track to read if a file has several, from 0; `nil` for the first readable one.
  package let track: Int?

  /// Starts at the file's first byte.
  package init(at start: UInt64 = 0, track: Int? = nil) {
    self.start = start
    self.track = track
  }

  /// Whether a file that starts with these bytes needs a library.
  package static func needsLibrary(_ start: Span<UInt8>) -> Bool {
    var reader = DetectingReader()
    var packets: [Packet] = []
    do throws(ContainerError) {
      _ = try reader.next(start, isEnd: false, into: &packets)
      return false
    } catch {
      if case .needsLibrary = error.reason { return true }
      return false
    }
  }

  package var position: UInt64 { reader?.position ?? start }

  package mutating func next(
    _ window: Span<UInt8>, isEnd: Bool, into packets: inout [Packet]
  ) throws(ContainerError) -> ReaderStep {
    if reader != nil { return try read(window, isEnd: isEnd, into: &packets) }
    let needed = try detect(window, isEnd: isEnd)
    guard let found = reader?.position else { return .needs(needed) }
    let passed = Int(found - min(start, found))
    let rest = window.extracting(min(passed, window.count)...)
    return try read(rest, isEnd: isEnd, into: &packets)
  }

  private mutating func read(
    _ window: Span<UInt8>, isEnd: Bool, into packets: inout [Packet]
  ) throws(ContainerError) -> ReaderStep {
    guard var lent = reader.take() else { return .end }
    defer { reader = lent }
    return try lent.next(window, isEnd: isEnd, into: &packets)
  }

  package mutating func resynchronise(at offset: UInt64) {
    guard var lent = reader.take() else {
      self = DetectingReader(at: offset, track: track)
      return
    }
    lent.resynchronise(at: offset)
    reader = lent
  }

  /// Finds the reader, or moves ``start`` to the next bytes to examine.
  ///
  /// - Returns: Bytes needed; 0 if the reader has been found.
  private mutating func detect(
    _ window: Span<UInt8>, isEnd: Bool
  ) throws(ContainerError) -> Int {
    var view = WindowView(window, at: start, isEnd: isEnd)
    while true {
      let needed: Int?
      switch state {
      case .leading: needed = try readLeading(view)
      case .tag(let tag): needed = readTag(tag, &view)
      case .searching: needed = try search(&view)
      case .found: return 0
      }
      guard let needed else { continue }
      start = view.position
      return needed
    }
  }

  // Each of these returns the number of bytes needed, or `nil` to continue in another state.

  private mutating func readLeading(_ view: borrowing WindowView) throws(ContainerError) -> Int? {
    guard view.isEnd || view.holds(Signature.byteCount) else { return Signature.byteCount }
    guard view.remaining > 0 else {
      throw ContainerError(hasTag ? .truncated : .empty, at: view.position)
    }
    searchStart = view.position
    switch Signature.detect(view.bytes, at: view.index, isEnd: view.isEnd) {
    case .needs(let count): return count
    case .confirmed(.wave): find(WAVReader(at: view.position))
    case .confirmed(.movie): find(MP4Reader(at: view.position, track: track))
    case .confirmed(.caf): find(CAFReader(at: view.position))
    case .confirmed(.aiff): find(AIFFReader(at: view.position))
    case .confirmed(.au): find(AUReader(at: view.position))
    case .confirmed(.flac): find(FLACReader(at: view.position, tags: tags))
    case .confirmed(.amr): find(AMRReader(at: view.position, tags: tags))
    case .confirmed(.ogg): find(OggReader(at: view.position))
    case .confirmed(.wave64): find(W64Reader(at: view.position))
    case .confirmed(.library(let format)):
      throw ContainerError(.needsLibrary(format), at: view.position)
    case .confirmed(.foreign): throw ContainerError(.unrecognised, at: view.position)
    case .refuted: state = .searching
    }
    return nil
  }

  private mutating func find(_ found: any ContainerReader) {
    reader = found
    state = .found
  }

  private mutating func readTag(_ tag: TrailingTag, _ view: inout WindowView) -> Int? {
    var tag = tag
    if let needed = tag.read(&view, into: &tags) {
      state = .tag(tag)
      return needed
    }
    state = .leading
    return nil
  }

  private mutating func search(_ view: inout WindowView) throws(ContainerError) -> Int? {
    var place = view.index
    let first = place
    defer {
      junkLeft -= place - first
      view.skip(place - first)
    }
    while place < view.bytes.count {
      guard place - first <= junkLeft else { throw ContainerError(.unrecognised, at: searchStart) }
      let position = view.position.clampedAdding(UInt64(place - first))
      let verdict: Verdict<Discovery> =
        switch view.bytes[place] {
        case 0xFF: detectFrames(view.bytes, at: place, isEnd: view.isEnd, position)
        case AC3Framing.syncByte: detectAC3(view.bytes, at: place, isEnd: view.isEnd, position)
        case LOASFraming.syncByte:
          LOASFraming.chain(view.bytes, at: place, isEnd: view.isEnd, wanted: 3)
            .map { .reader(LOASReader(at: position, tags: tags)) }
        case 0x41, 0x49: detectTag(view.bytes, at: place, isEnd: view.isEnd)
        default: .refuted
        }
      switch verdict {
      case .confirmed(.reader(let found)):
        find(found)
        return nil
      case .confirmed(.tag(let tag)):
        state = .tag(tag)
        return nil
      case .needs(let count): return count
      case .refuted: place += 1
      }
    }
    guard !view.isEnd else { throw ContainerError(.unrecognised, at: searchStart) }
    return 1
  }

  private mutating func detectTag(
    _ bytes: Span<UInt8>, at place: Int, isEnd: Bool
  ) -> Verdict<Discovery> {
    let verdict = TrailingTag.detect(bytes, at: place, isEnd: isEnd, isAfterFrame: false)
    if case .confirmed = verdict { hasTag = true }
    return verdict.map { .tag($0) }
  }

  private func detectAC3(
    _ bytes: Span<UInt8>, at place: Int, isEnd: Bool, _ position: UInt64
  ) -> Verdict<Discovery> {
    AC3Framing.detect(bytes, at: place, isEnd: isEnd, isFirst: position == searchStart)
      .map { .reader(AC3Reader(at: position, framing: $0, tags: tags)) }
  }

  private func detectFrames(
    _ bytes: Span<UInt8>, at place: Int, isEnd: Bool, _ position: UInt64
  ) -> Verdict<Discovery> {
    let isFirst = position == searchStart
    let mpeg = MPEGAudioFraming.detect(bytes, at: place, isEnd: isEnd, isFirst: isFirst)
    guard case .refuted = mpeg else {
      return mpeg.map { .reader(MPEGAudioReader(at: position, framing: $0, tags: tags)) }
    }
    return ADTSFraming.detect(bytes, at: place, isEnd: isEnd, isFirst: isFirst)
      .map { .reader(ADTSReader(at: position, framing: $0, tags: tags)) }
  }
}
