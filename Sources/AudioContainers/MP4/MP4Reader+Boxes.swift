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
        endFile()
      } else {
        throw ContainerError(.malformed, at: position)
      }
      return nil
    case .box(let box): return enter(box, &view)
    }
  }

  /// Moves into the box, or past it.
  private mutating func enter(_ box: MP4Box, _ view: inout WindowView) -> Int? {
    if open.isEmpty, let found = findings.release(at: box) {
      state = .found(found)
      return nil
    }
    if case .userData = open.last?.container, open.count == 2 {
      presentation.movie.userData.add(box.type, at: box.body, byteCount: box.bodyByteCount)
    }
    switch MP4Grammar.content(of: box.type, in: open.last?.container) {
    case .skip: go(to: box.end, &view)
    case .container(let container): return enter(container, box, &view)
    case .leaf(let leaf, let most):
      guard presentation.wants(leaf), leaf != .segmentIndex || findings.wantsIndex else {
        go(to: box.end, &view)
        return nil
      }
      go(to: box.body, &view)
      state = .leaf(leaf, box, byteCount: Int(min(box.bodyByteCount, UInt64(most))))
    case .list(let list):
      guard presentation.wants(list) else {
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
    case .track: presentation.movie.track = MP4Track()
    case .item: presentation.movie.metadata.beginItem()
    case .extends: presentation.movie.isFragmented = true
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
      presentation.beginFragment(at: box.start)
    default: break
    }
    open.append((container, box))
    go(to: body, &view)
    return nil
  }

  mutating func readLeaf(
    _ leaf: MP4Leaf, _ box: MP4Box, _ count: Int, _ view: inout WindowView
  ) -> Int? {
    guard view.holds(count) else { return count }
    let body = view.bytes.extracting(view.index..<view.index + count)
    if leaf == .segmentIndex {
      if let index = presentation.segmentIndex(body, box) { findings.setIndex(index) }
    } else {
      presentation.read(leaf, body, box, in: open.last?.container)
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
      case .track: presentation.movie.endTrack()
      case .movie where presentation.movie.firstPacketByteCount > 0: state = .jump(last.box)
      case .movie: try endMovie(last.box)
      case .fragment:
        let tables = presentation.endFragment()
        come(findings.endFragment(last.box, tables, at: position))
      default: break
      }
    }
  }

  mutating func endMovie(_ box: MP4Box) throws(ContainerError) {
    guard let (info, table) = presentation.movie.finish() else {
      throw ContainerError(.unsupportedFormat, at: box.start)
    }
    hasMovie = true
    guard presentation.movie.isFragmented else {
      let tables: ArraySlice = table.count > 0 ? [table] : []
      state = .found(MP4Findings.Found(info: info, tables: tables, next: nil))
      return
    }
    land(at: box.end)
    come(findings.endMovie(box, info, table, at: position))
  }

  /// Continues with findings, if some come next.
  private mutating func come(_ found: MP4Findings.Found?) {
    if let found { state = .found(found) }
  }

  /// Continues with the last findings, or ends.
  mutating func endFile() {
    state = findings.endFile(at: position).map { .found($0) } ?? .end
  }
}
