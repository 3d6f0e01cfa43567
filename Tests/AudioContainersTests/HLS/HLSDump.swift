import Testing

@testable import AudioContainers

/// Describes playlists in short lines, with everything that is not the default.
enum HLSDump {
  static let source = HLSSource(.url("http://h/d/l.m3u8?q=1"))

  /// The playlist in `text`, or its error as `error: reason, line`.
  static func read(_ text: String, from source: HLSSource = source) -> String {
    read(Array(text.utf8), from: source)
  }

  static func read(_ bytes: [UInt8], from source: HLSSource = source) -> String {
    do throws(HLSError) {
      return switch try HLSPlaylist(bytes.span, from: source) {
      case .media(let playlist): dump(playlist)
      case .multivariant(let playlist): dump(playlist)
      }
    } catch {
      return "error: \(error.reason), line \(error.line)"
    }
  }

  static func dump(_ playlist: HLSMediaPlaylist) -> String {
    var header = ["\(playlist.kind) \(number(playlist.targetDuration)) s"]
    header.append(playlist.version.map { "version \($0)" } ?? "")
    header.append(playlist.mediaSequence == 0 ? "" : "from \(playlist.mediaSequence)")
    header.append(
      playlist.discontinuitySequence == 0 ? "" : "timeline \(playlist.discontinuitySequence)")
    header.append(playlist.hasEndTag ? "end" : "")
    header.append(playlist.hasIndependentSegments ? "independent" : "")
    header.append(playlist.hasOnlyIFrames ? "pictures" : "")
    header.append(playlist.holdBack.map { "hold \(number($0))" } ?? "")
    header.append(start(playlist.start))
    return ([join(header)] + playlist.segments.map(dump)).joined(separator: "\n")
  }

  static func dump(_ segment: HLSSegment) -> String {
    join([
      "\(segment.sequence)", segment.uri, "\(number(segment.start))+\(number(segment.duration))",
      segment.title.map { "'\($0)'" } ?? "", range(segment.range),
      segment.isDiscontinuity ? "discontinuity" : "",
      segment.discontinuitySequence == 0 ? "" : "timeline \(segment.discontinuitySequence)",
      segment.isGap ? "gap" : "", segment.bitRate.map { "\($0) bit/s" } ?? "",
      segment.keys.map(dump).joined(separator: " "), segment.map.map(dump) ?? "",
      segment.date.map { (segment.hasOwnDate ? "at " : "about ") + number($0) } ?? "",
    ])
  }

  static func dump(_ map: HLSMap) -> String {
    join(["map(" + map.uri, range(map.range), map.keys.map(dump).joined(separator: " ")]) + ")"
  }

  static func dump(_ key: HLSKey) -> String {
    let format = key.format == "identity" ? "" : key.format
    return join([
      "key(\(key.method)", key.uri, key.vector.map { "iv " + String($0, radix: 16) } ?? "", format,
      key.formatVersions ?? "",
    ]) + ")"
  }

  static func dump(_ playlist: HLSMultivariantPlaylist) -> String {
    let header = join([
      "multivariant", playlist.version.map { "version \($0)" } ?? "",
      playlist.hasIndependentSegments ? "independent" : "", start(playlist.start),
    ])
    return
      ([header] + playlist.variants.map(dump) + playlist.renditions.map(dump)
      + playlist.sessionData.map(dump) + playlist.sessionKeys.map(dump)).joined(separator: "\n")
  }

  static func dump(_ variant: HLSVariant) -> String {
    join([
      variant.uri, variant.bandwidth.map { "\($0)" } ?? "",
      variant.averageBandwidth.map { "average \($0)" } ?? "",
      variant.codecs.joined(separator: ","), variant.audioGroup.map { "group \($0)" } ?? "",
      variant.name.map { "'\($0)'" } ?? "",
      variant.resolution.map { "\($0.width)x\($0.height)" } ?? "",
      variant.score.map { "score \(number($0))" } ?? "",
    ])
  }

  static func dump(_ rendition: HLSRendition) -> String {
    join([
      "\(rendition.kind) \(rendition.group) '\(rendition.name)'", rendition.language ?? "",
      rendition.associatedLanguage.map { "and \($0)" } ?? "", rendition.uri ?? "inside",
      rendition.isDefault ? "default" : rendition.isAutoselected ? "auto" : "",
      rendition.isForced ? "forced" : "", rendition.channels.map { "channels \($0)" } ?? "",
      rendition.characteristics.joined(separator: ","),
    ])
  }

  static func dump(_ data: HLSSessionData) -> String {
    join([
      "data \(data.identifier)", data.value.map { "'\($0)'" } ?? "", data.uri ?? "",
      data.language ?? "",
    ])
  }

  private static func range(_ range: HLSByteRange?) -> String {
    range.map { "bytes \($0.offset)+\($0.byteCount)" } ?? ""
  }

  private static func start(_ start: HLSStart?) -> String {
    start.map { "start \(number($0.offset))" + ($0.isPrecise ? " precise" : "") } ?? ""
  }

  /// A number without the fraction of a whole number.
  static func number(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
  }

  private static func join(_ parts: [String]) -> String {
    parts.filter { !$0.isEmpty }.joined(separator: " ")
  }
}

/// A playlist and its description.
struct HLSCase: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var text: String
  var result: String

  init(_ testDescription: String, _ text: String, _ result: String) {
    self.testDescription = testDescription
    self.text = text
    self.result = result
  }
}

/// A media playlist of the text, or a failure.
func hlsMedia(_ text: String, from source: HLSSource = HLSDump.source) throws -> HLSMediaPlaylist {
  guard case .media(let playlist) = try HLSPlaylist(Array(text.utf8).span, from: source) else {
    throw HLSError(.mixedKinds, line: 0)
  }
  return playlist
}

/// A multivariant playlist of the text, or a failure.
func hlsMultivariant(_ text: String) throws -> HLSMultivariantPlaylist {
  let source = HLSDump.source
  guard case .multivariant(let playlist) = try HLSPlaylist(Array(text.utf8).span, from: source)
  else { throw HLSError(.mixedKinds, line: 0) }
  return playlist
}
