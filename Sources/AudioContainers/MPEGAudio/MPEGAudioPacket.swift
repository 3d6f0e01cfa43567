package import AudioModel
import AudioSyntax

/// Reads the format from an MPEG audio packet.
package enum MPEGAudioPacket {
  /// The format of a packet, or `nil` if it does not begin with a frame header.
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
