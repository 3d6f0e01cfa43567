internal import AudioSyntax

/// Extracts the sound of an MPEG transport stream: the contiguous frames of one elementary stream.
///
/// The stream arrives in pieces of any size. Only the first supported sound stream of the first
/// program counts. Damaged packets are skipped.
///
/// Source: ISO/IEC 13818-1, 2.4.3 (packets and PES packets) and 2.4.4 (tables).
package struct TransportStreamAudio: Sendable {
  /// Bytes of each packet.
  package static let packetByteCount = 188
  private static let syncByte: UInt8 = 0x47

  /// Bytes of a packet that has not arrived completely.
  private var rest: [UInt8] = []
  private var programs = TransportStreamTable()
  private var map = TransportStreamTable()
  private var mapIdentifier: Int?
  /// The sound of the stream, once its table has arrived.
  package private(set) var sound: TransportStreamSound?
  private var pes = TransportStreamPES()
  /// The time of the first whole unit since ``beginSegment()``: 33 bits at 90 kHz.
  package private(set) var firstTimestamp: UInt64?
  private var hasUnit = false
  private var tagIdentifier: Int?
  private var tags = TransportStreamTags()
  /// The tags since the last call of ``takeTags()``.
  private var foundTags: [TimedTag] = []
  /// Maximum number of tags that wait.
  private static let mostTags = 256

  package init() {}

  /// Removes and returns the metadata.
  package mutating func takeTags() -> [TimedTag] {
    defer { foundTags = [] }
    return foundTags
  }

  /// Whether bytes can be the start of a transport stream.
  package static func mayStart(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.count > 0, bytes[0] == syncByte else { return false }
    return bytes.count <= packetByteCount || bytes[packetByteCount] == syncByte
  }

  /// Whether a table of the stream has arrived, but lists no supported sound.
  package var lacksSound: Bool { map.isComplete && sound == nil }

  /// Prepares for the next segment of the same stream.
  package mutating func beginSegment() {
    rest = []
    firstTimestamp = nil
    hasUnit = false
  }

  /// Reads the next bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - frames: Receives the bytes of the sound.
  package mutating func read(_ bytes: Span<UInt8>, into frames: inout [UInt8]) {
    var index = 0
    if !rest.isEmpty {
      let missing = min(Self.packetByteCount - rest.count, bytes.count)
      rest.append(bytes, 0..<missing)
      index = missing
      guard rest.count == Self.packetByteCount else { return }
      let packet = rest
      rest = []
      take(packet.span, into: &frames)
    }
    while index < bytes.count {
      guard bytes[index] == Self.syncByte else {
        index += 1
        continue
      }
      guard bytes.count - index >= Self.packetByteCount else {
        rest.append(bytes, index..<bytes.count)
        return
      }
      take(bytes.extracting(index..<index + Self.packetByteCount), into: &frames)
      index += Self.packetByteCount
    }
  }

  /// Takes a whole packet.
  private mutating func take(_ packet: Span<UInt8>, into frames: inout [UInt8]) {
    // A packet with a transport error is lost, and a scrambled one cannot be read.
    guard packet[0] == Self.syncByte, packet[1] & 0x80 == 0, packet[3] & 0xC0 == 0 else { return }
    let identifier = Int(packet.bigEndian16(at: 1) & 0x1FFF)
    let isStart = packet[1] & 0x40 != 0
    guard packet[3] & 0x10 != 0 else { return }
    var start = 4
    if packet[3] & 0x20 != 0 { start += 1 + Int(packet[4]) }
    guard start < Self.packetByteCount else { return }
    let payload = packet.extracting(start..<Self.packetByteCount)
    if identifier == 0 {
      guard let section = programs.take(payload, isStart: isStart) else { return }
      if let found = TransportStreamTable.mapIdentifier(in: section.span) { mapIdentifier = found }
    } else if identifier == mapIdentifier {
      guard let section = map.take(payload, isStart: isStart) else { return }
      takeMap(section.span)
    } else if identifier == sound?.identifier {
      takeSound(payload, isStart: isStart, into: &frames)
    } else if identifier == tagIdentifier {
      let tag = tags.take(payload, isStart: isStart)
      if let tag, foundTags.count < Self.mostTags { foundTags.append(tag) }
    }
  }

  private mutating func takeMap(_ section: Span<UInt8>) {
    tagIdentifier = TransportStreamTable.metadataIdentifier(in: section)
    let found = TransportStreamTable.sounds(in: section).first
    guard found != sound else { return }
    sound = found
    pes = TransportStreamPES()
  }

  private mutating func takeSound(
    _ payload: Span<UInt8>, isStart: Bool, into frames: inout [UInt8]
  ) {
    guard let body = pes.take(payload, isStart: isStart) else { return }
    if pes.startsUnit, !hasUnit {
      hasUnit = true
      firstTimestamp = pes.timestamp
    }
    frames.append(payload, body)
  }
}
