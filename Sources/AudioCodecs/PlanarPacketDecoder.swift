package import AudioProcessing

/// A decoder whose samples are planes of native Float32 while they are new, which it can lend before they are copied.
package protocol PlanarPacketDecoder: PacketDecoder {
  /// Decodes one packet, and lends its frames where nothing lies before them.
  ///
  /// - Parameters:
  ///   - packet: The packet as a reader gives it.
  ///   - samples: Takes the interleaved samples of frames that are not taken; not cleared first. Nothing is lent unless it is empty.
  ///   - take: Is lent so many frames, a buffer for each of ``PacketDecoder/channelCount`` channels, and tells how many of the
  ///     first it has taken. Not called for samples of another form.
  /// - Throws: ``CodecError`` where the packet cannot be decoded, even behind frames that were lent; later packets may still be.
  func decode(
    _ packet: Span<UInt8>, into samples: inout [Float],
    lending take: (_ planes: any SampleInput, _ frameCount: Int) -> Int
  ) throws(CodecError)
}
