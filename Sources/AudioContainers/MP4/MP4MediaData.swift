import AudioModel
import AudioSyntax

/// The box of the packets.
enum MP4MediaData {
  /// Bytes of the header, which has a 64-bit size.
  static let headerByteCount: UInt64 = 16

  /// Creates the header; `nil` means that the packets continue to the end of the file.
  static func header(_ byteCount: UInt64?) -> [UInt8] {
    var bytes: [UInt8] = .big(UInt32(byteCount == nil ? 0 : 1))
    bytes.append(FourCC.mdat)
    bytes.append(big: byteCount.map { $0 &+ headerByteCount } ?? 0)
    return bytes
  }
}

/// The durations of packets.
enum MP4PacketDurations {
  /// The packets with the durations that their own headers state.
  static func measured(
    _ packets: [Packet], of bytes: Span<UInt8>, _ content: ContainerContent
  ) -> [Packet] {
    guard content.format.formatID == .flac,
      let flac = FLACStreamInfo(cookie: content.magicCookie)?.format
    else { return packets }
    var measured = packets
    for index in measured.indices {
      let start = Int(packets[index].offset)
      let packet = bytes.extracting(start..<start + Int(packets[index].byteCount))
      // The last FLAC frame may be shorter than the others, as only its header states.
      if let header = FLACFrameHeader(packet, at: 0, streamBits: flac.bitsPerSample) {
        measured[index].frameCount = UInt32(header.blockLength)
      }
    }
    return measured
  }
}
