internal import AudioContainers
internal import AudioModel

/// A number, and whether it is exact.
package struct PacketEstimate: Equatable, Sendable {
  package var value: UInt64
  package var isExact: Bool

  package init(value: UInt64, isExact: Bool) {
    self.value = value
    self.isExact = isExact
  }
}

/// Estimates for positions that a stream has not reached.
package struct PacketEstimates: Sendable {
  let info: ContainerInfo?
  /// The packets so far.
  let totals: StreamTotals
  /// The file's own table, if it has one.
  let fileTable: FileTable?

  /// Average bytes per packet: of the packets so far, or as the header states.
  ///
  /// - Returns: `nil` while the average is unknown.
  package var averagePacketSize: Double? {
    guard let info else { return nil }
    if info.format.hasConstantPackets { return Double(info.format.bytesPerPacket) }
    if totals.packetCount > 0 { return Double(totals.packetByteCount) / Double(totals.packetCount) }
    guard let count = info.statedPacketCount, count > 0, let bytes = info.statedDataByteCount
    else { return nil }
    return Double(bytes) / Double(count)
  }

  /// Bits per second: as stated, or the average of the packets so far.
  ///
  /// - Returns: `nil` while the rate is unknown.
  package var bitRate: Int? {
    guard let info else { return nil }
    if let stated = info.statedBitRate, stated > 0 { return stated }
    guard totals.frameCount > 0 else { return nil }
    let rate =
      Double(totals.packetByteCount) * 8 * info.format.sampleRate / Double(totals.frameCount)
    return rate < 1e15 ? Int(rate.rounded()) : nil
  }

  /// Bytes from ``ContainerInfo/dataOffset`` to a packet.
  ///
  /// The result is exact for constant packets, and if the file states the position. Otherwise, it
  /// derives from the header's seek table, the header's average, or the average of the packets so
  /// far.
  ///
  /// - Returns: `nil` while the position is unknown.
  package func byteOffset(ofPacket index: UInt64) -> PacketEstimate? {
    guard let info else { return nil }
    if info.format.hasConstantPackets {
      let (bytes, overflow) = index.multipliedReportingOverflow(
        by: UInt64(info.format.bytesPerPacket))
      return overflow ? nil : PacketEstimate(value: bytes, isExact: true)
    }
    if let packet = fileTable?.packet(at: index) {
      let bytes = packet.offset - min(info.dataOffset, packet.offset)
      return PacketEstimate(value: bytes, isExact: true)
    }
    guard index > 0 else { return PacketEstimate(value: 0, isExact: true) }
    if let place = Self.place(ofPacket: index, in: info) { return place }
    if let bytes = info.statedDataByteCount, let count = info.statedPacketCount, count > 0 {
      let part = min(Double(index) / Double(count), 1)
      return Self.estimate(Self.fraction(at: part, in: info.seekTable) * Double(bytes))
    }
    guard totals.packetCount > 0 else { return nil }
    return Self.estimate(
      Double(index) * Double(totals.coveredByteCount) / Double(totals.packetCount))
  }

  /// Estimates a packet's position from the file's seek points.
  ///
  /// Between two points, interpolates by frames. After the last point, uses the average before it.
  private static func place(ofPacket index: UInt64, in info: ContainerInfo) -> PacketEstimate? {
    let length = UInt64(max(info.format.framesPerPacket, 0))
    let (frame, overflow) = index.multipliedReportingOverflow(by: length)
    guard length > 0, !overflow, let last = info.seekPoints.last else { return nil }
    var low = 0
    var high = info.seekPoints.count
    while low < high {
      let middle = low + (high - low) / 2
      if info.seekPoints[middle].frame <= frame { low = middle + 1 } else { high = middle }
    }
    let before = low > 0 ? info.seekPoints[low - 1] : SeekPoint(frame: 0, byteOffset: 0)
    if low > 0, before.frame == frame {
      return PacketEstimate(value: before.byteOffset, isExact: true)
    }
    guard low == info.seekPoints.count else {
      let behind = info.seekPoints[low]
      let part = Double(frame - before.frame) / Double(behind.frame - before.frame)
      let bytes = Double(behind.byteOffset - before.byteOffset)
      return estimate(Double(before.byteOffset) + part * bytes)
    }
    guard last.frame > 0 else { return nil }
    return estimate(Double(frame) * Double(last.byteOffset) / Double(last.frame))
  }

  /// Returns the packet that contains a byte, and the offset of that byte in the packet.
  ///
  /// The byte counts from ``ContainerInfo/dataOffset``.
  ///
  /// - Returns: `nil` while the packet is unknown.
  package func packet(holdingByte byte: UInt64) -> (index: PacketEstimate, byteOffset: UInt64)? {
    guard let info else { return nil }
    if info.format.hasConstantPackets {
      let size = UInt64(info.format.bytesPerPacket)
      return (PacketEstimate(value: byte / size, isExact: true), byte % size)
    }
    guard let size = averagePacketSpan, size > 0 else { return nil }
    return Self.estimate(Double(byte) / size).map { ($0, 0) }
  }

  /// Average bytes from the start of one packet to the start of the next.
  private var averagePacketSpan: Double? {
    if let bytes = info?.statedDataByteCount, let count = info?.statedPacketCount, count > 0 {
      return Double(bytes) / Double(count)
    }
    return totals.packetCount > 0
      ? Double(totals.coveredByteCount) / Double(totals.packetCount) : nil
  }

  private static func estimate(_ value: Double) -> PacketEstimate? {
    value >= 0 && value < 9e18 ? PacketEstimate(value: UInt64(value), isExact: false) : nil
  }

  /// Converts a fraction of the time to a fraction of the bytes, both from 0 to 1.
  ///
  /// Source: "Xing VBR header", whose table gives the position of each hundredth in 256ths.
  private static func fraction(at part: Double, in table: [UInt8]) -> Double {
    guard table.count >= 2 else { return part }
    let place = part * Double(table.count)
    let index = min(Int(place), table.count - 1)
    let before = Double(table[index])
    let behind = index + 1 < table.count ? Double(table[index + 1]) : 256
    return (before + (behind - before) * min(place - Double(index), 1)) / 256
  }
}
