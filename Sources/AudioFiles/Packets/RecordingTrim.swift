internal import AudioContainers
internal import AudioModel

/// The trim of a file, adapted to the packets that exist.
struct RecordingTrim {
  let file: PacketFile

  /// Priming, valid, and remainder frames, which together are the frames of the existing packets.
  ///
  /// ``PacketFile/frameTrim()`` states the rules.
  func trim() throws(PacketError) -> FrameTrim? {
    try file.lookForTrim()
    guard file.info.trim != nil else { return nil }
    let total = try file.frameCount()
    guard file.scanner.links.isEmpty else { return try file.chainedTrim() }
    // The data after the audio may have changed the trim.
    guard let stated = file.info.trim else { return nil }
    let fitted = stated.fitted(to: total, isCut: !holdsStatedBytes)
    // If no remainder fits, only a short last packet ends the recording early.
    guard fitted.remainderFrames == 0 else { return fitted }
    let rest = total - UInt64(fitted.primingFrames)
    let audible = min(fitted.validFrames, rest - min(try file.lastPacketShortfall(), rest))
    return FrameTrim(
      primingFrames: fitted.primingFrames, validFrames: audible,
      remainderFrames: Int(rest - audible))
  }

  /// Whether the data of a frame stream, with all frames counted, ends at the position that its
  /// header states.
  private var holdsStatedBytes: Bool {
    guard file.info.tail != nil, file.counter.hasCounted, let bytes = file.info.statedDataByteCount
    else {
      return false
    }
    return file.info.dataOffset.clampedAdding(bytes) == file.scanner.table.endOffset
  }
}
