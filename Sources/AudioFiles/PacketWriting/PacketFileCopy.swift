internal import AudioModel

/// Copies packets of a file to a new writer.
package struct PacketFileCopy {
  private let old: PacketFile
  private let writer: PacketFileWriter
  /// The packets; `nil` for all.
  private let range: Range<UInt64>?
  /// Called after each batch with the number of packets copied; returns whether to continue.
  private let proceed: (UInt64) -> Bool

  package init(
    of old: PacketFile, to writer: PacketFileWriter, packets range: Range<UInt64>? = nil,
    proceed: @escaping (UInt64) -> Bool = { _ in true }
  ) {
    self.old = old
    self.writer = writer
    self.range = range
    self.proceed = proceed
  }

  /// Bytes per copy, unless packets are longer.
  private static let batchByteCount = 1 << 20
  /// Packets per copy.
  private static let batchLength = 1 << 16

  /// Adds the packets, until there are no more, or the client does not continue.
  package func run() throws(PacketWriteError) {
    guard !writer.hasConstantPackets else { return try copyBytes() }
    let largest: Int
    do {
      largest = try old.maximumPacketSize()
    } catch {
      throw .reading(error)
    }
    var buffer = [UInt8](repeating: 0, count: max(Self.batchByteCount, largest))
    while proceed(writer.packetCount) {
      var packets: [Packet] = []
      let reading: PacketReading
      do {
        reading = try read(into: &buffer, &packets)
      } catch {
        throw .reading(error)
      }
      guard reading.packetCount > 0 else { return }
      let bytes = buffer.span.extracting(0..<reading.byteCount)
      let outcome = writer.write(bytes, packets, count: reading.packetCount, at: writer.packetCount)
      if let error = outcome.error { throw error }
    }
  }

  /// Adds all bytes of audio, including those of a partial packet.
  private func copyBytes() throws(PacketWriteError) {
    var buffer = [UInt8](repeating: 0, count: Self.batchByteCount)
    let size = UInt64(writer.bytesPerPacket)
    let bytes = range.map { $0.lowerBound * size..<$0.upperBound * size }
    while proceed(writer.packetCount) {
      let count: Int
      do {
        let start = (bytes?.lowerBound ?? 0) + writer.constantByteCount
        count = min(
          try read(from: start, into: &buffer),
          bytes.map { Int(clamping: $0.upperBound - min(start, $0.upperBound)) } ?? .max)
      } catch {
        throw .reading(error)
      }
      guard count > 0 else { return }
      let outcome = writer.writeBytes(
        buffer.span.extracting(0..<count), at: writer.constantByteCount)
      if let error = outcome.error { throw error }
    }
  }

  private func read(
    from start: UInt64, into buffer: inout [UInt8]
  ) throws(PacketError) -> Int {
    var space = buffer.mutableSpan
    return try old.readBytes(from: start, into: &space)
  }

  private func read(
    into buffer: inout [UInt8], _ packets: inout [Packet]
  ) throws(PacketError) -> PacketReading {
    let first = (range?.lowerBound ?? 0) + writer.packetCount
    let left = range.map { Int(clamping: $0.upperBound - min(first, $0.upperBound)) } ?? .max
    var space = buffer.mutableSpan
    return try old.read(
      from: first, limit: min(Self.batchLength, left), into: &space, describing: &packets)
  }
}
