import AudioModel

/// How long packets last of which containers tell times only, in thousandths of a second: their own bits say it to the frame.
package struct LibraryPacketLengths: Sendable {
  private var lengths: OggPacketLengths

  /// Reads what the codec is told before the first packet.
  ///
  /// - Returns: `nil` where the codec's packets do not say how long they last, or that makes no sense.
  init?(_ codec: FourCC, configuration: [UInt8]) {
    switch codec {
    case .vorbis:
      guard let headers = OggHeaderPackets.unlaced(configuration), headers.count == 3 else {
        return nil
      }
      let (first, setup) = (headers[0], headers[2])
      guard let header = VorbisHeader(first.span), let modes = VorbisModes(setup: setup.span)
      else { return nil }
      lengths = OggPacketLengths(.vorbis(header, modes: modes))
    case .flac:
      guard let format = LibraryTrack.flacFormat(configuration) else { return nil }
      lengths = OggPacketLengths(.flac(format))
    default: return nil
    }
  }

  /// Frames of the next packet, or `nil` where it does not say.
  package mutating func next(_ packet: Span<UInt8>) -> UInt32? {
    lengths.next(packet).map { UInt32(clamping: $0) }
  }
}
