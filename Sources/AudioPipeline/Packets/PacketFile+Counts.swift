internal import AudioContainers
package import AudioModel
internal import AudioTransport

/// What can be said of all packets together.
extension PacketFile {
  /// Packets in all.
  package func packetCount() throws(PacketError) -> UInt64 {
    try scanForCounts()
    return table.packetCount
  }

  /// Frames in all packets, with priming and remainder.
  package func frameCount() throws(PacketError) -> UInt64 {
    try scanForCounts()
    return table.frameCount
  }

  /// Bytes of the largest packet, 0 where there is none.
  package func maximumPacketSize() throws(PacketError) -> Int {
    try scanForCounts()
    return Int(table.largestPacket)
  }

  /// Bytes of all packets, without what lies between them.
  package func packetByteCount() throws(PacketError) -> UInt64 {
    try scanForCounts()
    return table.byteCount
  }

  /// Bytes of the audio data: from ``ContainerInfo/dataOffset`` to the end of the last packet, or of the
  /// data of constant packets.
  package func dataByteCount() throws(PacketError) -> UInt64 {
    try scanForCounts()
    let end = constantData?.upperBound ?? table.endOffset
    return end > info.dataOffset ? end - info.dataOffset : 0
  }

  /// Priming, valid and remaining frames, which together are the frames of the packets that are there.
  ///
  /// What the header states is taken as it is where the sum agrees. A file that was cut lacks the remainder
  /// first; in one with more packets than stated the additional frames are valid.
  ///
  /// - Returns: `nil` where the header states neither priming nor remainder.
  /// - Throws: ``PacketError`` of the source.
  package func frameTrim() throws(PacketError) -> FrameTrim? {
    guard info.trim != nil else { return nil }
    let total = try frameCount()
    // What stood behind the audio may have told more by now.
    guard let stated = info.trim else { return nil }
    let priming = min(UInt64(max(stated.primingFrames, 0)), total)
    let remainder = UInt64(max(stated.remainderFrames, 0))
    let (sum, overflow) = (priming &+ remainder).addingReportingOverflow(stated.validFrames)
    let valid: UInt64
    if !overflow, stated.validFrames > 0, sum >= total {
      valid = min(stated.validFrames, total - priming)
    } else {
      valid = total - priming - min(remainder, total - priming)
    }
    return FrameTrim(
      primingFrames: Int(priming), validFrames: valid,
      remainderFrames: Int(total - priming - valid))
  }

  /// Frames of the recording: the valid ones where a trim is known, else all.
  package func recordingFrameCount() throws(PacketError) -> UInt64 {
    if let trim = try frameTrim() { return trim.validFrames }
    return try frameCount()
  }

  /// Seconds of the recording.
  package func duration() throws(PacketError) -> Double {
    let rate = info.format.sampleRate
    return rate > 0 ? Double(try recordingFrameCount()) / rate : 0
  }

  /// Bits a second: as stated, else those of the packets over the time they last.
  package func bitRate() throws(PacketError) -> Int {
    if let stated = info.statedBitRate, stated > 0 { return stated }
    let frames = try frameCount()
    guard frames > 0 else { return 0 }
    let bits = Double(try packetByteCount()) * 8
    let rate = bits * info.format.sampleRate / Double(frames)
    return rate < 1e15 ? Int(rate.rounded()) : 0
  }

  /// Whether nothing follows the audio data but a byte that makes its length even.
  package func endsWithAudio() throws(PacketError) -> Bool {
    let end = info.dataOffset &+ (try dataByteCount())
    guard let size = source.byteCount else { return true }
    return size <= end &+ (end & 1)
  }

  /// Reads to the end of constant packets at most: what follows them are tags.
  private func scanForCounts() throws(PacketError) {
    guard constantData == nil else { return }
    try scan { _ in self.constantData != nil }
  }
}
