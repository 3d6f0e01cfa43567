package import AudioContainers
package import AudioModel

extension FrameTrim {
  /// The same with a remainder that fills the last packet, as clients see it: packets × frames = priming + valid + remainder.
  ///
  /// The last packet of FLAC has fewer frames than the others. All other codecs with a number of frames per packet fill their last
  /// one; where packets differ (Vorbis, FLAC of several block sizes), the sum is that of the frames of the packets.
  package func filled(in info: ContainerInfo) -> FrameTrim {
    let length = UInt64(max(info.format.framesPerPacket, 0))
    guard info.format.formatID == .flac, length > 0 else { return self }
    let sum = validFrames.clampedAdding(UInt64(max(primingFrames, 0)))
      .clampedAdding(UInt64(max(remainderFrames, 0)))
    var filled = self
    filled.remainderFrames += Int((length - sum % length) % length)
    return filled
  }
}
