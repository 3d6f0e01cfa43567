import AudioModel
import AudioSyntax

/// Support for packets of varying size or length.
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
    // Write the counts last, because they add the packets to the file.
    edits.write(added.header(nil), at: place.headerOffset)
    table = added
  }

  /// Writes an empty packet table directly after the header of the audio chunk.
  ///
  /// It joins the edit before it, so that one write makes a valid new file.
  mutating func placeEmptyTable(_ edits: inout FileEdits) {
    let new = CAFTablePlace(offset: file.dataOffset, byteCount: table.byteCount)
    let header = file.syntax.header(.cafPacketTable, byteCount: UInt64(new.byteCount))
    edits.write(header + table.body(nil), at: new.offset)
    edits.end = new.end
    place = new
  }

  /// Writes the table with room to grow, after spare room for audio, and then assigns that room to
  /// the audio.
  ///
  /// - Parameters:
  ///   - audioEnd: The planned end of the audio.
  ///   - entryByteCount: The planned size of the table's entries in bytes.
  ///   - edits: Receives the bytes.
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
    // One write covers a filler chunk over the room and the current table.
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
    // A table before the audio had the same contents until now; it becomes filler.
    if let front = file.placed.offset(of: .cafPacketTable) {
      edits.write(.big(file.syntax.filler.rawValue), at: front)
      file.forget(.cafPacketTable)
    }
    place = new
  }

  /// Bytes of the entries for the duration that the client reserves, up to a million packets.
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
    // First fill the audio's spare room, with a filler chunk over the rest. Then shrink the audio.
    let filler = file.syntax.header(file.syntax.filler, byteCount: room)
    edits.write(tail + filler, at: file.dataEnd)
    writeDataSize(file.dataByteCount, &edits)
    file.settle(chunks, trailerByteCount: tail.count, &edits)
    place = nil
  }
}
