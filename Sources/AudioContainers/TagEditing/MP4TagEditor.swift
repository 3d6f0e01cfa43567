import AudioModel

/// Changes a movie's iTunes metadata, and adjusts the offsets in its tables.
///
/// Sources: ISO/IEC 14496-12, 4.2, 8.7.5 (stco, co64), 8.10.1 (udta); see also ``MP4Metadata``.
struct MP4TagEditor: TagEditor {
  /// A box at the top level of the file.
  private struct Place {
    var type: FourCC
    var start: UInt64
    var end: UInt64
  }

  private let change: TagChange
  private let byteCount: UInt64
  private var position: UInt64 = 0
  private var places: [Place] = []
  private var movie: [UInt8]?
  private var isImpossible = false

  private static let headerByteCount = 16
  private static let mostPlaces = 1 << 16
  /// Boxes with file offsets that this editor does not support.
  private static let pointing: Set<FourCC> = [
    .moof, FourCC("m", "f", "r", "a"), FourCC("s", "i", "d", "x"), .meta,
  ]

  init(_ change: TagChange, byteCount: UInt64) {
    self.change = change
    self.byteCount = byteCount
    isImpossible = change.id3Tag != nil
  }

  var step: TagEditorStep {
    if isImpossible || places.count > Self.mostPlaces { return .impossible }
    if position < byteCount {
      let count = min(UInt64(Self.headerByteCount), byteCount - position)
      return .read(offset: position, byteCount: Int(count))
    }
    guard let place = places.first(where: { $0.type == .moov }),
      place.end - place.start <= TagEditorTable.mostBytes
    else { return .impossible }
    guard let movie else {
      return .read(offset: place.start, byteCount: Int(place.end - place.start))
    }
    guard let new = MP4MovieEditor(movie, change)?.movie(at: place.start) else {
      return .impossible
    }
    var edits = FileEdits()
    let end = place.start &+ UInt64(new.count)
    edits.copy(0..<place.start, to: 0)
    edits.write(new, at: place.start)
    edits.copy(place.end..<byteCount, to: end)
    edits.end = end &+ (byteCount - place.end)
    return .done(edits)
  }

  mutating func take(_ bytes: [UInt8]) {
    if position < byteCount { takeHeader(bytes) } else { movie = bytes }
  }

  private mutating func takeHeader(_ bytes: [UInt8]) {
    let view = WindowView(bytes.span, at: position, isEnd: true)
    guard view.holds(8), case .box(let box) = MP4Box.read(view, limit: byteCount),
      !Self.pointing.contains(box.type), box.end > position,
      box.type != .moov || !places.contains(where: { $0.type == .moov })
    else {
      isImpossible = true
      return
    }
    places.append(Place(type: box.type, start: box.start, end: box.end))
    position = box.end
  }
}
