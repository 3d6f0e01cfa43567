import AudioModel

/// Packets that differ.
extension CAFWriter {
  mutating func appendVarying(
    _ packets: [Packet], placed: inout [Packet], _ edits: inout FileEdits
  ) throws(ContainerWriteError) {
    guard !packets.isEmpty else { return }
    var added = table
    added.append(packets)
    let byteCount = packets.reduce(0) { $0 &+ UInt64($1.byteCount) }
    let end = file.dataEnd &+ byteCount
    if place.map({ end > $0.offset || added.byteCount > $0.byteCount }) ?? true {
      makePlace(behind: end, for: added.entries.count, &edits)
    }
    guard let place else { return }
    file.reopen(&edits)
    edits.end = nil
    for packet in packets {
      let start = Int(packet.offset)
      edits.write(lent: start..<start + Int(packet.byteCount), at: file.dataEnd)
      var here = packet
      here.offset = file.dataEnd
      placed.append(here)
      file.dataByteCount &+= UInt64(packet.byteCount)
    }
    edits.write(
      Array(added.entries[table.entries.count...]),
      at: place.entriesOffset &+ UInt64(table.entries.count))
    // The counts come last: only now do the packets belong to the file.
    edits.write(added.header(nil), at: place.headerOffset)
    table = added
  }

  /// Writes a table of no packets right behind the audio's header: in one piece with what stands in front of it, so that a file which is
  /// begun is whole.
  mutating func placeEmptyTable(_ edits: inout FileEdits) {
    let new = CAFTablePlace(offset: file.dataOffset, byteCount: table.byteCount)
    let header = file.syntax.header(.cafPacketTable, byteCount: UInt64(new.byteCount))
    edits.write(header + table.body(nil), at: new.offset)
    edits.end = new.end
    place = new
  }

  /// Writes the table with room to grow where it leaves room for audio, and then gives that room to the audio.
  ///
  /// - Parameters:
  ///   - audioEnd: Where the audio is going to end.
  ///   - entryByteCount: Bytes of the entries that the table is going to have.
  ///   - edits: Takes the bytes.
  mutating func makePlace(
    behind audioEnd: UInt64, for entryByteCount: Int, _ edits: inout FileEdits
  ) {
    let filler = UInt64(CAFChunk.headerByteCount)
    let fileEnd = place?.end ?? file.end
    let room = max(Self.leastRoom, 4 * UInt64(entryByteCount))
    let new = CAFTablePlace(
      offset: max(audioEnd &+ room, fileEnd &+ filler),
      byteCount: CAFPacketTableWriter.headerByteCount
        + max(4096, 2 * entryByteCount, reservedByteCount))
    // In one piece: a chunk to step over the room, and the table as it is now.
    let gap = Int(new.offset &- fileEnd)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(gap + new.byteCount)
    if fileEnd > file.dataOffset || place != nil {
      bytes += file.syntax.header(file.syntax.filler, byteCount: UInt64(gap) - filler)
    }
    bytes.append(zeros: gap - bytes.count)
    bytes += file.syntax.header(.cafPacketTable, byteCount: UInt64(new.byteCount))
    bytes += table.body(nil)
    bytes.append(zeros: new.byteCount - table.byteCount)
    edits.write(bytes, at: fileEnd)
    writeDataSize(new.offset &- file.dataOffset, &edits)
    // A table in front of the audio tells the same until here.
    if let front = file.placed.offset(of: .cafPacketTable) {
      edits.write(.big(file.syntax.filler.rawValue), at: front)
      file.forget(.cafPacketTable)
    }
    place = new
  }

  /// Bytes of the entries for the time that the client reserves, at most a million packets.
  private var reservedByteCount: Int {
    let frames = Double(max(format.stream.framesPerPacket, 1))
    let packets = content.reservedDuration * format.stream.sampleRate / frames
    return packets > 0 ? Int(min(packets, 1e6)) * 3 : 0
  }

  mutating func finishVarying(_ edits: inout FileEdits) {
    if place == nil {
      guard file.placed.offset(of: .cafPacketTable) == nil else {
        return file.finish(chunks + [tableChunk], &edits)
      }
      makePlace(behind: file.dataEnd, for: table.entries.count, &edits)
    }
    let tail = file.syntax.bytes(of: tableChunk) + file.additionalBytes(chunks)
    let needed = UInt64(tail.count + CAFChunk.headerByteCount)
    if let place, file.dataEnd &+ needed > place.offset {
      makePlace(behind: file.dataEnd &+ needed, for: table.entries.count, &edits)
    }
    guard let room = place.map({ $0.offset &- file.dataEnd &- needed }) else { return }
    // In the audio's spare room first, with a chunk to step over the rest of it; then the audio gives it up.
    let filler = file.syntax.header(file.syntax.filler, byteCount: room)
    edits.write(tail + filler, at: file.dataEnd)
    writeDataSize(file.dataByteCount, &edits)
    file.settle(chunks, trailerByteCount: tail.count, &edits)
    place = nil
  }
}
