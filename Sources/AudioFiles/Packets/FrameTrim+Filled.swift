package import AudioContainers
package import AudioModel

extension FrameTrim {
  /// Returns the trim with a remainder that fills the last packet, as clients see it.
  ///
  /// In this form, packets × frames = priming + valid + remainder. The last packet of FLAC has
  /// fewer frames than the others. All other codecs with a fixed number of frames per packet fill
  /// their last packet. If packet lengths differ (Vorbis, FLAC with several block sizes), the sum
  /// is the total of the frames in the packets.
  package func filled(in info: ContainerInfo) -> FrameTrim {
    let length = UInt64(max(info.format.framesPerPacket, 0))
    guard info.format.formatID == .flac, length > 0 else { return self }
    let sum = validFrames.clampedAdding(UInt64(max(primingFrames, 0)))
      .clampedAdding(UInt64(max(remainderFrames, 0)))
    var filled = self
    filled.remainderFrames += Int((length - sum % length) % length)
    return filled
  }
  /// Returns the trim adjusted to `total` frames, if the header states a different total.
  ///
  /// - Parameters:
  ///   - total: Frames in all packets.
  ///   - isCut: Whether packets may be missing at the end. If so, the missing frames are
  ///     taken from the remainder first.
  /// - Returns: A trim with `total` frames.
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

  /// Returns whether the trim adds up to `total` frames of all packets.
  ///
  /// A trim without the length of the recording agrees with any total.
  func agrees(withTotal total: UInt64) -> Bool {
    guard validFrames > 0 else { return true }
    let (sum, overflow) = UInt64(max(primingFrames, 0) + max(remainderFrames, 0))
      .addingReportingOverflow(validFrames)
    return !overflow && sum == total
  }
}
