internal import AudioContainers
package import AudioModel
internal import AudioTransport

/// What can be said of all packets together.
extension PacketFile {
  /// Packets in all.
  package func packetCount() throws(PacketError) -> UInt64 { try totals().packetCount }

  /// Frames in all packets, with priming and remainder, at the file's rate.
  package func frameCount() throws(PacketError) -> UInt64 {
    let total = try totals().frameCount
    return links.isEmpty ? total : try chainedFrameCount()
  }

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
  /// The packets are counted: what a header states of their number is no length. If the sum agrees with the header, the header
  /// counts as it is. A file that was cut lacks the remainder first. In a file with more packets than stated, or with
  /// all stated bytes but another number of packets, the header's priming and remainder stand, and all else is valid.
  /// Of a chain, the remainder has all frames that are not heard, but for the first link's priming.
  ///
  /// - Returns: `nil` where the header states neither priming nor remainder.
  /// - Throws: ``PacketError`` of the source.
  package func frameTrim() throws(PacketError) -> FrameTrim? {
    try lookForTrim()
    guard info.trim != nil else { return nil }
    let total = try frameCount()
    guard links.isEmpty else { return try chainedTrim() }
    // What stood behind the audio may have told more by now.
    guard let stated = info.trim else { return nil }
    let fitted = stated.fitted(to: total, isCut: !holdsStatedBytes)
    guard stated.remainderFrames <= 0 else { return fitted }
    let rest = total - UInt64(fitted.primingFrames)
    let audible = min(fitted.validFrames, rest - min(try shortfall(), rest))
    return FrameTrim(
      primingFrames: fitted.primingFrames, validFrames: audible,
      remainderFrames: Int(rest - audible))
  }

  /// Whether a stream of frames, with all frames counted, ends where its header says that it does.
  private var holdsStatedBytes: Bool {
    guard info.tail != nil, hasCounted, let bytes = info.statedDataByteCount else { return false }
    return info.dataOffset.clampedAdding(bytes) == table.endOffset
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
    return try frameCount() - shortfall()
  }

  /// Seconds of the recording: exact if the packets have been counted, or are quickly counted.
  ///
  /// For a file that is larger than
  /// ``walkLimit``, by what the header states, or by the average of some packets.
  package func duration() throws(PacketError) -> Double {
    let rate = info.format.sampleRate
    guard rate > 0 else { return 0 }
    if let indexed = indexedFrameCount { return Double(indexed) / rate }
    guard let estimate = try estimate() else { return Double(try recordingFrameCount()) / rate }
    let others = Double(info.trim?.primingFrames ?? 0) + Double(info.trim?.remainderFrames ?? 0)
    return max(estimate.frameCount - others, 0) / rate
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
      (frames, bytes) = (Double(try frameCount()), Double(data))
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
      if links.isEmpty, !pull.hasEnded, !pull.isProvisional, let size = source.byteCount,
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

  /// Frames of all packets by the header, if the file ends where the header says that it does, and if packets of the
  /// average size that follows look like some of the packets.
  private func statedFrameCount(sample: (frames: UInt64, bytes: UInt64)) throws(PacketError)
    -> UInt64?
  {
    guard let ending = try lookAtEnd(), let size = source.byteCount else { return nil }
    if let bytes = info.statedDataByteCount {
      guard info.dataOffset.clampedAdding(bytes) == ending.dataEnd else { return nil }
    } else if ending.tags.isEmpty, ending.dataEnd != size {
      return nil
    }
    guard let frames = headerFrameCount, sample.frames > 0, frames > 0 else { return nil }
    let data = Double(ending.dataEnd - min(info.dataOffset, ending.dataEnd))
    let quotient = data / Double(frames) / (Double(sample.bytes) / Double(sample.frames))
    return (1 / Self.widestSpread...Self.widestSpread).contains(quotient) ? frames : nil
  }

  /// How many times as large as some packets all may be on average.
  private static let widestSpread = 4.0

  /// Frames of all packets by the header alone.
  private var headerFrameCount: UInt64? {
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
    guard !hasCounted, let ending = try lookAtEnd() else { return nil }
    let data = Double(ending.dataEnd - min(info.dataOffset, ending.dataEnd))
    try scan { $0.byteCount >= Self.sampleByteCount }
    guard ending.dataEnd > table.endOffset.clampedAdding(walkLimit) else { return nil }
    let last = ending.sample
    let sample = (
      frames: table.frameCount + last.frameCount, bytes: table.byteCount + last.byteCount
    )
    let stated = try statedFrameCount(sample: sample)
    if info.isAllAudio, let stated { return (Double(stated), data) }
    let known = Double(table.endOffset - min(info.dataOffset, table.endOffset)) + Double(last.span)
    guard known > 0 else { return nil }
    let bytes = Double(sample.bytes) * data / known
    return (stated.map { Double($0) } ?? Double(sample.frames) * data / known, bytes)
  }
}
