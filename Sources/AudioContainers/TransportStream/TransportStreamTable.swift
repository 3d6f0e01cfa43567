internal import AudioModel
internal import AudioSyntax

/// Assembles the sections of a table, and reads the two tables that lead to a stream.
///
/// Source: ISO/IEC 13818-1, 2.4.4.
struct TransportStreamTable: Sendable {
  /// Bytes of the longest section.
  private static let longestSection = 4096

  private var bytes: [UInt8] = []
  /// Whether a whole section has arrived.
  private(set) var isComplete = false

  /// Takes the payload of a transport packet.
  ///
  /// - Returns: A whole section, without the bytes after it; `nil` until the section is complete.
  mutating func take(_ payload: Span<UInt8>, isStart: Bool) -> [UInt8]? {
    if isStart {
      // A pointer gives the start of the section.
      let start = 1 + Int(payload[0])
      guard start < payload.count else { return nil }
      bytes = payload.bytes(start..<payload.count)
    } else {
      guard !bytes.isEmpty, bytes.count < Self.longestSection else { return nil }
      bytes.append(payload, payload.indices)
    }
    guard bytes.count >= 3 else { return nil }
    let count = 3 + Int(bytes.span.bigEndian16(at: 1) & 0xFFF)
    guard bytes.count >= count else { return nil }
    defer { bytes = [] }
    isComplete = true
    return Array(bytes[..<count])
  }

  /// Identifies the packets of the first program's map, according to the program association table.
  static func mapIdentifier(in section: Span<UInt8>) -> Int? {
    guard section.count >= 12, section[0] == 0 else { return nil }
    for index in stride(from: 8, through: section.count - 8, by: 4)
    where section.bigEndian16(at: index) != 0 {
      return Int(section.bigEndian16(at: index + 2) & 0x1FFF)
    }
    return nil
  }

  /// A stream in a program map.
  private struct Entry {
    var type: UInt8
    /// Identifies the packets of the stream.
    var identifier: Int
    /// The place of the descriptors in the section.
    var descriptors: Range<Int>
  }

  /// The streams of a program map.
  private static func entries(in section: Span<UInt8>) -> [Entry] {
    guard section.count >= 16, section[0] == 2 else { return [] }
    // A checksum follows the streams.
    let end = section.count - 4
    var index = 12 + Int(section.bigEndian16(at: 10) & 0xFFF)
    var entries: [Entry] = []
    while index + 5 <= end {
      let identifier = Int(section.bigEndian16(at: index + 1) & 0x1FFF)
      let start = index + 5
      let stop = min(start + Int(section.bigEndian16(at: index + 3) & 0xFFF), end)
      entries.append(
        Entry(type: section[index], identifier: identifier, descriptors: start..<stop))
      index = stop
    }
    return entries
  }

  /// The streams of a program map whose sound is supported.
  static func sounds(in section: Span<UInt8>) -> [TransportStreamSound] {
    var sounds: [TransportStreamSound] = []
    for entry in entries(in: section) {
      let descriptors = section.extracting(entry.descriptors)
      if let codec = TransportStreamSound.Codec(entry.type, descriptors) {
        sounds.append(TransportStreamSound(identifier: entry.identifier, codec: codec))
      }
    }
    return sounds
  }

  /// Identifies the packets of the first stream of metadata in PES packets.
  ///
  /// Source: ISO/IEC 13818-1, table 2-34.
  static func metadataIdentifier(in section: Span<UInt8>) -> Int? {
    entries(in: section).first { $0.type == 0x15 }?.identifier
  }
}

/// The sound in a transport stream.
package struct TransportStreamSound: Equatable, Sendable {
  package enum Codec: Equatable, Sendable {
    case mpegAudio
    /// AAC with ADTS headers.
    case adts
    /// AAC with LATM headers.
    case latm
    case ac3
    case enhancedAC3
    /// A codec whose frames are encrypted.
    case encrypted
  }

  /// Identifies the packets of the stream.
  var identifier: Int
  package var codec: Codec
}

extension TransportStreamSound.Codec {
  /// The codec of a stream type, or that of its descriptors if the type is private.
  ///
  /// Sources: ISO/IEC 13818-1, table 2-34; ATSC A/52, annex A; ETSI EN 300 468, annex D; "MPEG-2
  /// Stream Encryption Format for HTTP Live Streaming" (Apple).
  fileprivate init?(_ type: UInt8, _ descriptors: Span<UInt8>) {
    switch type {
    case 0x03, 0x04: self = .mpegAudio
    case 0x0F: self = .adts
    case 0x11: self = .latm
    case 0x81: self = .ac3
    case 0x87: self = .enhancedAC3
    case 0xC1, 0xC2, 0xCF: self = .encrypted
    case 0x06:
      guard let codec = Self.codec(of: descriptors) else { return nil }
      self = codec
    default: return nil
    }
  }

  private static func codec(of descriptors: Span<UInt8>) -> Self? {
    var index = 0
    while index + 2 <= descriptors.count {
      let end = index + 2 + Int(descriptors[index + 1])
      switch descriptors[index] {
      case 0x6A: return .ac3
      case 0x7A: return .enhancedAC3
      case 0x05 where end <= descriptors.count && descriptors.has("AC-3", at: index + 2):
        return .ac3
      case 0x05 where end <= descriptors.count && descriptors.has("EAC3", at: index + 2):
        return .enhancedAC3
      default: index = end
      }
    }
    return nil
  }
}
