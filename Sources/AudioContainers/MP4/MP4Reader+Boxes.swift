import AudioModel
import AudioSyntax

extension MP4Reader {
  // Each of these returns the number of bytes needed, or `nil` to continue.

  /// Checks whether the file can belong to the family.
  mutating func readStart(_ view: borrowing WindowView) throws(ContainerError) -> Int? {
    guard view.holds(8) else {
      // Too few bytes to decide. If the file ends here, it counts as truncated.
      return 8
    }
    guard view.bytes.fourCC(at: view.index + 4).startsMP4 else {
      throw ContainerError(.unrecognised, at: position)
    }
    state = .header
    return nil
  }

  mutating func readHeader(_ view: inout WindowView) throws(ContainerError) -> Int? {
    let limit = open.last?.box.end ?? .max
    guard limit - position >= 8 else {
      // No file reaches this position.
      guard !open.isEmpty else { return 8 }
      go(to: limit, &view)
      return nil
    }
    guard view.holds(8) else { return 8 }
    switch MP4Box.read(view, limit: limit) {
    case .needs(let count): return count
    case .none:
      // QuickTime ends user data with four zeros. Elsewhere, the following content is unknown.
      if !open.isEmpty {
        go(to: limit, &view)
      } else if hasMovie {
        try endFile()
      } else {
        throw ContainerError(.malformed, at: position)
      }
      return nil
    case .box(let box): return enter(box, &view)
    }
  }

  /// Moves into the box, or past it.
  private mutating func enter(_ box: MP4Box, _ view: inout WindowView) -> Int? {
    guard !releaseHeld(at: box) else { return nil }
    if case .userData = open.last?.container, open.count == 2 {
      movie.userData.add(box.type, at: box.body, byteCount: box.bodyByteCount)
    }
    switch MP4Grammar.content(of: box.type, in: open.last?.container) {
    case .skip: go(to: box.end, &view)
    case .container(let container): return enter(container, box, &view)
    case .leaf(let leaf, let most):
      guard isWanted(leaf) else {
        go(to: box.end, &view)
        return nil
      }
      go(to: box.body, &view)
      state = .leaf(leaf, box, byteCount: Int(min(box.bodyByteCount, UInt64(most))))
    case .list(let list):
      guard isWanted(list) else {
        go(to: box.end, &view)
        return nil
      }
      go(to: box.body, &view)
      state = .listHeader(list, box)
    }
    return nil
  }

  private mutating func enter(
    _ container: MP4Container, _ box: MP4Box, _ view: inout WindowView
  ) -> Int? {
    var body = box.body
    switch container {
    case .movie where hasMovie, .fragment where !hasMovie:
      go(to: box.end, &view)
      return nil
    case .track: movie.track = MP4Track()
    case .item: movie.metadata.beginItem()
    case .extends: movie.isFragmented = true
    case .metadata:
      // ISO's box starts with a version and flags of zero, QuickTime's with the size of its first
      // box.
      guard box.bodyByteCount >= 4 else {
        go(to: box.end, &view)
        return nil
      }
      let index = Int(box.body - position)
      guard view.holds(index + 4) else { return index + 4 }
      if view.bytes.bigEndian32(at: view.index + index) == 0 { body += 4 }
    case .fragment:
      land(at: box.start)
      if let chosen = movie.chosen {
        fragment = MP4Fragment(
          at: box.start, track: chosen.track.identifier, sound: chosen.sound,
          clock: chosen.clock, defaults: movie.trackDefaults, lastDuration: lastDuration)
      }
    default: break
    }
    open.append((container, box))
    go(to: body, &view)
    return nil
  }

  private func isWanted(_ leaf: MP4Leaf) -> Bool {
    switch leaf {
    case .sampleDescriptions: movie.wantsSamples
    case .segmentIndex: waitingInfo != nil && waitingInfo?.fragmentIndex == nil
    default: true
    }
  }

  private func isWanted(_ list: MP4List) -> Bool {
    switch list {
    case .run: fragment != nil
    case .edits: true
    default: movie.wantsSamples || movie.track.isText
    }
  }

  /// Takes the index of the fragments if it precedes the first of them.
  private mutating func readSegmentIndex(_ body: Span<UInt8>, _ box: MP4Box) {
    guard let index = MP4SegmentIndex(body), let chosen = movie.chosen,
      index.trackIdentifier == chosen.track.identifier
    else { return }
    waitingInfo?.fragmentIndex = ContainerInfo.FragmentIndex(
      frameCount: MP4Clock.scale(
        index.duration, by: chosen.clock.sampleRate, over: UInt64(index.timescale)),
      end: box.end.clampedAdding(index.byteCount))
  }

  mutating func readLeaf(
    _ leaf: MP4Leaf, _ box: MP4Box, _ count: Int, _ view: inout WindowView
  ) -> Int? {
    guard view.holds(count) else { return count }
    let body = view.bytes.extracting(view.index..<view.index + count)
    switch leaf {
    case .fileType: movie.readFileType(body)
    case .movieHeader: movie.readHeader(body)
    case .trackHeader: movie.track.readHeader(body)
    case .chapterReference: movie.track.readChapterReference(body)
    case .mediaHeader: movie.track.readMediaHeader(body)
    case .handler: movie.readHandler(body)
    case .dataReferences: movie.track.readDataReferences(body)
    case .sampleDescriptions: movie.track.readDescriptions(body)
    case .trackDefaults: movie.readTrackDefaults(body)
    case .fragmentHeader: fragment?.readHeader(body)
    case .segmentIndex: readSegmentIndex(body, box)
    case .metadataHandler: movie.metadata.readHandler(body)
    case .metadataKeys: movie.metadata.readKeys(body)
    case .itemName: movie.metadata.readName(body)
    case .itemData:
      if case .item(let key) = open.last?.container { movie.metadata.readData(body, key, box) }
    case .text(let type): movie.metadata.readText(body, type)
    case .neroChapters: movie.metadata.readChapters(body)
    }
    go(to: box.end, &view)
    state = .header
    return nil
  }

  /// Leaves the boxes that end at the reader's position.
  mutating func closeBoxes() throws(ContainerError) {
    while case .header = state, let last = open.last, position >= last.box.end {
      open.removeLast()
      switch last.container {
      case .track: movie.endTrack()
      case .movie where movie.firstPacketByteCount > 0: state = .jump(last.box)
      case .movie: try endMovie(last.box)
      case .fragment: endFragment(last.box)
      default: break
      }
    }
  }

  mutating func endMovie(_ box: MP4Box) throws(ContainerError) {
    guard let (info, table) = movie.finish() else {
      throw ContainerError(.unsupportedFormat, at: box.start)
    }
    hasMovie = true
    if movie.isFragmented {
      land(at: box.end)
      if table.count == 0 {
        waitingInfo = info
        return
      }
    }
    let found = Found(
      info: info, tables: table.count > 0 ? [table] : [],
      next: movie.isFragmented ? box.end : nil)
    if movie.isFragmented { hold(found) } else { state = .found(found) }
  }

  private mutating func endFragment(_ box: MP4Box) {
    fragment?.closeTable()
    let tables = fragment?.tables ?? []
    lastDuration = fragment?.lastDuration ?? lastDuration
    fragment = nil
    guard let first = tables.first else { return }
    var info = waitingInfo
    waitingInfo = nil
    info?.dataOffset = first.firstOffset ?? box.end
    if let bound = info?.packetSizeUpperBound {
      info?.packetSizeUpperBound = max(bound, first.maximumPacketSize)
    }
    hold(Found(info: info, tables: tables[...], next: box.end))
  }

  /// Keeps the findings until the box with their first packet, if that is still ahead.
  private mutating func hold(_ found: Found) {
    if let first = found.tables.first?.firstOffset, first >= position {
      held = found
    } else {
      state = .found(found)
    }
  }

  /// Releases the held findings if the box contains their first packet, or begins another fragment.
  ///
  /// - Returns: Whether they come next, before the reader enters the box.
  private mutating func releaseHeld(at box: MP4Box) -> Bool {
    guard open.isEmpty, let first = held?.tables.first?.firstOffset else { return false }
    if case .container = MP4Grammar.content(of: box.type, in: nil) {
      return release(next: box.start)
    }
    return first < box.end && release(next: first < box.start ? box.start : box.end)
  }

  /// Releases the held findings.
  ///
  /// - Parameter next: The position at which reading continues.
  /// - Returns: Whether findings were held.
  mutating func release(next: UInt64) -> Bool {
    guard var found = held.take() else { return false }
    found.next = next
    state = .found(found)
    return true
  }

  private mutating func endFile() throws(ContainerError) {
    guard !release(next: position) else { return }
    state = .found(Found(info: waitingInfo, tables: [], next: nil))
    waitingInfo = nil
  }
}
