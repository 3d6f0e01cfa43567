import AudioModel
import AudioSyntax

/// Linear PCM, whose packets all have one size.
extension MP4Writer {
  /// Adds bytes of packets, which need not be complete.
  mutating func append(
    constant bytes: Span<UInt8>, _ edits: inout FileEdits
  ) throws(ContainerWriteError) {
    guard bytes.count > 0 else { return }
    if let plan = content.fragments {
      if !fragments.hasBegun { fragments.begin(try fragmentedMovie(), content, nil, &edits) }
      fragments.append(constant: bytes, plan, &edits)
      return table.append(constant: bytes.count)
    }
    let before = table.packetCount
    let width = UInt64(table.constantByteCount)
    let added = (table.byteCount % width + UInt64(bytes.count)) / width
    try makeRoom(for: Int(clamping: added), byteCount: UInt64(bytes.count), &edits)
    edits.write(lent: 0..<bytes.count, at: dataEnd)
    table.append(constant: bytes.count)
    if table.packetCount > before { tell(of: before, sizes: [], &edits) }
  }
}

extension StreamFormat {
  /// Bytes of a packet of linear PCM; 0 for other formats.
  var constantByteCount: Int { formatID == .linearPCM ? max(0, bytesPerPacket) : 0 }
}
