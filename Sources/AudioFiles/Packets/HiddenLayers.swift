internal import AudioCodecs
internal import AudioContainers
internal import AudioModel

/// Formats in the packets that the header does not mention.
///
/// AAC at low rates may have band replication.
enum HiddenLayers {
  /// The number of leading packets to examine for information that the header lacks.
  static let packetsLookedAt = 3

  /// Returns whether only the first packets show all formats.
  static func mayExist(in info: ContainerInfo) -> Bool {
    #if LibAV
      info.layeredFormats.isEmpty
        && BandReplication.mayBeHidden(in: info.format, magicCookie: info.magicCookie)
    #else
      false
    #endif
  }

  /// Decodes the first packets, and adds the formats of their further layers to the information.
  ///
  /// - Returns: Whether the information has changed.
  static func find(in packets: [[UInt8]], _ info: inout ContainerInfo) -> Bool {
    #if LibAV
      let found = BandReplication.channelCount(
        in: packets, of: info.format, magicCookie: info.magicCookie)
      guard let found else { return false }
      info.addReplicated(channelCount: found)
      return true
    #else
      false
    #endif
  }

  /// Examines the first packets of a stream in advance.
  ///
  /// - Parameters:
  ///   - stream: A stream before its first packet.
  ///   - info: The header information. Receives the result.
  ///   - isAtEnd: Whether no more bytes follow.
  /// - Returns: Whether enough packets were available, or no more can follow.
  static func find(
    in stream: PacketStream, _ info: inout ContainerInfo, isAtEnd: Bool
  ) -> Bool {
    var ahead = stream
    var packets: [[UInt8]] = []
    var hasFailed = false
    while packets.count < packetsLookedAt {
      do throws(PacketError) {
        guard let event = try ahead.next() else { break }
        guard case .packets(let batch) = event else { continue }
        for packet in batch.packets.prefix(packetsLookedAt - packets.count) {
          let start = Int(packet.offset)
          packets.append(Array(batch.bytes[start..<start + Int(packet.byteCount)]))
        }
      } catch {
        hasFailed = true
        break
      }
    }
    let isEnough = packets.count == packetsLookedAt
    guard isEnough || isAtEnd || hasFailed else { return false }
    _ = find(in: packets, &info)
    return true
  }

  /// Returns the first packets of AAC, or fewer if one is longer than the codec allows.
  static func firstPackets(of file: PacketFile) throws(PacketError) -> [[UInt8]] {
    var packets: [[UInt8]] = []
    // Maximum packet size of AAC. Source: ISO/IEC 14496-3, 4.5.3.1.
    var buffer = [UInt8](repeating: 0, count: 768 * file.info.format.channelCount)
    while packets.count < packetsLookedAt {
      var described: [Packet] = []
      var room = buffer.mutableSpan
      let reading = try file.read(
        from: UInt64(packets.count), limit: 1, into: &room, describing: &described)
      guard reading.packetCount == 1 else { break }
      packets.append(Array(buffer[..<reading.byteCount]))
    }
    return packets
  }
}
