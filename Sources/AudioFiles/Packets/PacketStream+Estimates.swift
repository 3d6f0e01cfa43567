internal import AudioContainers
internal import AudioModel

/// What can be said of places in a stream that have not come by.
extension PacketStream {
  /// A number, and how good it is.
  package struct Estimate: Equatable, Sendable {
    package var value: UInt64
    package var isExact: Bool
  }

  /// Bytes of a packet on average: those that came by, else as the header states.
  ///
  /// - Returns: `nil` while nothing is known.
  package var averagePacketSize: Double? {
    guard let info else { return nil }
    if info.format.hasConstantPackets { return Double(info.format.bytesPerPacket) }
    if packetCount > 0 { return Double(packetByteCount) / Double(packetCount) }
    guard let count = info.statedPacketCount, count > 0, let bytes = info.statedDataByteCount
    else { return nil }
    return Double(bytes) / Double(count)
  }

  /// Bits a second: as stated, else those of the packets that came by.
  ///
  /// - Returns: `nil` while nothing is known.
  package var bitRate: Int? {
    guard let info else { return nil }
    if let stated = info.statedBitRate, stated > 0 { return stated }
    guard frameCount > 0 else { return nil }
    let rate = Double(packetByteCount) * 8 * info.format.sampleRate / Double(frameCount)
    return rate < 1e15 ? Int(rate.rounded()) : nil
  }

  /// Bytes from ``ContainerInfo/dataOffset`` to a packet.
  ///
  /// Exact for constant packets, and where the file names the place. Otherwise by the header's seek table, by the average that the header
  /// states, or by the average of the packets that came by.
  ///
  /// - Returns: `nil` while nothing is known.
  package func byteOffset(ofPacket index: UInt64) -> Estimate? {
    guard let info else { return nil }
    if info.format.hasConstantPackets {
      let (bytes, overflow) = index.multipliedReportingOverflow(
        by: UInt64(info.format.bytesPerPacket))
      return overflow ? nil : Estimate(value: bytes, isExact: true)
    }
    if let packet = fileTable?.packet(at: index) {
      let bytes = packet.offset - min(info.dataOffset, packet.offset)
      return Estimate(value: bytes, isExact: true)
    }
    guard index > 0 else { return Estimate(value: 0, isExact: true) }
    if let place = Self.place(ofPacket: index, in: info) { return place }
    if let bytes = info.statedDataByteCount, let count = info.statedPacketCount, count > 0 {
      let part = min(Double(index) / Double(count), 1)
      return Self.estimate(Self.fraction(at: part, in: info.seekTable) * Double(bytes))
    }
    guard packetCount > 0 else { return nil }
    return Self.estimate(Double(index) * Double(coveredByteCount) / Double(packetCount))
  }

  /// The place of a packet by those that the file names: between two of them as far as its frames are, behind the last
  /// by the average before it.
  private static func place(ofPacket index: UInt64, in info: ContainerInfo) -> Estimate? {
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
    if low > 0, before.frame == frame { return Estimate(value: before.byteOffset, isExact: true) }
    guard low == info.seekPoints.count else {
      let behind = info.seekPoints[low]
      let part = Double(frame - before.frame) / Double(behind.frame - before.frame)
      let bytes = Double(behind.byteOffset - before.byteOffset)
      return estimate(Double(before.byteOffset) + part * bytes)
    }
    guard last.frame > 0 else { return nil }
    return estimate(Double(frame) * Double(last.byteOffset) / Double(last.frame))
  }

  /// The packet that holds a byte, counted from ``ContainerInfo/dataOffset``, and the bytes of it before that.
  ///
  /// - Returns: `nil` while nothing is known.
  package func packet(holdingByte byte: UInt64) -> (index: Estimate, byteOffset: UInt64)? {
    guard let info else { return nil }
    if info.format.hasConstantPackets {
      let size = UInt64(info.format.bytesPerPacket)
      return (Estimate(value: byte / size, isExact: true), byte % size)
    }
    guard let size = averagePacketSpan, size > 0 else { return nil }
    return Self.estimate(Double(byte) / size).map { ($0, 0) }
  }

  /// Bytes from packet to packet on average.
  private var averagePacketSpan: Double? {
    if let bytes = info?.statedDataByteCount, let count = info?.statedPacketCount, count > 0 {
      return Double(bytes) / Double(count)
    }
    return packetCount > 0 ? Double(coveredByteCount) / Double(packetCount) : nil
  }

  private static func estimate(_ value: Double) -> Estimate? {
    value >= 0 && value < 9e18 ? Estimate(value: UInt64(value), isExact: false) : nil
  }

  /// Where in the bytes a part of the time is, both from 0 to 1.
  ///
  /// Source: "Xing VBR header", whose table has the place of each hundredth in 256ths.
  private static func fraction(at part: Double, in table: [UInt8]) -> Double {
    guard table.count >= 2 else { return part }
    let place = part * Double(table.count)
    let index = min(Int(place), table.count - 1)
    let before = Double(table[index])
    let behind = index + 1 < table.count ? Double(table[index + 1]) : 256
    return (before + (behind - before) * min(place - Double(index), 1)) / 256
  }
}
