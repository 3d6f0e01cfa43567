import AudioModel
import AudioSyntax

/// Writes the small chunks of a CAF file.
///
/// Source: *Apple Core Audio Format Specification 1.0*, "Magic Cookie Chunk", "Channel Layout
/// Chunk", "Information Chunk", "Strings Chunk", "Marker Chunk", "Region Chunk".
enum CAFDetailsWriter {
  static func chunks(_ content: ContainerContent) -> [DataChunk] {
    var chunks =
      content.kept({ $0.magicCookie == content.magicCookie }, { $0.tag == .cafCookie })
      ?? (content.magicCookie.isEmpty ? [] : [DataChunk(.cafCookie, content.magicCookie)])
    chunks +=
      content.kept({ $0.channelLayout == content.channelLayout }, { $0.tag == .cafChannelLayout })
      ?? content.channelLayout.map { [DataChunk(.cafChannelLayout, $0.chunkBody)] } ?? []
    chunks +=
      content.kept({ $0.tags == content.tags }, { $0.tag == .cafInformation })
      ?? (content.tags.values.isEmpty
        ? [] : [DataChunk(.cafInformation, information(content.tags))])
    chunks +=
      content.kept({ $0.markers == content.markers && $0.regions == content.regions }, isMarks)
      ?? marks(content)
    return chunks + content.chunks
  }

  private static func isMarks(_ chunk: DataChunk) -> Bool {
    [.cafStrings, .cafMarkers, .cafRegions].contains(chunk.tag)
  }

  private static func marks(_ content: ContainerContent) -> [DataChunk] {
    var chunks: [DataChunk] = []
    if let names = names(content) { chunks.append(DataChunk(.cafStrings, names)) }
    if !content.marks.isEmpty { chunks.append(DataChunk(.cafMarkers, markers(content.marks))) }
    if !content.regions.isEmpty {
      chunks.append(DataChunk(.cafRegions, regions(content.regions)))
    }
    return chunks
  }

  /// Keys and values, each with a terminating zero, sorted by key.
  private static func information(_ tags: Tags) -> [UInt8] {
    var body: [UInt8] = .big(UInt32(clamping: tags.values.count))
    for (key, value) in tags.values.sorted(by: { $0.key < $1.key }) {
      append(key, &body)
      append(value, &body)
    }
    return body
  }

  /// Appends a text up to its first zero, and a zero.
  private static func append(_ text: String, _ body: inout [UInt8]) {
    body.append(contentsOf: text.utf8.prefix { $0 != 0 })
    body.append(0)
  }

  /// The names of markers and regions by identifier; `nil` if there are no names.
  ///
  /// The first name of each identifier counts.
  private static func names(_ content: ContainerContent) -> [UInt8]? {
    var seen: Set<UInt32> = []
    var entries: [UInt8] = []
    var texts: [UInt8] = []
    let markers = content.marks + content.regions.flatMap(\.markers)
    let named =
      markers.map { ($0.identifier, $0.name) } + content.regions.map { ($0.identifier, $0.name) }
    for (identifier, name) in named {
      guard let name, seen.insert(identifier).inserted else { continue }
      entries.append(big: identifier)
      entries.append(big: UInt64(texts.count))
      append(name, &texts)
    }
    return seen.isEmpty ? nil : .big(UInt32(clamping: seen.count)) + entries + texts
  }

  private static func markers(_ markers: [Marker]) -> [UInt8] {
    var body: [UInt8] = .big(timeType(markers))
    body.append(big: UInt32(clamping: markers.count))
    for marker in markers { append(marker, &body) }
    return body
  }

  private static func regions(_ regions: [Region]) -> [UInt8] {
    var body: [UInt8] = .big(timeType(regions.flatMap(\.markers)))
    body.append(big: UInt32(clamping: regions.count))
    for region in regions {
      body.append(big: region.identifier)
      body.append(big: region.flags.rawValue)
      body.append(big: UInt32(clamping: region.markers.count))
      for marker in region.markers { append(marker, &body) }
    }
    return body
  }

  /// The time code type of the markers.
  ///
  /// A chunk has only one.
  private static func timeType(_ markers: [Marker]) -> UInt32 {
    markers.lazy.compactMap { $0.time?.type }.first ?? 0
  }

  private static func append(_ marker: Marker, _ body: inout [UInt8]) {
    body.append(big: marker.type)
    body.append(big: marker.framePosition.bitPattern)
    body.append(big: marker.identifier)
    if let time = marker.time {
      body += [UInt8(bitPattern: time.hours), time.minutes, time.seconds, time.frames]
      body.append(big: time.subFrameSampleOffset)
    } else {
      body.append(contentsOf: repeatElement(0xFF, count: 8))
    }
    body.append(big: marker.channel)
  }
}

extension ChannelLayout {
  /// The body of a CAF `chan` or AIFF `CHAN` chunk.
  ///
  /// Source: *Apple Core Audio Format Specification 1.0*, "Channel Layout Chunk".
  var chunkBody: [UInt8] {
    var body: [UInt8] = .big(tag)
    body.append(big: bitmap)
    body.append(big: UInt32(clamping: descriptions.count))
    for description in descriptions {
      body.append(big: description.label)
      body.append(big: description.flags)
      for index in 0..<3 { body.append(big: description.coordinates[index].bitPattern) }
    }
    return body
  }
}
