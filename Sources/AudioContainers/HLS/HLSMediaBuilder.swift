/// Collects the tags and the segments of a media playlist.
///
/// Source: RFC 8216, 4.3.2 and 4.3.3.
struct HLSMediaBuilder {
  /// The tags since the previous segment, which apply to the next one.
  private struct Pending {
    var duration: Double?
    var title: String?
    var range: HLSByteRangeText?
    var discontinuityCount = 0
    var isGap = false
    var date: Double?
  }

  /// The value that marks a segment without a duration until the playlist is complete.
  private static let unknownDuration = -1.0

  /// Whether the playlist has a tag of segments.
  private(set) var hasSegmentTags = false
  /// Whether the playlist has a tag that only media playlists have.
  private var hasTags = false
  private var targetDuration: Double?
  private var mediaSequence = 0
  private var discontinuitySequence = 0
  private var kind = HLSMediaPlaylist.Kind.live
  private var hasEndTag = false
  private var hasOnlyIFrames = false
  private var holdBack: Double?
  private var skippedCount = 0
  private var segments: [HLSSegment] = []
  private var dateRanges = HLSDateRangeList()

  private var pending = Pending()
  private var keys: [HLSKey] = []
  private var map: HLSMap?
  private var bitRate: Int?
  /// Discontinuities since the start of the playlist.
  private var discontinuityCount = 0

  var isEmpty: Bool { segments.isEmpty }

  mutating func take(_ tag: HLSTag, _ variables: inout HLSVariables) throws(HLSError) {
    if try takeSegmentTag(tag, &variables) {
      hasSegmentTags = true
    } else if try !takePlaylistTag(tag, &variables) {
      return
    }
    hasTags = true
  }

  private mutating func takePlaylistTag(
    _ tag: HLSTag, _ variables: inout HLSVariables
  ) throws(HLSError) -> Bool {
    switch tag.name {
    case "EXT-X-TARGETDURATION":
      if let value = HLSText.decimal(tag.value), value > 0 {
        targetDuration = value.rounded(.up)
      }
    case "EXT-X-MEDIA-SEQUENCE": mediaSequence = max(HLSText.integer(tag.value) ?? 0, 0)
    case "EXT-X-DISCONTINUITY-SEQUENCE":
      discontinuitySequence = max(HLSText.integer(tag.value) ?? 0, 0)
    case "EXT-X-PLAYLIST-TYPE":
      kind = tag.value == "VOD" ? .onDemand : tag.value == "EVENT" ? .event : .live
    case "EXT-X-ENDLIST": hasEndTag = true
    case "EXT-X-I-FRAMES-ONLY": hasOnlyIFrames = true
    case "EXT-X-SERVER-CONTROL":
      let seconds = try HLSAttributes(tag, &variables).decimal("HOLD-BACK")
      holdBack = seconds.flatMap { $0 >= 0 ? $0 : nil }
    case "EXT-X-SKIP":
      let count = try HLSAttributes(tag, &variables).count("SKIPPED-SEGMENTS") ?? 0
      skippedCount = min(count, Int(Int32.max))
    case "EXT-X-DATERANGE": dateRanges.add(try HLSAttributes(tag, &variables))
    case "EXT-X-PART-INF", "EXT-X-PRELOAD-HINT", "EXT-X-RENDITION-REPORT": break
    default: return false
    }
    return true
  }

  private mutating func takeSegmentTag(
    _ tag: HLSTag, _ variables: inout HLSVariables
  ) throws(HLSError) -> Bool {
    switch tag.name {
    case "EXTINF": takeDuration(tag.value)
    case "EXT-X-BYTERANGE": pending.range = try HLSByteRangeText(tag.value, line: tag.line)
    case "EXT-X-DISCONTINUITY": pending.discontinuityCount += 1
    case "EXT-X-GAP": pending.isGap = true
    case "EXT-X-BITRATE":
      // Kilobits per second.
      bitRate = HLSText.integer(tag.value).flatMap { (1...Int(Int32.max)).contains($0) ? $0 : nil }
        .map { $0 * 1000 }
    case "EXT-X-PROGRAM-DATE-TIME": pending.date = HLSDate.seconds(tag.value)
    case "EXT-X-KEY": try takeKey(try HLSAttributes(tag, &variables), line: tag.line)
    case "EXT-X-MAP": try takeMap(try HLSAttributes(tag, &variables), line: tag.line)
    case "EXT-X-PART": break
    default: return false
    }
    return true
  }

  /// Reads a duration and a title; the comma between them is sometimes missing.
  private mutating func takeDuration(_ text: Substring) {
    let comma = text.utf8.firstIndex(of: UInt8(ascii: ",")) ?? text.endIndex
    pending.duration = HLSText.decimal(text[..<comma]).flatMap { $0 >= 0 ? $0 : nil }
    let title = HLSText.trimmed(text[comma...].withoutFirstByte)
    pending.title = title.isEmpty ? nil : String(title)
  }

  /// Replaces the key of the same format, or all keys if segments are clear from here.
  private mutating func takeKey(_ attributes: HLSAttributes, line: Int) throws(HLSError) {
    guard let key = try HLSKey(attributes, line: line) else {
      keys = []
      return
    }
    if let index = keys.firstIndex(where: { $0.format == key.format }) {
      keys[index] = key
    } else if keys.count < Self.greatestKeyCount {
      keys.append(key)
    }
  }

  /// Maximum number of keys of different formats for one segment.
  private static let greatestKeyCount = 16

  private mutating func takeMap(_ attributes: HLSAttributes, line: Int) throws(HLSError) {
    guard let uri = attributes["URI"], !uri.isEmpty else { throw HLSError(.map, line: line) }
    var range: HLSByteRange?
    if let text = attributes["BYTERANGE"] {
      range = try HLSByteRangeText(text[...], line: line).range(next: 0)
    }
    map = HLSMap(uri: uri, range: range, keys: keys)
  }

  /// Adds a segment.
  mutating func take(uri: String) throws(HLSError) {
    let range = try pending.range?.range(next: nextOffset(of: uri))
    discontinuityCount += pending.discontinuityCount
    segments.append(
      HLSSegment(
        uri: uri, title: pending.title,
        duration: pending.duration ?? targetDuration ?? Self.unknownDuration,
        range: range,
        discontinuitySequence: discontinuityCount, isDiscontinuity: pending.discontinuityCount > 0,
        isGap: pending.isGap, bitRate: bitRate, keys: keys, map: map, date: pending.date,
        hasOwnDate: pending.date != nil))
    pending = Pending()
  }

  /// The offset of a byte range that states none: the end of the previous segment's range.
  ///
  /// RFC 8216, 4.3.2.2, does not define such a range after a segment of another resource. Like
  /// other players, this one continues, and reads from the start of the resource.
  private func nextOffset(of uri: String) -> Int {
    guard let last = segments.last, last.uri == uri else { return 0 }
    return last.range?.end ?? 0
  }
}

// MARK: - The finished playlist

extension HLSMediaBuilder {
  /// Returns the playlist, or `nil` without segments and a target duration.
  func playlist(_ header: HLSHeader) -> HLSMediaPlaylist? {
    let longest = segments.reduce(0) { max($0, $1.duration) }.rounded()
    guard hasTags || !segments.isEmpty, let target = targetDuration ?? (longest > 0 ? longest : nil)
    else { return nil }
    return HLSMediaPlaylist(
      version: header.version, segments: placedSegments(targetDuration: target),
      targetDuration: target, mediaSequence: mediaSequence,
      discontinuitySequence: discontinuitySequence, kind: kind, hasEndTag: hasEndTag,
      hasIndependentSegments: header.hasIndependentSegments, hasOnlyIFrames: hasOnlyIFrames,
      start: header.start, holdBack: holdBack, dateRanges: dateRanges.ranges)
  }

  /// The segments with all that depends on the whole playlist: times, numbers and dates.
  private func placedSegments(targetDuration: Double) -> [HLSSegment] {
    var segments = segments
    var start = 0.0
    var date: Double?
    for index in segments.indices {
      if segments[index].duration < 0 { segments[index].duration = targetDuration }
      segments[index].start = start
      segments[index].sequence = mediaSequence + skippedCount + index
      segments[index].discontinuitySequence += discontinuitySequence
      segments[index].date = segments[index].date ?? date
      date = segments[index].date.map { $0 + segments[index].duration }
      start += segments[index].duration
    }
    // Dates before the first stated date are counted back from that date.
    guard let dated = segments.firstIndex(where: { $0.date != nil }) else { return segments }
    for index in segments[..<dated].indices.reversed() {
      segments[index].date = segments[index + 1].date.map { $0 - segments[index].duration }
    }
    return segments
  }
}
