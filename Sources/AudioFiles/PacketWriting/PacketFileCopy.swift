internal import AudioModel

/// Copies all packets of a file to a writer.
struct PacketFileCopy {
  private let old: PacketFile
  private let writer: PacketFileWriter

  init(of old: PacketFile, to writer: PacketFileWriter) {
    self.old = old
    self.writer = writer
  }

  /// Bytes per copy, unless packets are longer.
  private static let batchByteCount = 1 << 20
  /// Packets per copy.
  private static let batchLength = 1 << 16

  /// Adds all packets.
  func run() throws(PacketWriteError) {
    guard !writer.hasConstantPackets else { return try copyBytes() }
    let largest: Int
    do {
      largest = try old.maximumPacketSize()
    } catch {
      throw .reading(error)
    }
    var buffer = [UInt8](repeating: 0, count: max(Self.batchByteCount, largest))
    while true {
      var packets: [Packet] = []
      let reading: PacketReading
      do {
        reading = try read(from: writer.packetCount, into: &buffer, &packets)
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
    while true {
      let count: Int
      do {
        count = try read(from: writer.constantByteCount, into: &buffer)
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
    from first: UInt64, into buffer: inout [UInt8], _ packets: inout [Packet]
  ) throws(PacketError) -> PacketReading {
    var space = buffer.mutableSpan
    return try old.read(from: first, limit: Self.batchLength, into: &space, describing: &packets)
  }
}
