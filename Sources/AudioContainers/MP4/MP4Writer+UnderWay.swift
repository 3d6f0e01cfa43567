import AudioModel

/// While packets come.
///
/// The file is a valid one after each call, with all packets so far, and with none before the first: the media data are larger than the packets, and
/// behind them stands a movie whose table has room to grow. New packets go into the spare room of the media data,
/// their sizes into the table's, and last the table's counts change, in one write. When there is no more room, a
/// larger movie is written further behind first, and then the media data are made to reach up to it. Room is also kept for the finished
/// movie, so that a full disk is found when packets come, not when the file is finished.
extension MP4Writer {
  /// Bytes of packets for which there is room at least when a movie has been placed, and at most: zeros take time to be written.
  private static let (leastRoom, mostRoom): (UInt64, UInt64) = (64 << 10, 4 << 20)
  /// Packets for which a movie has room besides those that there are.
  private static let spareCapacity = 1024
  /// Bytes for texts that are set while packets come, for edits, and for boxes that step over others.
  private static let reserve = 8192

  /// Begins the file.
  ///
  /// A movie without packets stands behind the media data's header, in one piece with all in front of it, so that a file which is begun is
  /// whole. There is none yet where its sample entry takes a cookie, or AC-3's first packet, which has not come.
  ///
  /// - Parameters:
  ///   - head: What stands in front of the media data.
  ///   - edits: Takes the bytes.
  mutating func begin(_ head: [UInt8], _ edits: inout FileEdits) {
    state = .underWay
    place = nil
    var bytes = head
    if isConfigured, var empty = try? movie(dataOffset: dataOffset, isWide: true) {
      empty.trim = nil
      empty.metadata = metadata(nil)
      bytes += Self.mediaHeader(0) + empty.box
      // Up to the end of a page: what is said next takes the place of this within it, by a write that is done or not.
      let filled = (bytes.count + Self.boxHeaderByteCount + 4095) / 4096 * 4096
      bytes += .box(
        Self.free, [UInt8](repeating: 0, count: filled - bytes.count - Self.boxHeaderByteCount))
      // Without room: the first packets have another written behind it.
      place = MP4MoviePlace(
        offset: dataOffset, byteCount: filled - Int(dataOffset), countsOffset: dataOffset,
        capacity: 0)
    } else {
      bytes += Self.mediaHeader(nil)
    }
    edits.write(bytes, at: 0)
    edits.end = UInt64(bytes.count)
  }

  /// Makes the room that more packets need: for themselves, in the table, and for the movie in the end.
  mutating func makeRoom(
    for packetCount: Int, byteCount: UInt64, _ edits: inout FileEdits
  ) throws(ContainerWriteError) {
    let movieByteCount =
      table.boxByteCountLimit(adding: packetCount) + metadataByteCount + Self.reserve
    let end = dataEnd &+ byteCount &+ UInt64(movieByteCount)
    let count = table.packetCount + packetCount
    if let place, end <= place.offset, count <= place.capacity { return }
    // More for larger files, so that movies are as few as to cost little.
    let room = min(max(Self.leastRoom, table.byteCount / 8), Self.mostRoom)
    try makePlace(behind: end &+ room, for: count, &edits)
  }

  /// Writes the movie with room to grow where it leaves room for packets, and then gives that room to the media data.
  private mutating func makePlace(
    behind end: UInt64, for packetCount: Int, _ edits: inout FileEdits
  ) throws(ContainerWriteError) {
    let capacity = packetCount + max(Self.spareCapacity, packetCount / 4)
    var growing = try movie(dataOffset: dataOffset, isWide: true)
    growing.capacity = capacity
    growing.trim = nil
    growing.metadata = metadata(nil)
    let movie = growing.box
    let fileEnd = place?.end ?? finishedEnd
    let offset = max(end, fileEnd &+ UInt64(Self.boxHeaderByteCount))
    // A box to step over the room comes last: until then there are only zeros.
    let gap = offset &- fileEnd
    edits.write(zeros: gap, at: fileEnd)
    edits.write(movie, at: offset)
    edits.write(.big(UInt32(clamping: gap)) + .big(Self.free.rawValue), at: fileEnd)
    edits.write(Self.mediaHeader(offset &- dataOffset), at: mediaOffset)
    hideMovieInFront(&edits)
    state = .underWay
    // The table's counts and sizes stand right before the metadata.
    let tail =
      MP4SampleTableWriter.countsByteCount + 4 * capacity + growing.metadata.count
    place = MP4MoviePlace(
      offset: offset, byteCount: movie.count,
      countsOffset: offset &+ UInt64(movie.count - tail), capacity: capacity)
  }

  /// Makes the table tell of the packets from `first` on, whose bytes are there.
  func tell(of first: Int, sizes: [UInt8], _ edits: inout FileEdits) {
    guard let place else { return }
    edits.write(sizes, at: place.sizeOffset(ofPacket: first))
    for offset in MP4MovieWriter.durationOffsets {
      edits.write(.big(table.frameCount), at: place.offset &+ offset)
    }
    // The counts come last: only now do the packets belong to the file.
    edits.write(table.counts(capacity: place.capacity), at: place.countsOffset)
  }

  /// Writes the movie right behind the packets, and cuts off what is behind it.
  mutating func settle(_ edits: inout FileEdits) throws(ContainerWriteError) {
    let final = try movie(dataOffset: dataOffset, isWide: dataEnd > UInt64(UInt32.max)).box
    let end = dataEnd &+ UInt64(final.count)
    if let place, end &+ UInt64(Self.boxHeaderByteCount) > place.offset {
      // Texts have come that are longer than what was kept for them.
      try makePlace(
        behind: end &+ UInt64(Self.boxHeaderByteCount), for: table.packetCount, &edits)
    }
    var bytes = final
    if let place {
      // Up to the movie that has been true so far, which this one comes before.
      bytes.append(big: UInt32(clamping: place.offset &- end))
      bytes.append(Self.free)
    }
    edits.write(bytes, at: dataEnd)
    edits.write(Self.mediaHeader(table.byteCount), at: mediaOffset)
    hideMovieInFront(&edits)
    edits.end = end
    state = .behind(final.count)
    place = nil
  }

  /// A movie in front of the packets tells of those only that there were when it was written.
  private func hideMovieInFront(_ edits: inout FileEdits) {
    guard case .front(let offset) = state else { return }
    edits.write(.big(Self.free.rawValue), at: offset &+ 4)
  }

  /// Where the file ends while no movie stands behind room.
  private var finishedEnd: UInt64 {
    if case .behind(let byteCount) = state { dataEnd &+ UInt64(byteCount) } else { dataEnd }
  }
}
