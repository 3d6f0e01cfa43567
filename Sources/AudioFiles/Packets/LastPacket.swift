internal import AudioCodecs
internal import AudioContainers
internal import AudioModel

/// The last packet of a file, which may have fewer frames than the file's table states.
enum LastPacket {
  /// Returns the frames by which the last packet is shorter than stated, after decoding it.
  ///
  /// If the table has no remainder, only decoding reveals this number.
  ///
  /// - Returns: `nil` if the file has no packets.
  static func shortfall(of file: PacketFile) throws(PacketError) -> UInt64? {
    let count = try file.packetCount()
    guard count > 0, let last = try file.place(ofPacket: count - 1) else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(last.packet.byteCount))
    var room = bytes.mutableSpan
    var described: [Packet] = []
    let reading = try file.read(from: count - 1, limit: 1, into: &room, describing: &described)
    var samples: [Float] = []
    let info = file.info
    if reading.packetCount == 1 {
      // A packet that cannot be decoded counts as silence of its stated length.
      let decoder = try? DecoderFactory.makeDecoder(
        format: info.format, magicCookie: info.magicCookie)
      try? decoder?.decode(bytes.span, into: &samples)
    }
    let frames = UInt64(samples.count / max(info.format.channelCount, 1))
    let stated = UInt64(last.packet.frameCount)
    return frames > 0 && frames < stated ? stated - frames : 0
  }

  /// Returns whether a file may state too many frames for its last packet.
  static func mayBeShort(in scanner: PacketScanner) -> Bool {
    let format = scanner.info.format
    switch format.formatID {
    case .appleLossless: return scanner.hasTable || !scanner.table.marks.isEmpty
    case .flac: return scanner.hasTable
    case .mpegLayer1, .mpegLayer2, .mpegLayer3, .ac3, .enhancedAC3, .amrNarrowBand, .amrWideBand:
      // If a packet has several codec frames, the last packet may have fewer.
      var usual = format
      usual.framesPerPacket = 0
      let frames = usual.completedByHabit.framesPerPacket
      return scanner.hasTable && frames > 0 && format.framesPerPacket > frames
    default: return false
    }
  }
}
