import AudioModel
import AudioSyntax

/// The state of the file while packets are added.
///
/// The file is valid before the first packet. It is also valid after each call, with all packets so
/// far. The media data are larger than the packets. A movie follows them, and its table has room to
/// grow. New packets go into the media data's spare room and their sizes into the table. Then the
/// table's counts change, in one write. If the room runs out, the writer first writes a larger
/// movie further on. Then it extends the media data up to that movie. It also reserves room for the
/// finished movie. A full disk is therefore detected when packets arrive, not when the file is
/// finished.
extension MP4Writer {
  /// Minimum and maximum room for packets in bytes after a movie has been placed.
  ///
  /// Writing zeros takes time.
  private static let (leastRoom, mostRoom): (UInt64, UInt64) = (64 << 10, 4 << 20)
  /// Number of additional packets that a movie's table can hold.
  private static let spareCapacity = 1024
  /// Bytes for texts that are set during recording, for edits, and for filler boxes.
  private static let reserve = 8192

  /// Begins the file.
  ///
  /// A movie without packets follows the media data's header. One write covers it and all preceding
  /// bytes, so a newly begun file is valid. The movie is missing if its sample entry requires a
  /// cookie or AC-3's first packet, which is not available yet.
  ///
  /// - Parameters:
  ///   - head: The bytes before the media data.
  ///   - edits: Receives the bytes.
  mutating func begin(_ head: [UInt8], _ edits: inout FileEdits) {
    state = .underWay
    place = nil
    var bytes = head
    if isConfigured, var empty = try? movie(dataOffset: dataOffset, isWide: true) {
      empty.trim = nil
      empty.metadata = metadata(nil)
      empty.simplify()
      bytes += MP4MediaData.header(0) + empty.box
      // Fill the page. A later movie then replaces this one within the page, in a single atomic
      // write.
      let filled = (bytes.count + Self.boxHeaderByteCount + 4095) / 4096 * 4096
      bytes += .box(
        Self.free, [UInt8](repeating: 0, count: filled - bytes.count - Self.boxHeaderByteCount))
      // The table has no room. The first packets cause another movie to be written after it.
      place = MP4MoviePlace(
        offset: dataOffset, byteCount: filled - Int(dataOffset), countsOffset: dataOffset,
        capacity: 0)
    } else {
      bytes += MP4MediaData.header(nil)
    }
    edits.write(bytes, at: 0)
    edits.end = UInt64(bytes.count)
  }

  /// Makes the room that more packets need: for their bytes, in the table, and for the final movie.
  mutating func makeRoom(
    for packetCount: Int, byteCount: UInt64, _ edits: inout FileEdits
  ) throws(ContainerWriteError) {
    let movieByteCount =
      table.boxByteCountLimit(adding: packetCount) + metadataByteCount + Self.reserve
    let end = dataEnd &+ byteCount &+ UInt64(movieByteCount)
    let count = table.packetCount + packetCount
    let hasEntries = table.constantByteCount > 0
    if let place, end <= place.offset, count <= place.capacity || hasEntries && place.capacity > 0 {
      return
    }
    // Reserve more for larger files, which keeps the number of rewritten movies low.
    let room = min(max(Self.leastRoom, table.byteCount / 8), Self.mostRoom)
    try makePlace(behind: end &+ room, for: count, &edits)
  }

  /// Writes the movie with room to grow, after spare room that it then assigns to the media data.
  private mutating func makePlace(
    behind end: UInt64, for packetCount: Int, _ edits: inout FileEdits
  ) throws(ContainerWriteError) {
    let capacity = packetCount + max(Self.spareCapacity, packetCount / 4)
    var growing = try movie(dataOffset: dataOffset, isWide: true)
    growing.capacity = capacity
    growing.trim = nil
    growing.metadata = metadata(nil)
    growing.simplify()
    let movie = growing.box
    let fileEnd = place?.end ?? finishedEnd
    let offset = max(end, fileEnd &+ UInt64(Self.boxHeaderByteCount))
    // The filler box over the room comes last. Until then, the room holds only zeros.
    let gap = offset &- fileEnd
    edits.write(zeros: gap, at: fileEnd)
    edits.write(movie, at: offset)
    edits.write(.big(UInt32(clamping: gap)) + .big(Self.free.rawValue), at: fileEnd)
    edits.write(MP4MediaData.header(offset &- dataOffset), at: mediaOffset)
    hideMovieInFront(&edits)
    state = .underWay
    // The table's counts and sizes directly precede the metadata.
    let tail =
      MP4SampleTableWriter.countsByteCount + table.sizesByteCount(capacity: capacity)
      + growing.metadata.count
    place = MP4MoviePlace(
      offset: offset, byteCount: movie.count,
      countsOffset: offset &+ UInt64(movie.count - tail), capacity: capacity)
  }

  /// Adds the packets from `first` to the table.
  ///
  /// Their bytes are already in the file.
  func tell(of first: Int, sizes: [UInt8], _ edits: inout FileEdits) {
    guard let place else { return }
    if !sizes.isEmpty { edits.write(sizes, at: place.sizeOffset(ofPacket: first)) }
    for offset in MP4MovieWriter.durationOffsets {
      edits.write(.big(table.frameCount), at: place.offset &+ offset)
    }
    // Write the counts last, because they add the packets to the file.
    edits.write(table.counts(capacity: place.capacity), at: place.countsOffset)
  }

  /// Writes the movie directly after the packets, and truncates the file after it.
  mutating func settle(_ edits: inout FileEdits) throws(ContainerWriteError) {
    let final = try movie(dataOffset: dataOffset, isWide: dataEnd > UInt64(UInt32.max))
      .boxes(at: dataEnd)
    let end = dataEnd &+ UInt64(final.count)
    if let place, end &+ UInt64(Self.boxHeaderByteCount) > place.offset {
      // New texts are longer than their reserved room.
      try makePlace(
        behind: end &+ UInt64(Self.boxHeaderByteCount), for: table.packetCount, &edits)
    }
    var bytes = final
    if let place {
      // A filler box reaches the previously valid movie, which this one precedes.
      bytes.append(big: UInt32(clamping: place.offset &- end))
      bytes.append(Self.free)
    }
    edits.write(bytes, at: dataEnd)
    edits.write(MP4MediaData.header(table.byteCount), at: mediaOffset)
    hideMovieInFront(&edits)
    edits.end = end
    state = .behind(final.count)
    place = nil
  }

  /// Hides a movie before the packets, because it describes only the packets at the time of
  /// writing.
  private func hideMovieInFront(_ edits: inout FileEdits) {
    guard case .front(let offset) = state else { return }
    edits.write(.big(Self.free.rawValue), at: offset &+ 4)
  }

  /// End of the file if no movie follows the spare room.
  private var finishedEnd: UInt64 {
    if case .behind(let byteCount) = state { dataEnd &+ UInt64(byteCount) } else { dataEnd }
  }
}
