internal import AudioCodecs
internal import AudioContainers
internal import AudioModel

/// The last packet of lossless codecs, which has fewer frames than the others.
extension PacketFile {
  /// Frames by which the last packet is shorter than the file's table states.
  ///
  /// If the table has no remainder, only decoding reveals this number.
  ///
  /// - Returns: 0 for codecs that fill their last packet, and for packets that state their own
  ///   length.
  func shortfall() throws(PacketError) -> UInt64 {
    let codec = info.format.formatID
    guard mayBeShort(codec) else { return 0 }
    if let known = lastPacketShortfall { return known }
    let count = try packetCount()
    guard count > 0, let last = try place(ofPacket: count - 1) else { return 0 }
    var bytes = [UInt8](repeating: 0, count: Int(last.packet.byteCount))
    var room = bytes.mutableSpan
    var described: [Packet] = []
    let reading = try read(from: count - 1, limit: 1, into: &room, describing: &described)
    var samples: [Float] = []
    if reading.packetCount == 1 {
      // A packet that cannot be decoded counts as silence of its stated length.
      let decoder = try? DecoderFactory.makeDecoder(
        format: info.format, magicCookie: info.magicCookie)
      try? decoder?.decode(bytes.span, into: &samples)
    }
    let frames = UInt64(samples.count / max(info.format.channelCount, 1))
    let stated = UInt64(last.packet.frameCount)
    let shortfall = frames > 0 && frames < stated ? stated - frames : 0
    lastPacketShortfall = shortfall
    return shortfall
  }

  /// Returns whether a file of the codec may state too many frames for its last packet.
  private func mayBeShort(_ codec: FourCC) -> Bool {
    switch codec {
    case .appleLossless: return hasTable || !table.marks.isEmpty
    case .flac: return hasTable
    case .mpegLayer1, .mpegLayer2, .mpegLayer3, .ac3, .enhancedAC3, .amrNarrowBand, .amrWideBand:
      // If a packet has several codec frames, the last packet may have fewer.
      var usual = info.format
      usual.framesPerPacket = 0
      let frames = usual.completedByHabit.framesPerPacket
      return hasTable && frames > 0 && info.format.framesPerPacket > frames
    default: return false
    }
  }
}
