internal import AudioCodecs
internal import AudioContainers
internal import AudioModel

/// What packets hold beyond what the header tells.
extension PacketFile {
  /// Looks once into the first packets for what the header does not tell: AAC of low rates may have band replication.
  ///
  /// Opens a decoder only where that may be so. What is found is in ``ContainerInfo/layeredFormats``. Where packets cannot be read,
  /// which is told when they are, a later call looks again.
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
      // No packet of AAC is longer: ISO/IEC 14496-3, 4.5.3.1.
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
