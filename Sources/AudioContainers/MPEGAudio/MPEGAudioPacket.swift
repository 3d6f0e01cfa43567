package import AudioModel

/// What a packet of MPEG audio says of itself.
package enum MPEGAudioPacket {
  /// The format of a packet, or `nil` where it does not begin as a frame.
  package static func format(of packet: [UInt8]) -> StreamFormat? {
    guard packet.count >= 4, let header = MPEGAudioHeader(packet.span.bigEndian32(at: 0)) else {
      return nil
    }
    let layers: [FourCC] = [.mpegLayer1, .mpegLayer2, .mpegLayer3]
    return StreamFormat(
      sampleRate: Double(header.sampleRate), formatID: layers[header.layer - 1],
      framesPerPacket: header.framesPerPacket, channelCount: header.isMono ? 1 : 2)
  }
}
