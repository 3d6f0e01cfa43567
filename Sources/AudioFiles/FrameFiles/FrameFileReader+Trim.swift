internal import AudioContainers
internal import AudioModel

extension FrameFileReader {
  /// Overrides the frames of the recording, and moves to its first frame.
  ///
  /// For `priming` and `remainder`, -1 means the file's value. The value -2 also means the file's
  /// value, or 0 if its trim does not match its packets.
  ///
  /// - Parameters:
  ///   - validFrames: The recording's frames. 0 means all frames except priming and remainder.
  ///   - priming: Frames before the recording, or -1 or -2.
  ///   - remainder: Frames after the recording, or -1 or -2.
  /// - Throws: ``FrameFileError/invalidSeek`` if the file has fewer frames.
  package func overrideTrim(
    validFrames: Int64, priming: Int, remainder: Int
  ) throws(FrameFileError) {
    var total: UInt64
    var stated: FrameTrim?
    do throws(PacketError) {
      total = try file.frameCount() &* scale
      stated = try file.frameTrim().map(scaled)
      // Between links, inaudible frames are not output.
      if !(try file.linkSpans()).isEmpty, let trim = stated {
        total -= UInt64(trim.remainderFrames)
        stated?.remainderFrames = 0
      }
    } catch {
      throw .packets(error)
    }
    let agrees = file.info.trim?.agrees(withTotal: total / scale) ?? true
    func frames(_ requested: Int, _ stated: Int?) -> UInt64 {
      if requested >= 0 { return UInt64(requested) }
      return requested == -1 || agrees ? UInt64(stated ?? 0) : 0
    }
    let first = frames(priming, stated?.primingFrames)
    let last = frames(remainder, stated?.remainderFrames)
    guard first <= total, last <= total - first else { throw .invalidSeek }
    var valid = total - first - last
    if validFrames > 0 { valid = min(valid, UInt64(validFrames)) }
    trimOverride = FrameTrim(
      primingFrames: Int(first), validFrames: valid,
      remainderFrames: Int(clamping: total - first - valid))
    move(to: 0)
  }
}
