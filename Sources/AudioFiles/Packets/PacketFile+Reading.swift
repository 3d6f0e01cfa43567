package import AudioContainers
package import AudioModel
internal import AudioTransport

/// Reading packets and bytes.
extension PacketFile {
  /// Reads whole packets into contiguous memory.
  ///
  /// - Parameters:
  ///   - first: The index of the first packet.
  ///   - limit: The maximum number of packets.
  ///   - ofAnyFormat: Whether to return packets that the first packets' decoder cannot decode.
  ///     Otherwise, a link of a chain with such packets is an error.
  ///   - buffer: Receives the packets that fit.
  ///   - descriptions: Receives the packets, with offsets from the start of `buffer`, unless the
  ///     packets are constant. It is not cleared first.
  /// - Returns: The packets that were read.
  /// - Throws: ``PacketError`` if not even one packet can be read.
  package func read(
    from first: UInt64, limit: Int, ofAnyFormat: Bool = false,
    into buffer: inout MutableSpan<UInt8>, describing descriptions: inout [Packet]
  ) throws(PacketError) -> PacketReading {
    try PacketCopier(scanner: scanner).read(
      from: first, limit: limit, ofAnyFormat: ofAnyFormat, into: &buffer,
      describing: &descriptions)
  }

  /// Reads bytes of the audio data.
  ///
  /// - Parameters:
  ///   - start: Bytes from ``ContainerInfo/dataOffset``.
  ///   - buffer: Receives the bytes.
  /// - Returns: The number of bytes read, which is less than the size of the buffer only at the
  ///   end.
  /// - Throws: ``PacketError`` of the source.
  package func readBytes(
    from start: UInt64, into buffer: inout MutableSpan<UInt8>
  ) throws(PacketError) -> Int {
    let total = try dataByteCount()
    guard start < total else { return 0 }
    let count = Int(min(UInt64(buffer.count), total - start))
    return try scanner.bytes.readWhole(at: info.dataOffset &+ start, count: count, into: &buffer)
  }

  /// Reads bytes of the file, which need not be audio.
  ///
  /// - Parameters:
  ///   - extent: The position of the bytes.
  ///   - start: The number of bytes to skip at the start of the extent.
  ///   - buffer: Receives the bytes.
  /// - Returns: The number of bytes read. It is less than the buffer's size only at the end of the
  ///   extent or file.
  /// - Throws: ``PacketError`` of the source.
  package func readBytes(
    of extent: FileExtent, from start: UInt64, into buffer: inout MutableSpan<UInt8>
  ) throws(PacketError) -> Int {
    let total = byteCount(of: extent)
    guard start < total else { return 0 }
    let count = Int(min(UInt64(buffer.count), total - start))
    return try scanner.bytes.readWhole(at: extent.offset &+ start, count: count, into: &buffer)
  }

  /// Reads a whole extent, or its part before the end of the file.
  ///
  /// Memory grows with the bytes received, not with the stated size.
  package func bytes(of extent: FileExtent) throws(PacketError) -> [UInt8] {
    var bytes: [UInt8] = []
    let total = byteCount(of: extent)
    while UInt64(bytes.count) < total {
      let count = Int(min(total - UInt64(bytes.count), 1 << 18))
      var piece = [UInt8](repeating: 0, count: count)
      var span = piece.mutableSpan
      let read = try readBytes(of: extent, from: UInt64(bytes.count), into: &span)
      bytes += piece[..<read]
      if read < count { break }
    }
    return bytes
  }

  /// Bytes of an extent that lie within the file, if the file's size is known.
  package func byteCount(of extent: FileExtent) -> UInt64 {
    let left =
      (scanner.sourceByteCount ?? .max) - min(extent.offset, scanner.sourceByteCount ?? .max)
    return min(extent.byteCount, left)
  }
}
