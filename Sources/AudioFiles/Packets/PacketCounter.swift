internal import AudioContainers
internal import AudioModel
internal import AudioTransport

/// Counts the packets of a file, or estimates their totals from both ends of the file.
final class PacketCounter {
  /// Whether the packets have been counted to the end.
  private(set) var hasCounted = false
  /// Maximum file size, in bytes, for counting packets when an estimate is acceptable.
  var walkLimit: UInt64 = 64 << 20

  private let scanner: PacketScanner
  /// The result of examining the last bytes of the file.
  private var ending = FileEnding.Look.notYet

  init(_ scanner: PacketScanner) {
    self.scanner = scanner
  }

  /// Bytes of the audio data.
  ///
  /// The data extends from ``ContainerInfo/dataOffset`` to the end of the last packet, or of the
  /// data of constant packets.
  func dataByteCount() throws(PacketError) -> UInt64 {
    try scanForConstant()
    let end: UInt64 =
      if let data = scanner.constantData { data.upperBound } else if let ending = try lookAtEnd() {
        ending.dataEnd
      } else { try totals().endOffset }
    return end > scanner.info.dataOffset ? end - scanner.info.dataOffset : 0
  }

  /// Reads the tags, markers, and regions around the audio.
  func readSurroundings() throws(PacketError) {
    guard try lookAtEnd() == nil else { return }
    try scanner.scan { $0.wholeTable != nil }
    try scanner.scanAfterTable()
  }

  // MARK: Totals

  /// Bytes of leading packets that, together with the last packets, represent all packets.
  private static let sampleByteCount: UInt64 = 24 << 10

  /// Totals over all packets.
  ///
  /// Reads at most to the end of constant packets, because only tags follow them.
  func totals() throws(PacketError) -> PacketTotals {
    try scanner.scan { $0.constantData != nil || $0.wholeTable != nil }
    if scanner.wholeTable != nil { try scanner.scanAfterTable() }
    if let table = scanner.wholeTable, !scanner.pull.isProvisional,
      table.endOffset <= scanner.sourceByteCount ?? .max
    {
      return PacketTotals(of: table)
    }
    try scanner.scan { $0.constantData != nil }
    hasCounted = true
    return PacketTotals(of: scanner.table)
  }

  /// Checks whether the packets are constant or in a table, unless the header rules out both.
  func scanForConstant() throws(PacketError) {
    guard !scanner.info.isAllAudio || scanner.info.tail == nil else { return }
    try scanner.scan {
      $0.table.packetCount > 0 || $0.constantData != nil || $0.wholeTable != nil
    }
  }

  /// The end of the packets, if it can be found without reading all of them.
  func lookAtEnd() throws(PacketError) -> FileEnding? {
    if case .notYet = ending {
      ending = .nothing
      let pull = scanner.pull
      if scanner.links.isEmpty, !pull.hasEnded, !pull.isProvisional,
        let size = scanner.sourceByteCount,
        let found = try FileEnding.find(
          in: scanner.bytes.source, size, reader: pull.reader, scanner.info)
      {
        ending = .found(found)
        scanner.info.tags.fill(from: found.tags)
        scanner.info.trim = found.trim ?? scanner.info.trim
      }
    }
    guard case .found(let found) = ending, !scanner.pull.hasEnded, !scanner.pull.isProvisional
    else { return nil }
    return found
  }

  /// Frames of all packets according to the header, if the header is plausible.
  ///
  /// The file must end at the position that the header states. The resulting average packet size
  /// must resemble that of the sample.
  private func statedFrameCount(sample: (frames: UInt64, bytes: UInt64)) throws(PacketError)
    -> UInt64?
  {
    guard let ending = try lookAtEnd(), let size = scanner.sourceByteCount else { return nil }
    if let bytes = scanner.info.statedDataByteCount {
      guard scanner.info.dataOffset.clampedAdding(bytes) == ending.dataEnd else { return nil }
    } else if ending.tags.isEmpty, ending.dataEnd != size {
      return nil
    }
    guard let frames = headerFrameCount, sample.frames > 0, frames > 0 else { return nil }
    let data = Double(ending.dataEnd - min(scanner.info.dataOffset, ending.dataEnd))
    let quotient = data / Double(frames) / (Double(sample.bytes) / Double(sample.frames))
    return (1 / Self.widestSpread...Self.widestSpread).contains(quotient) ? frames : nil
  }

  /// The maximum ratio of the average packet size to that of the sample, in both directions.
  private static let widestSpread = 4.0

  /// Frames of all packets according to the header alone.
  var headerFrameCount: UInt64? {
    let length = UInt64(max(scanner.info.format.framesPerPacket, 0))
    if let packets = scanner.info.statedPacketCount, length > 0,
      scanner.info.format.formatID != .flac
    {
      let (frames, overflow) = packets.multipliedReportingOverflow(by: length)
      return overflow ? nil : frames
    }
    guard let trim = scanner.info.trim, trim.validFrames > 0 else { return nil }
    return trim.validFrames.clampedAdding(UInt64(max(trim.primingFrames, 0)))
      .clampedAdding(UInt64(max(trim.remainderFrames, 0)))
  }

  /// An estimate of the frames and bytes of all packets, if counting them would take long.
  func estimate() throws(PacketError) -> (frameCount: Double, byteCount: Double)? {
    guard !hasCounted, let ending = try lookAtEnd() else { return nil }
    let data = Double(ending.dataEnd - min(scanner.info.dataOffset, ending.dataEnd))
    try scanner.scan { $0.table.byteCount >= Self.sampleByteCount }
    guard ending.dataEnd > scanner.table.endOffset.clampedAdding(walkLimit) else { return nil }
    let table = scanner.table
    let last = ending.sample
    let sample = (
      frames: table.frameCount + last.frameCount, bytes: table.byteCount + last.byteCount
    )
    let stated = try statedFrameCount(sample: sample)
    if scanner.info.isAllAudio, let stated { return (Double(stated), data) }
    let known =
      Double(table.endOffset - min(scanner.info.dataOffset, table.endOffset)) + Double(last.span)
    guard known > 0 else { return nil }
    let bytes = Double(sample.bytes) * data / known
    return (stated.map { Double($0) } ?? Double(sample.frames) * data / known, bytes)
  }
}
