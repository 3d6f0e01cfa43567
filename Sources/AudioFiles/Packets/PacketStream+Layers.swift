internal import AudioCodecs
internal import AudioContainers
internal import AudioModel

/// Formats in the packets that the header does not mention.
extension PacketStream {
  /// Returns whether the header information must wait for the first packets.
  ///
  /// AAC at low rates may have band replication.
  static func mayHideLayers(_ info: ContainerInfo) -> Bool {
    #if LibAV
      info.layeredFormats.isEmpty
        && BandReplication.mayBeHidden(in: info.format, magicCookie: info.magicCookie)
    #else
      false
    #endif
  }

  /// Examines the first packets in advance.
  ///
  /// - Parameters:
  ///   - info: The header information. Receives the result.
  ///   - isAtEnd: Whether no more bytes follow.
  /// - Returns: Whether enough packets were available, or no more can follow.
  func lookForLayers(_ info: inout ContainerInfo, isAtEnd: Bool) -> Bool {
    #if LibAV
      var ahead = self
      var packets: [[UInt8]] = []
      var hasFailed = false
      while packets.count < ContainerInfo.packetsLookedAt {
        do throws(PacketError) {
          guard let event = try ahead.next() else { break }
          guard case .packets(let batch) = event else { continue }
          for packet in batch.packets.prefix(ContainerInfo.packetsLookedAt - packets.count) {
            let start = Int(packet.offset)
            packets.append(Array(batch.bytes[start..<start + Int(packet.byteCount)]))
          }
        } catch {
          hasFailed = true
          break
        }
      }
      let isEnough = packets.count == ContainerInfo.packetsLookedAt
      guard isEnough || isAtEnd || hasFailed else { return false }
      let found = BandReplication.channelCount(
        in: packets, of: info.format, magicCookie: info.magicCookie)
      if let found { info.addReplicated(channelCount: found) }
    #endif
    return true
  }
}
