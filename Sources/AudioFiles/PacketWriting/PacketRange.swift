internal import AudioContainers
package import AudioModel

/// The packets that a range of a recording needs, and the frames to omit around it.
package struct PacketRange: Equatable, Sendable {
  package var packets: Range<UInt64>
  /// The trim for a file of these packets; `nil` if no frames must be omitted.
  package var trim: FrameTrim?

  /// Finds the packets of a range.
  ///
  /// The first packets prepare the decoder, so that the frames of the range decode to the same
  /// samples.
  ///
  /// - Parameters:
  ///   - frames: The range; the end of the recording limits it.
  ///   - file: The file.
  /// - Throws: ``PacketError`` if the file cannot be read.
  package init(holding frames: Range<UInt64>, of file: PacketFile) throws(PacketError) {
    let format = file.info.format
    let whole = try file.recordingFrameCount()
    let (first, end) = (min(frames.lowerBound, whole), min(frames.upperBound, whole))
    let count = try file.packetCount()
    guard first < end else {
      packets = 0..<0
      return
    }
    if format.isLinearPCM {
      packets = first..<min(end, count)
      return
    }
    guard first > 0 || end < whole else {
      packets = 0..<count
      trim = try file.frameTrim()
      return
    }
    let priming = UInt64(clamping: try file.frameTrim()?.primingFrames ?? 0)
    let (absolute, last) = (priming + first, priming + end - 1)
    let start = try file.place(holdingFrame: absolute)?.index ?? 0
    let warm = try WarmUp.start(before: start, of: file, format)
    let warmFrame = try file.place(ofPacket: warm)?.firstFrame ?? 0
    let after = min(count, (try file.place(holdingFrame: last)?.index ?? count - 1) + 1)
    packets = warm..<after
    let all = try file.frameCount()
    let afterFrame = after < count ? try file.place(ofPacket: after)?.firstFrame ?? all : all
    let total = afterFrame - min(warmFrame, afterFrame)
    let omitted = absolute - warmFrame
    let remainder = total - min(total, omitted + (end - first))
    guard omitted > 0 || remainder > 0 else { return }
    trim = FrameTrim(
      primingFrames: Int(clamping: omitted), validFrames: end - first,
      remainderFrames: Int(clamping: remainder))
  }
}
