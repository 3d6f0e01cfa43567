internal import AudioCodecs
internal import AudioContainers
internal import AudioModel

/// What packets hold beyond what the header tells.
extension PacketStream {
  /// Whether what the header tells has to wait for the first packets: AAC of low rates may have band replication.
  static func mayHideLayers(_ info: ContainerInfo) -> Bool {
    #if LibAV
      info.layeredFormats.isEmpty
        && BandReplication.mayBeHidden(in: info.format, magicCookie: info.magicCookie)
    #else
      false
    #endif
  }

  /// Looks ahead into the first packets.
  ///
  /// - Parameters:
  ///   - info: What the header tells; takes what is found.
  ///   - isAtEnd: Whether no more bytes come.
  /// - Returns: Whether there were enough packets, or can be no more.
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
