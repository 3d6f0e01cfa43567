import AudioModel

/// The findings at the ends of movies and fragments that have not been returned.
///
/// A push driver takes the packets as their bytes arrive, so reading must continue after the box
/// that contains them. Findings are held until that box begins.
struct MP4Findings: Sendable {
  /// The findings at the end of a movie or a fragment.
  struct Found: Sendable {
    var info: ContainerInfo?
    var tables: ArraySlice<MP4PacketTable>
    /// The position at which reading continues; `nil` at the end.
    var next: UInt64?

    /// Removes the info, or else the next table.
    mutating func pop() -> ReaderStep? {
      if let info = info.take() { return .info(info) }
      return tables.popFirst().map { .table($0) }
    }
  }

  /// The findings, kept until the box with their first packet begins.
  private var held: Found?
  /// The info of a fragmented file, kept until the first fragment.
  private var waitingInfo: ContainerInfo?

  /// Whether the index of the fragments is unknown, and none of them has begun.
  var wantsIndex: Bool { waitingInfo != nil && waitingInfo?.fragmentIndex == nil }

  /// Adds the index of the fragments to the info.
  mutating func setIndex(_ index: ContainerInfo.FragmentIndex) {
    waitingInfo?.fragmentIndex = index
  }

  /// Takes the findings of a movie with fragments.
  ///
  /// - Parameters:
  ///   - box: The movie's box.
  ///   - info: The info.
  ///   - table: The packets of the movie itself.
  ///   - position: The reader's position.
  /// - Returns: The findings that come next.
  mutating func endMovie(
    _ box: MP4Box, _ info: ContainerInfo, _ table: MP4PacketTable, at position: UInt64
  ) -> Found? {
    guard table.count > 0 else {
      waitingInfo = info
      return nil
    }
    return hold(Found(info: info, tables: [table], next: box.end), at: position)
  }

  /// Takes the packets of a fragment.
  ///
  /// - Parameters:
  ///   - box: The fragment's box.
  ///   - tables: The packets.
  ///   - position: The reader's position.
  /// - Returns: The findings that come next.
  mutating func endFragment(
    _ box: MP4Box, _ tables: [MP4PacketTable], at position: UInt64
  ) -> Found? {
    guard let first = tables.first else { return nil }
    var info = waitingInfo.take()
    info?.fragments = .present
    info?.dataOffset = first.firstOffset ?? box.end
    if let bound = info?.packetSizeUpperBound {
      info?.packetSizeUpperBound = max(bound, first.maximumPacketSize)
    }
    return hold(Found(info: info, tables: tables[...], next: box.end), at: position)
  }

  /// Keeps the findings until the box with their first packet, if that is still ahead.
  private mutating func hold(_ found: Found, at position: UInt64) -> Found? {
    guard let first = found.tables.first?.firstOffset, first >= position else { return found }
    held = found
    return nil
  }

  /// Releases the held findings if the outermost box contains their first packet, or begins another
  /// fragment.
  ///
  /// - Returns: The findings that come next, before the reader enters the box.
  mutating func release(at box: MP4Box) -> Found? {
    guard let first = held?.tables.first?.firstOffset else { return nil }
    if case .container = MP4Grammar.content(of: box.type, in: nil) {
      return release(next: box.start)
    }
    guard first < box.end else { return nil }
    return release(next: first < box.start ? box.start : box.end)
  }

  /// Releases the held findings; reading continues at `next`.
  private mutating func release(next: UInt64) -> Found? {
    var found = held.take()
    found?.next = next
    return found
  }

  /// Releases the last findings at the end of the file.
  mutating func endFile(at position: UInt64) -> Found? {
    if let found = release(next: position) { return found }
    return waitingInfo.take().map { Found(info: $0, tables: [], next: nil) }
  }

  /// Drops held packets, because reading continues elsewhere.
  ///
  /// - Returns: Whether this is possible; false if the info has not been returned yet.
  mutating func forgetTables() -> Bool {
    guard waitingInfo == nil, held?.info == nil else { return false }
    held = nil
    return true
  }
}
