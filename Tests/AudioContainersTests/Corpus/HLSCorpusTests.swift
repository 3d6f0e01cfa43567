import Foundation
import Testing

@testable import AudioContainers

/// Compares playlists with the results of another parser.
@Suite(.enabled(if: Corpus.path != nil)) struct HLSCorpusTests {
  /// The results of the other parser; its names are those of the tags.
  struct Reference: Decodable {
    struct Range: Decodable {
      var length: Int
      var offset: Int
    }

    struct Key: Decodable {
      var method: String
      var uri: String?
      var iv: [UInt32]?
    }

    struct Map: Decodable {
      var uri: String
      var byterange: Range?
    }

    struct Segment: Decodable {
      var uri: String?
      var duration: Double?
      var timeline: Int
      var title: String?
      var byterange: Range?
      var discontinuity: Bool?
      var key: Key?
      var map: Map?
      var programDateTime: Double?
    }

    struct Variant: Decodable {
      struct Attributes: Decodable {
        var BANDWIDTH: Int?
        var CODECS: String?
        var AUDIO: String?
      }

      var uri: String
      var attributes: Attributes?
    }

    struct Start: Decodable {
      var timeOffset: Double
      var precise: Bool
    }

    struct Rendition: Decodable {
      var language: String?
      var uri: String?
      var `default`: Bool
      var autoselect: Bool
    }

    var segments: [Segment]
    var playlists: [Variant]?
    var mediaGroups: [String: [String: [String: Rendition]]]?
    var targetDuration: Double?
    var mediaSequence: Int?
    var playlistType: String?
    var endList: Bool?
    var discontinuitySequence: Int?
    var version: Int?
    var start: Start?
  }

  static let folder = (Corpus.path ?? "") + "/hls/m3u8/"
  static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
    .filter { $0.hasSuffix(".m3u8") }.sorted()

  /// Files without segments and variants.
  static let refused = ["empty.m3u8", "headerOnly.m3u8"]
  /// Files in which the other parser's values are not those of RFC 8216.
  static let exceptions: [String: String] = [
    "negativeMediaSequence.m3u8": "a negative media sequence",
    "zeroDuration.m3u8": "0 is replaced by 0.01",
    "byteRange.m3u8": "a range follows that of another resource",
    "llhls-byte-range.m3u8": "a range follows that of another resource",
    "multipleTargetDurations.m3u8": "a segment without any duration",
  ]

  private func playlist(_ name: String) throws -> HLSPlaylist {
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: Self.folder + name)))
    return try HLSPlaylist(bytes.span, from: HLSDump.source)
  }

  private func reference(_ name: String) throws -> Reference {
    let file = URL(fileURLWithPath: Self.folder + name.dropLast(5) + ".json")
    return try JSONDecoder().decode(Reference.self, from: Data(contentsOf: file))
  }

  @Test("playlists have the same values", arguments: names)
  func reads(name: String) throws {
    guard !Self.refused.contains(name) else {
      #expect(throws: HLSError.self) { try playlist(name) }
      return
    }
    let reference = try reference(name)
    switch try playlist(name) {
    case .media(let playlist): compare(playlist, reference, name)
    case .multivariant(let playlist): compare(playlist, reference)
    }
  }

  private func compare(_ playlist: HLSMediaPlaylist, _ reference: Reference, _ name: String) {
    let isException = Self.exceptions[name] != nil
    #expect(playlist.segments.map(\.uri) == reference.segments.compactMap(\.uri))
    #expect(playlist.hasEndTag == (reference.endList ?? false))
    #expect(playlist.discontinuitySequence == reference.discontinuitySequence ?? 0)
    #expect(playlist.version == reference.version)
    #expect(playlist.start?.offset == reference.start?.timeOffset)
    let kind: HLSMediaPlaylist.Kind =
      switch reference.playlistType {
      case "VOD": .onDemand
      case "EVENT": .event
      default: .live
      }
    #expect(playlist.kind == kind)
    if let duration = reference.targetDuration { #expect(playlist.targetDuration == duration) }
    guard !isException else { return }
    #expect(playlist.mediaSequence == reference.mediaSequence ?? 0)
    for (ours, theirs) in zip(playlist.segments, reference.segments) { compare(ours, theirs) }
  }

  private func compare(_ ours: HLSSegment, _ theirs: Reference.Segment) {
    #expect(ours.duration == theirs.duration)
    #expect(ours.range?.offset == theirs.byterange?.offset)
    #expect(ours.range?.byteCount == theirs.byterange?.length)
    #expect(ours.isDiscontinuity == theirs.discontinuity ?? false)
    #expect(ours.discontinuitySequence == theirs.timeline)
    #expect(ours.map?.uri == theirs.map?.uri)
    #expect(ours.map?.range?.offset == theirs.map?.byterange?.offset)
    #expect(ours.key?.uri == theirs.key?.uri)
    let vector = theirs.key?.iv?.reduce(UInt128(0)) { $0 << 32 | UInt128($1) }
    #expect(ours.key?.vector == vector)
    // The other parser takes text without a number for a title.
    if theirs.title?.hasPrefix(";") != true { #expect(ours.title == theirs.title) }
    if let date = theirs.programDateTime {
      #expect(ours.date.map { abs($0 * 1000 - date) < 1 } == true)
    }
  }

  private func compare(_ playlist: HLSMultivariantPlaylist, _ reference: Reference) {
    let variants = reference.playlists ?? []
    #expect(playlist.variants.map(\.uri) == variants.map(\.uri))
    #expect(playlist.variants.map(\.bandwidth) == variants.map { $0.attributes?.BANDWIDTH })
    #expect(playlist.variants.map(\.audioGroup) == variants.map { $0.attributes?.AUDIO })
    for (group, renditions) in reference.mediaGroups?["AUDIO"] ?? [:] {
      for (name, rendition) in renditions {
        let ours = playlist.renditions.first {
          $0.kind == .audio && $0.group == group && $0.name == name
        }
        #expect(ours?.language == rendition.language)
        #expect(ours?.uri == rendition.uri)
        #expect(ours?.isDefault == rendition.default)
        #expect(ours?.isAutoselected == rendition.autoselect)
      }
    }
  }
}
