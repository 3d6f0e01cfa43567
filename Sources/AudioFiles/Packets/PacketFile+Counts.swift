internal import AudioContainers
package import AudioModel
internal import AudioTransport

/// Totals over all packets.
extension PacketFile {
  /// The number of packets.
  package func packetCount() throws(PacketError) -> UInt64 { try counter.totals().packetCount }

  /// Frames in all packets at the file's rate, including priming and remainder.
  package func frameCount() throws(PacketError) -> UInt64 {
    let total = try counter.totals().frameCount
    return scanner.links.isEmpty ? total : try chainedFrameCount()
  }

  /// Bytes of the largest packet, or 0 if the file has no packets.
  package func maximumPacketSize() throws(PacketError) -> Int {
    Int(clamping: try counter.totals().largestPacket)
  }

  /// Bytes of all packets, without the bytes between them.
  package func packetByteCount() throws(PacketError) -> UInt64 { try counter.totals().byteCount }

  /// Bytes of the audio data.
  ///
  /// The data extends from ``ContainerInfo/dataOffset`` to the end of the last packet, or of the
  /// data of constant packets.
  package func dataByteCount() throws(PacketError) -> UInt64 { try counter.dataByteCount() }

  /// Reads the tags, markers, and regions around the audio.
  package func readSurroundings() throws(PacketError) { try counter.readSurroundings() }

  /// Priming, valid, and remainder frames, which together are the frames of the existing packets.
  ///
  /// The packets are counted, because the header's packet count may be wrong. If the total agrees
  /// with the header, the header's values apply unchanged. A file that was cut loses the remainder
  /// first. If a file has more packets than stated, the header's priming and remainder apply, and
  /// all other frames are valid. The same applies if all stated bytes exist but the number of
  /// packets differs.
  ///
  /// For a chain, the remainder contains all inaudible frames except the first link's priming.
  ///
  /// - Returns: `nil` if the header states neither priming nor remainder.
  /// - Throws: ``PacketError`` of the source.
  package func frameTrim() throws(PacketError) -> FrameTrim? {
    try RecordingTrim(file: self).trim()
  }

  /// Reads the data after constant packets if it may contain the priming and remainder.
  ///
  /// CAF files with IMA4 are an example.
  package func lookForTrim() throws(PacketError) {
    let format = info.format
    guard info.trim == nil, format.hasConstantPackets, format.framesPerPacket > 1 else { return }
    try scanAll()
  }

  /// Frames of the recording: the valid frames if a trim is known, otherwise all frames.
  package func recordingFrameCount() throws(PacketError) -> UInt64 {
    if let trim = try frameTrim() { return trim.validFrames }
    return try frameCount() - lastPacketShortfall()
  }

  /// Seconds of the recording.
  ///
  /// The result is exact if the packets have been counted or can be counted quickly. For a file
  /// larger than ``PacketCounter/walkLimit``, it is an estimate from the header or from the average
  /// of some packets.
  package func duration() throws(PacketError) -> Double {
    let rate = info.format.sampleRate
    guard rate > 0 else { return 0 }
    if let indexed = indexedFrameCount { return Double(indexed) / rate }
    guard let estimate = try counter.estimate() else {
      return Double(try recordingFrameCount()) / rate
    }
    let others = Double(info.trim?.primingFrames ?? 0) + Double(info.trim?.remainderFrames ?? 0)
    return max(estimate.frameCount - others, 0) / rate
  }

  /// Frames of the recording from the file's fragment index, until the packets are counted.
  var indexedFrameCount: UInt64? {
    guard !counter.hasCounted, let index = info.fragmentIndex, scanner.sourceByteCount == index.end
    else {
      return nil
    }
    let frames =
      index.frameCount - min(index.frameCount, UInt64(max(info.trim?.primingFrames ?? 0, 0)))
    guard let valid = info.trim?.validFrames, valid > 0 else { return frames }
    return min(frames, valid)
  }

  /// Bits per second: the stated rate, or the size of the packets divided by their duration.
  package func bitRate() throws(PacketError) -> Int {
    if let stated = info.statedBitRate, stated > 0 { return stated }
    let (frames, bytes): (Double, Double)
    if let estimate = try counter.estimate() {
      (frames, bytes) = (estimate.frameCount, estimate.byteCount)
    } else {
      let totals = try counter.totals()
      let data = info.isAllAudio ? try dataByteCount() : totals.byteCount
      (frames, bytes) = (Double(try frameCount()), Double(data))
    }
    guard frames > 0 else { return 0 }
    let rate = bytes * 8 * info.format.sampleRate / frames
    return rate < 1e15 ? Int(rate.rounded()) : 0
  }

  /// Bytes of audio.
  ///
  /// The result is the sum of the packet sizes if they are known and other data may lie between
  /// packets. Otherwise, it is the size of the audio data.
  package func audioByteCount() throws(PacketError) -> UInt64 {
    try counter.scanForConstant()
    let isMixed = scanner.hasTable || !scanner.table.marks.isEmpty && !info.isAllAudio
    return isMixed ? try counter.totals().byteCount : try dataByteCount()
  }

  /// Returns whether the file ends with the audio data and at most a padding byte.
  package func endsWithAudio() throws(PacketError) -> Bool {
    let end = info.dataOffset &+ (try dataByteCount())
    guard let size = scanner.sourceByteCount else { return true }
    return size <= end &+ (end & 1)
  }
}
