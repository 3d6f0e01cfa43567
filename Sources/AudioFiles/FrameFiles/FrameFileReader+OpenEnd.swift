internal import AudioContainers
internal import AudioModel
internal import AudioProcessing

extension FrameFileReader {
  /// Reads no further ahead than necessary, for a file that arrives from a server.
  ///
  /// The header's priming applies at once. The end is found shortly before it is read, and then
  /// determines the padding. Without this call, the first read counts all packets.
  package func leaveEndOpen() {
    guard openEnd == nil else { return }
    openEnd = OpenEnd()
    input.waitsForPackets = true
    move(to: position)
  }

  /// Whether the end has not been found yet.
  package var isEndOpen: Bool { openEnd?.isFound == false }

  /// Frames of the recording, once its end has been found.
  package var foundFrameCount: Int64? {
    guard !isEndOpen else { return nil }
    return try? frameCount()
  }

  /// The trim for the first frames: that of the header, as long as the end is open.
  func startingTrim() throws(PacketError) -> FrameTrim? {
    guard isEndOpen, trimOverride == nil else { return try scaledTrim() }
    return file.info.trim.map(scaled)
  }

  /// Finds the packets of the next `count` client frames, and of the padding that may follow.
  ///
  /// If the packets end there, limits the converter to the recording.
  func lookAhead(_ count: Int) throws(FrameFileError) {
    guard let end = openEnd, !end.isFound, trimOverride == nil else { return }
    let frames = RateConverter.length(
      of: count, from: clientFormat.sampleRate, to: fileFormat.sampleRate)
    guard openEnd?.search(file, for: (framesAhead(end) + UInt64(frames)) / scale) == true else {
      // A live stream has no end to which its links could be counted.
      if file.isChained, file.arrival.isBounded, input.chain == nil { try restart() }
      if !file.arrival.isBounded { file.arrival.forget(before: input.next) }
      return
    }
    try settleEnd(from: end.firstFrame)
  }

  private func settleEnd(from first: UInt64) throws(FrameFileError) {
    openEnd?.isFound = true
    do {
      limit(to: try scaledTrim(), from: first)
    } catch {
      throw .packets(error)
    }
    if file.isChained, input.chain == nil { try restart() }
  }

  private func framesAhead(_ end: OpenEnd) -> UInt64 {
    end.framesAhead(
      in: file, after: converter.madeFrames + converter.rateReach, trim: file.info.trim.map(scaled),
      scale: scale)
  }

  /// Bytes from the start of the file to the packet that is read next.
  package var byteOffset: UInt64 { file.arrival.foundOffset(ofPacket: input.next) }

  /// Client frames of the packets found so far, which no read has to wait for.
  package var readyFrameCount: Int {
    guard let end = openEnd, !end.isFound, trimOverride == nil else { return Int.max }
    let found = file.arrival.foundFrameCount.multipliedReportingOverflow(by: scale)
    let ahead = framesAhead(end)
    guard !found.overflow, found.partialValue > ahead else { return 0 }
    return RateConverter.length(
      of: Int(clamping: found.partialValue - ahead), from: fileFormat.sampleRate,
      to: clientFormat.sampleRate)
  }

  /// Starts the converter again at the current frame.
  private func restart() throws(FrameFileError) {
    move(to: position)
    try place()
  }
}
