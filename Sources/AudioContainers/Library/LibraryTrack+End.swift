import AudioModel
import AudioSyntax

/// Support for the last packet of a file.
extension LibraryTrack {
  /// Finds the decodable part of a file's last packet.
  ///
  /// - Parameters:
  ///   - packet: The packet.
  ///   - isCutOff: Whether the library reports missing bytes. It does not do so for packets that it
  ///     assembled.
  /// - Returns: Bytes of the decodable part; 0 if the end of the packet is missing.
  package func wholeByteCount(_ packet: Span<UInt8>, isCutOff: Bool) -> Int {
    if isDifferential { return packet.count }
    if [.microsoftADPCM, .intelIMA, .microsoftGSM].contains(codec), blockByteCount > 0 {
      return packet.count - packet.count % blockByteCount
    }
    return endsInFrame(packet) ?? isCutOff ? 0 : packet.count
  }

  /// Whether a packet may hold any number of samples, because each has only a few bits.
  private var isDifferential: Bool {
    [
      .g726, .fibonacciDelta, .exponentialDelta, .soundBlaster4, .soundBlaster3, .soundBlaster2,
    ].contains(codec)
  }

  /// Whether the packet's own header states more bytes than are available; `nil` if it does not
  /// state a size.
  private func endsInFrame(_ packet: Span<UInt8>) -> Bool? {
    switch codec {
    case .mpegLayer1, .mpegLayer2, .mpegLayer3:
      return MPEGAudioHeader(packet)?.frameByteCount.map { $0 > packet.count }
    case .ac3, .enhancedAC3: return headerByteCount(packet) == nil
    case .amrNarrowBand, .amrWideBand: return PacketFrames.count(packet, codec) == nil
    case .mpeg4AAC where hasADTSHeaders:
      guard packet.count > ADTSHeader.byteCount, let header = ADTSHeader(packet, at: 0) else {
        return nil
      }
      return header.frameByteCount > packet.count
    default: return nil
    }
  }
}
