import AudioModel

/// The last packet of a file.
extension LibraryTrack {
  /// Finds what can be decoded of the last packet of a file.
  ///
  /// - Parameters:
  ///   - packet: The packet.
  ///   - isCutOff: Whether the library says that bytes are missing. It does not say so of packets
  ///     that it had to put together.
  /// - Returns: Bytes; 0 if the end of the packet is missing.
  package func wholeByteCount(_ packet: Span<UInt8>, isCutOff: Bool) -> Int {
    if isDifferential { return packet.count }
    if [.microsoftADPCM, .intelIMA, .microsoftGSM].contains(codec), blockByteCount > 0 {
      return packet.count - packet.count % blockByteCount
    }
    return endsInFrame(packet) ?? isCutOff ? 0 : packet.count
  }

  /// Whether each sample of the codec is a few bits, of which any number may stand in a packet.
  private var isDifferential: Bool {
    [
      .g726, .fibonacciDelta, .exponentialDelta, .soundBlaster4, .soundBlaster3, .soundBlaster2,
    ].contains(codec)
  }

  /// Whether the packet's own header states more bytes than there are; `nil` if it states none.
  private func endsInFrame(_ packet: Span<UInt8>) -> Bool? {
    switch codec {
    case .mpegLayer1, .mpegLayer2, .mpegLayer3:
      guard packet.count >= 4, let header = MPEGAudioHeader(packet.bigEndian32(at: 0)) else {
        return nil
      }
      let byteCount = header.frameByteCount(
        bitRateIndex: header.bitRateIndex, isPadded: header.isPadded)
      return byteCount > 0 ? byteCount > packet.count : nil
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
