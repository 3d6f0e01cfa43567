import AudioModel
import AudioSyntax

/// The growing body of a Packet Table chunk.
///
/// Source: *Apple Core Audio Format Specification 1.0*, "Packet Table Chunk".
struct CAFPacketTableWriter: Sendable {
  private(set) var packetCount: UInt64 = 0
  private(set) var frameCount: UInt64 = 0
  /// Bytes of the largest packet.
  private(set) var largestPacket = 0
  /// Sizes, frames, or both, depending on what the format leaves variable.
  private(set) var entries: [UInt8] = []
  private let tellsBytes: Bool
  private let tellsFrames: Bool
  /// Frames that readers assume for each packet; 0 if the entries contain them.
  private let framesPerPacket: UInt64

  static let headerByteCount = 24

  init(_ format: StreamFormat) {
    tellsBytes = format.bytesPerPacket == 0
    tellsFrames = format.framesPerPacket == 0
    framesPerPacket = UInt64(clamping: format.framesPerPacket)
  }

  /// Bytes of the body.
  var byteCount: Int { Self.headerByteCount + entries.count }

  /// Adds packets.
  mutating func append(_ packets: [Packet]) {
    for packet in packets {
      if tellsBytes { append(packet.byteCount) }
      if tellsFrames { append(packet.frameCount) }
      packetCount += 1
      frameCount += UInt64(packet.frameCount)
      largestPacket = max(largestPacket, Int(packet.byteCount))
    }
  }

  /// The counts before the entries.
  ///
  /// Without a trim, all frames are valid.
  ///
  /// The missing frames of a short last packet count as remainder, too. Readers assume a full
  /// packet, as in FLAC.
  func header(_ trim: FrameTrim?) -> [UInt8] {
    let counted = packetCount * framesPerPacket
    let missing = counted - min(frameCount, counted)
    var header: [UInt8] = .big(packetCount)
    header.append(big: trim?.validFrames ?? frameCount)
    header.append(big: Int32(clamping: trim?.primingFrames ?? 0))
    header.append(big: Int32(clamping: UInt64(clamping: trim?.remainderFrames ?? 0) + missing))
    return header
  }

  /// The whole body.
  func body(_ trim: FrameTrim?) -> [UInt8] { header(trim) + entries }

  /// Appends a value with seven bits per byte, most significant first.
  ///
  /// All bytes except the last have the top bit set.
  private mutating func append(_ value: UInt32) {
    for shift in [28, 21, 14, 7] as [UInt32] where value >> shift != 0 {
      entries.append(UInt8(value >> shift & 0x7F) | 0x80)
    }
    entries.append(UInt8(value & 0x7F))
  }
}
