internal import AudioContainers
internal import AudioModel
internal import AudioTransport

extension PacketFile {
  /// A length that is known early.
  package struct EarlyLength: Equatable, Sendable {
    package var seconds: Double
    /// Whether the length comes from a table or a size of the file, not from an average.
    package var isExact: Bool

    package init(seconds: Double, isExact: Bool) {
      self.seconds = seconds
      self.isExact = isExact
    }
  }
}

extension PacketFile.EarlyLength {
  /// Bytes of the first packets that an estimate uses.
  private static let sampleByteCount: UInt64 = 4 << 10

  /// Finds the length as far as the header and the first packets of a file state it.
  ///
  /// - Returns: `nil` for a stream whose size is unknown.
  /// - Throws: ``PacketError`` of the source.
  static func find(in file: PacketFile) throws(PacketError) -> Self? {
    let scanner = file.scanner
    try scanner.scan {
      $0.table.byteCount >= Self.sampleByteCount || $0.constantData != nil || wholeTable($0) != nil
    }
    let (table, info) = (scanner.table, file.info)
    let rate = info.format.sampleRate
    guard rate > 0, let size = scanner.sourceByteCount else { return nil }
    if let indexed = file.indexedFrameCount {
      return Self(seconds: Double(indexed) / rate, isExact: true)
    }
    if let whole = wholeTable(scanner) {
      return Self(PacketTotals(of: whole).frameCount, of: info, isExact: true)
    }
    if scanner.constantData != nil { return Self(table.frameCount, of: info, isExact: true) }
    if let stated = file.counter.headerFrameCount, isPlausible(size, info) {
      return Self(stated, of: info, isExact: true)
    }
    let bytes = table.endOffset - min(info.dataOffset, table.endOffset)
    guard bytes > 0 else { return nil }
    let total = Double(size - min(info.dataOffset, size)) / Double(bytes) * Double(table.frameCount)
    return Self(UInt64(min(total, 1e15)), of: info, isExact: false)
  }

  /// The table of all packets; `nil` if fragments with more packets may follow it.
  private static func wholeTable(_ scanner: PacketScanner) -> (any PacketTable)? {
    scanner.info.fragments == .impossible ? scanner.wholeTable : nil
  }

  /// Whether the stated size of the data is about that of the file.
  private static func isPlausible(_ size: UInt64, _ info: ContainerInfo) -> Bool {
    guard let stated = info.statedDataByteCount else { return true }
    let end = info.dataOffset.clampedAdding(stated)
    // Tags may follow the data.
    return end <= size && size - end <= max(256 << 10, size / 16)
  }

  private init(_ frameCount: UInt64, of info: ContainerInfo, isExact: Bool) {
    let trim = info.trim?.fitted(to: frameCount, isCut: false)
    let frames = trim?.validFrames ?? frameCount
    self.init(seconds: Double(frames) / info.format.sampleRate, isExact: isExact)
  }
}
