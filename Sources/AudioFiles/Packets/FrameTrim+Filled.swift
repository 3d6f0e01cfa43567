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
  /// The same for packets that have `total` frames, if a header may have stated other ones.
  ///
  /// - Parameters:
  ///   - total: Frames of all packets.
  ///   - isCut: Whether packets may be missing at the end.
  /// - Returns: The trim, which has as many frames in all.
  func fitted(to total: UInt64, isCut: Bool) -> FrameTrim {
    let priming = min(UInt64(max(primingFrames, 0)), total)
    let remainder = UInt64(max(remainderFrames, 0))
    let (sum, overflow) = (priming &+ remainder).addingReportingOverflow(validFrames)
    let rest = total - priming
    let isStated = !overflow && validFrames > 0 && (sum == total || sum > total && isCut)
    let valid = isStated ? min(validFrames, rest) : rest - min(remainder, rest)
    return FrameTrim(
      primingFrames: Int(priming), validFrames: valid, remainderFrames: Int(rest - valid))
  }
}
