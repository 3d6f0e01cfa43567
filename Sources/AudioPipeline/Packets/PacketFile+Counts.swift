internal import AudioContainers
package import AudioModel
internal import AudioTransport

/// What can be said of all packets together.
extension PacketFile {
  /// Packets in all.
  package func packetCount() throws(PacketError) -> UInt64 { try totals().packetCount }

  /// Frames in all packets, with priming and remainder.
  package func frameCount() throws(PacketError) -> UInt64 { try totals().frameCount }

  /// Bytes of the largest packet, 0 where there is none.
  package func maximumPacketSize() throws(PacketError) -> Int {
    Int(clamping: try totals().largestPacket)
  }

  /// Bytes of all packets, without what lies between them.
  package func packetByteCount() throws(PacketError) -> UInt64 { try totals().byteCount }

  /// Bytes of the audio data: from ``ContainerInfo/dataOffset`` to the end of the last packet, or of the
  /// data of constant packets.
  package func dataByteCount() throws(PacketError) -> UInt64 {
    try scanForConstant()
    let end: UInt64 =
      if let constantData { constantData.upperBound } else if let ending = try lookAtEnd() {
        ending.dataEnd
      } else { try totals().endOffset }
    return end > info.dataOffset ? end - info.dataOffset : 0
  }

  /// Reads what stands around the audio: tags, markers, regions.
  package func readSurroundings() throws(PacketError) {
    guard try lookAtEnd() == nil else { return }
    try scan { _ in self.wholeTable != nil }
    try scanBehindTable()
  }

  /// Priming, valid and remaining frames, which together are the frames of the packets that are there.
  ///
  /// What the header states is taken as it is where the sum agrees. A file that was cut lacks the remainder
  /// first; in one with more packets than stated the additional frames are valid.
  ///
  /// - Returns: `nil` where the header states neither priming nor remainder.
  /// - Throws: ``PacketError`` of the source.
  package func frameTrim() throws(PacketError) -> FrameTrim? {
    try lookForTrim()
    guard info.trim != nil else { return nil }
    let total =
      if let stated = try trustedFrameCount() { stated } else { try frameCount() }
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

  /// Whether what the header states of priming, recording and remainder adds up to the frames of all packets; true where it states
  /// nothing of the recording.
  package func statedTrimAgrees(withTotal total: UInt64) -> Bool {
    guard let stated = info.trim, stated.validFrames > 0 else { return true }
    let (sum, overflow) = UInt64(max(stated.primingFrames, 0) + max(stated.remainderFrames, 0))
      .addingReportingOverflow(stated.validFrames)
    return !overflow && sum == total
  }

  /// Reads what stands behind constant packets where that may tell of priming and remainder, as in CAF with IMA4.
  package func lookForTrim() throws(PacketError) {
    let format = info.format
    guard info.trim == nil, format.hasConstantPackets, format.framesPerPacket > 1 else { return }
    try scanAll()
  }

  /// Frames of the recording: the valid ones where a trim is known, else all.
  package func recordingFrameCount() throws(PacketError) -> UInt64 {
    if let trim = try frameTrim() { return trim.validFrames }
    return try frameCount()
  }

  /// Seconds of the recording: exact where the packets are known or stated, or are quickly found, else by the average
  /// of the first.
  package func duration() throws(PacketError) -> Double {
    let rate = info.format.sampleRate
    guard rate > 0 else { return 0 }
    if let indexed = indexedFrameCount { return Double(indexed) / rate }
    if info.trim == nil, let estimate = try estimate() { return estimate.frameCount / rate }
    return Double(try recordingFrameCount()) / rate
  }

  /// Frames of the recording by an index of all of the file's fragments, until they have been counted.
  private var indexedFrameCount: UInt64? {
    guard !hasCounted, let index = info.fragmentIndex, source.byteCount == index.end else {
      return nil
    }
    let frames =
      index.frameCount - min(index.frameCount, UInt64(max(info.trim?.primingFrames ?? 0, 0)))
    guard let valid = info.trim?.validFrames, valid > 0 else { return frames }
    return min(frames, valid)
  }

  /// Bits a second: as stated, else those of the packets over the time they last.
  package func bitRate() throws(PacketError) -> Int {
    if let stated = info.statedBitRate, stated > 0 { return stated }
    let (frames, bytes): (Double, Double)
    if let estimate = try estimate() {
      (frames, bytes) = (estimate.frameCount, estimate.byteCount)
    } else {
      let totals = try totals()
      let data = info.isAllAudio ? try dataByteCount() : totals.byteCount
      (frames, bytes) = (Double(totals.frameCount), Double(data))
    }
    guard frames > 0 else { return 0 }
    let rate = bytes * 8 * info.format.sampleRate / frames
    return rate < 1e15 ? Int(rate.rounded()) : 0
  }

  /// Bytes of audio: those of the packets where a table or the reader says what each has and other things may lie between
  /// them; else those of the data.
  package func audioByteCount() throws(PacketError) -> UInt64 {
    try scanForConstant()
    let isMixed = hasTable || !table.marks.isEmpty && !info.isAllAudio
    return isMixed ? try totals().byteCount : try dataByteCount()
  }

  /// Whether nothing follows the audio data but a byte that makes its length even.
  package func endsWithAudio() throws(PacketError) -> Bool {
    let end = info.dataOffset &+ (try dataByteCount())
    guard let size = source.byteCount else { return true }
    return size <= end &+ (end & 1)
  }
}

// MARK: - Totals

extension PacketFile {
  /// Bytes through which one walks for an exact answer where an estimate would do.
  private static let shortWalk: UInt64 = 4 << 20
  /// Bytes of packets at the start whose average, with that of the last ones, stands for all.
  private static let sampleByteCount: UInt64 = 24 << 10

  /// What all packets have together; reads to the end of constant packets at most: what follows them are tags.
  private func totals() throws(PacketError) -> PacketTotals {
    try scan { _ in self.constantData != nil || self.wholeTable != nil }
    if wholeTable != nil { try scanBehindTable() }
    if let wholeTable, !pull.isProvisional, wholeTable.endOffset <= source.byteCount ?? .max {
      return PacketTotals(of: wholeTable)
    }
    try scan { _ in self.constantData != nil }
    hasCounted = true
    return PacketTotals(of: table)
  }

  /// Looks whether the packets are constant, or in a table, where the header does not say that they are neither.
  private func scanForConstant() throws(PacketError) {
    guard !info.isAllAudio || info.tail == nil else { return }
    try scan { $0.packetCount > 0 || self.constantData != nil || self.wholeTable != nil }
  }

  /// Where the packets end, where that can be told without all of them.
  private func lookAtEnd() throws(PacketError) -> FileEnding? {
    if case .notYet = ending {
      ending = .nothing
      if !pull.hasEnded, !pull.isProvisional, let size = source.byteCount,
        let found = try FileEnding.find(in: source, size, reader: pull.reader, info)
      {
        ending = .found(found)
        info.tags.fill(from: found.tags)
        info.trim = found.trim ?? info.trim
      }
    }
    guard case .found(let found) = ending, !pull.hasEnded, !pull.isProvisional else { return nil }
    return found
  }

  /// Frames of all packets by the header, where the file ends where the header says it does.
  private func trustedFrameCount() throws(PacketError) -> UInt64? {
    guard let ending = try lookAtEnd(), let size = source.byteCount else { return nil }
    if let bytes = info.statedDataByteCount {
      guard info.dataOffset.clampedAdding(bytes) == ending.dataEnd else { return nil }
    } else if ending.tags.isEmpty, ending.dataEnd != size {
      return nil
    }
    let length = UInt64(max(info.format.framesPerPacket, 0))
    if let packets = info.statedPacketCount, length > 0, info.format.formatID != .flac {
      let (frames, overflow) = packets.multipliedReportingOverflow(by: length)
      return overflow ? nil : frames
    }
    guard let trim = info.trim, trim.validFrames > 0 else { return nil }
    return trim.validFrames.clampedAdding(UInt64(max(trim.primingFrames, 0)))
      .clampedAdding(UInt64(max(trim.remainderFrames, 0)))
  }

  /// Frames and bytes of all packets, where those that are not known would take long to find.
  private func estimate() throws(PacketError) -> (frameCount: Double, byteCount: Double)? {
    guard let ending = try lookAtEnd() else { return nil }
    let data = Double(ending.dataEnd - min(info.dataOffset, ending.dataEnd))
    if info.isAllAudio, let stated = try trustedFrameCount() { return (Double(stated), data) }
    try scan { $0.byteCount >= Self.sampleByteCount }
    guard ending.dataEnd > table.endOffset.clampedAdding(Self.shortWalk) else { return nil }
    let last = ending.sample
    let known = Double(table.endOffset - min(info.dataOffset, table.endOffset)) + Double(last.span)
    guard known > 0 else { return nil }
    let bytes = Double(table.byteCount + last.byteCount) * data / known
    if let stated = try trustedFrameCount() { return (Double(stated), bytes) }
    return (Double(table.frameCount + last.frameCount) * data / known, bytes)
  }
}
