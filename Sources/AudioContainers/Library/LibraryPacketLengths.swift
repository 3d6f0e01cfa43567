import AudioModel
import AudioSyntax

/// Derives exact packet lengths in frames from the packets themselves.
///
/// The containers of such packets state only times, in milliseconds.
package struct LibraryPacketLengths: Sendable {
  private enum Kind: Sendable {
    case stream(OggPacketLengths)
    /// Packets of one length, except that the last may be shorter.
    case counted(each: UInt32, left: UInt32)
  }

  private var kind: Kind

  /// Reads the codec's configuration.
  ///
  /// - Returns: `nil` if the codec's packets do not state their length, or if the configuration is
  ///   invalid.
  init?(_ codec: FourCC, configuration: [UInt8]) {
    switch codec {
    case .vorbis:
      guard let headers = OggHeaderPackets.unlaced(configuration), headers.count == 3 else {
        return nil
      }
      let (first, setup) = (headers[0], headers[2])
      guard let header = VorbisHeader(first.span), let modes = VorbisModes(setup: setup.span)
      else { return nil }
      kind = .stream(OggPacketLengths(.vorbis(header, modes: modes)))
    case .flac:
      guard let format = LibraryTrack.flacFormat(configuration) else { return nil }
      kind = .stream(OggPacketLengths(.flac(format)))
    case .trueAudio:
      // Source: *TTA1 format description*: a frame lasts 256/245 seconds, and the header counts the
      // samples.
      guard configuration.count >= 18 else { return nil }
      let rate = UInt64(configuration.span.littleEndian32(at: 10))
      kind = .counted(
        each: UInt32(clamping: rate * 256 / 245), left: configuration.span.littleEndian32(at: 14))
    default: return nil
    }
  }

  /// Frames of the next packet, or `nil` if it does not state them.
  package mutating func next(_ packet: Span<UInt8>) -> UInt32? {
    switch kind {
    case .stream(var lengths):
      defer { kind = .stream(lengths) }
      return lengths.next(packet).map { UInt32(clamping: $0) }
    case .counted(let each, let left):
      let count = min(each, left)
      kind = .counted(each: each, left: left - count)
      return count
    }
  }
}
