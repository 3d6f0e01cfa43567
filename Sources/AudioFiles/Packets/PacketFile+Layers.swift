internal import AudioCodecs
internal import AudioContainers
internal import AudioModel

/// Formats in the packets that the header does not mention.
extension PacketFile {
  /// Examines the first packets once for formats that the header does not mention.
  ///
  /// AAC at low rates may have band replication. Opens a decoder only in that case. The result is
  /// in ``ContainerInfo/layeredFormats``. If the packets cannot be read, a later call tries again;
  /// reading the packets reports the error.
  package func lookForLayers() {
    #if LibAV
      guard !hasLookedForLayers else { return }
      guard info.layeredFormats.isEmpty,
        BandReplication.mayBeHidden(in: info.format, magicCookie: info.magicCookie)
      else {
        hasLookedForLayers = true
        return
      }
      var packets: [[UInt8]] = []
      // Maximum packet size of AAC. Source: ISO/IEC 14496-3, 4.5.3.1.
      var buffer = [UInt8](repeating: 0, count: 768 * info.format.channelCount)
      while packets.count < ContainerInfo.packetsLookedAt {
        var described: [Packet] = []
        var room = buffer.mutableSpan
        do throws(PacketError) {
          let reading = try read(
            from: UInt64(packets.count), limit: 1, into: &room, describing: &described)
          guard reading.packetCount == 1 else { break }
          packets.append(Array(buffer[..<reading.byteCount]))
        } catch {
          return
        }
      }
      hasLookedForLayers = true
      let found = BandReplication.channelCount(
        in: packets, of: info.format, magicCookie: info.magicCookie)
      if let found { info.addReplicated(channelCount: found) }
    #endif
  }
}
