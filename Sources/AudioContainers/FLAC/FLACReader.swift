package import AudioModel
import AudioSyntax

/// Reads a native FLAC file: the marker, metadata blocks, and frames, one per packet.
///
/// The reader skips cue sheets, application blocks, and padding. It keeps only the location of
/// pictures.
///
/// Source: RFC 9639, 8 and 9.
package struct FLACReader: ContainerReader {
  private enum State {
    case marker
    case blockHeader
    case streamInfo(Block)
    case body(ChunkBody, Block)
    case frames(FLACFrameFinder)
    case end
  }

  /// A metadata block's header.
  private struct Block {
    var isLast: Bool
    var type: UInt8
    /// Position of the body.
    var start: UInt64
    var byteCount: Int

    var end: UInt64 { start.clampedAdding(UInt64(byteCount)) }

    // Source: RFC 9639, 8.1.
    static let seekTable: UInt8 = 3
    static let comment: UInt8 = 4
    static let picture: UInt8 = 6

    /// Bytes of the body to read, or `nil` if nothing is read from the block.
    var readByteCount: Int? {
      switch type {
      case Self.seekTable: min(byteCount, FLACSeekTable.mostBytes)
      case Self.comment: min(byteCount, FLACReader.mostCommentBytes)
      case Self.picture: min(byteCount, FLACPicture.longestHead)
      default: nil
      }
    }
  }

  /// Maximum number of comment bytes to read.
  ///
  /// Pictures may make a comment longer.
  private static let mostCommentBytes = 1 << 20

  package private(set) var position: UInt64
  private var state = State.marker
  private var format: FLACFormat?
  private var tags = Tags()
  /// Tags of other formats before the marker.
  ///
  /// The file's own tags take precedence.
  private let otherTags: Tags
  private var hasPicture = false
  private var hasFrontCover = false
  private var seekPoints: [SeekPoint] = []
  private var dataOffset: UInt64?

  /// Starts at the marker.
  ///
  /// - Parameters:
  ///   - start: Position of the marker in the file.
  ///   - tags: Tags found before the marker.
  package init(at start: UInt64 = 0, tags: Tags = Tags()) {
    position = start
    otherTags = tags
  }

  package mutating func next(
    _ window: Span<UInt8>, isEnd: Bool, into packets: inout [Packet]
  ) throws(ContainerError) -> ReaderStep {
    var view = WindowView(window, at: position, isEnd: isEnd)
    while true {
      switch state {
      case .marker:
        guard view.holds(4) else { return try needs(4, view) }
        guard view.bytes.has("fLaC", at: view.index) else {
          throw ContainerError(.unrecognised, at: position)
        }
        move(to: position.clampedAdding(4), .blockHeader, &view)
      case .blockHeader:
        guard view.holds(4) else { return try needs(4, view) }
        if let info = try readBlockHeader(&view) { return .info(info) }
      case .streamInfo(let block):
        guard view.holds(FLACFormat.bodyByteCount) else {
          return try needs(FLACFormat.bodyByteCount, view)
        }
        if let info = try readStreamInfo(block, &view) { return .info(info) }
      case .body:
        if let step = try readBody(&view) { return step }
      case .frames:
        if let step = readFrames(&view, into: &packets) { return step }
      case .end:
        return .end
      }
    }
  }

  /// Reads frames.
  ///
  /// - Returns: `nil` after the last frame.
  private mutating func readFrames(
    _ view: inout WindowView, into packets: inout [Packet]
  ) -> ReaderStep? {
    guard case .frames(var finder) = state else { return nil }
    state = .end
    let outcome = finder.next(&view, into: &packets)
    position = view.position
    switch outcome {
    case .packets:
      state = .frames(finder)
      return .packets
    case .needs(let count):
      state = .frames(finder)
      return .needs(count)
    case .end: return nil
    }
  }

  /// Continues with the first frame from `offset` on whose end is found.
  package mutating func resynchronise(at offset: UInt64) {
    guard let format, let dataOffset else { return }
    position = max(offset, dataOffset)
    state = .frames(FLACFrameFinder(format, at: position))
  }

  /// Moves into the block, or past it.
  ///
  /// - Returns: The info, if this is the last block.
  private mutating func readBlockHeader(
    _ view: inout WindowView
  ) throws(ContainerError) -> ContainerInfo? {
    let fields = view.bytes.bigEndian32(at: view.index)
    let block = Block(
      isLast: fields >> 31 == 1, type: UInt8(fields >> 24 & 0x7F),
      start: position.clampedAdding(4), byteCount: Int(fields & 0xFF_FFFF))
    guard block.type != 127 else { throw ContainerError(.malformed, at: position) }
    guard format != nil else {
      // The specification requires this block before all others.
      guard block.type == 0, block.byteCount == FLACFormat.bodyByteCount else {
        throw ContainerError(.malformed, at: position)
      }
      move(to: block.start, .streamInfo(block), &view)
      return nil
    }
    guard let byteCount = block.readByteCount else { return leave(block, &view) }
    move(to: block.start, .body(ChunkBody(byteCount: byteCount), block), &view)
    return nil
  }

  /// Reads the `STREAMINFO` block.
  ///
  /// - Returns: The info, if this is the last block.
  private mutating func readStreamInfo(
    _ block: Block, _ view: inout WindowView
  ) throws(ContainerError) -> ContainerInfo? {
    let end = view.index + FLACFormat.bodyByteCount
    guard let stated = FLACFormat(body: view.bytes.extracting(view.index..<end)) else {
      throw ContainerError(.malformed, at: position)
    }
    format = stated
    return leave(block, &view)
  }

  /// Collects the body of a block.
  ///
  /// - Returns: The next step, or `nil` to continue with the next block.
  private mutating func readBody(
    _ view: inout WindowView
  ) throws(ContainerError) -> ReaderStep? {
    guard case .body(var body, let block) = state else { return nil }
    state = .end
    if let missing = body.read(&view) {
      position = view.position
      state = .body(body, block)
      return try needs(missing, view)
    }
    let bytes = body.bytes.span
    switch block.type {
    case Block.seekTable: seekPoints = FLACSeekTable.points(bytes)
    case Block.picture: addPicture(bytes, block)
    default:
      tags.fill(from: VorbisComment.read(bytes))
      if let mask = VorbisComment.channelMask(bytes) { format?.channelMask = mask }
    }
    return leave(block, &view).map { .info($0) }
  }

  /// Records the location of a picture.
  ///
  /// The first front cover takes precedence, then the first picture, then the picture of a
  /// preceding tag.
  private mutating func addPicture(_ body: Span<UInt8>, _ block: Block) {
    guard let picture = FLACPicture(body), !hasFrontCover else { return }
    let isFrontCover = picture.type == FLACPicture.frontCover
    let byteCount = min(picture.byteCount, block.byteCount - picture.headByteCount)
    guard isFrontCover || !hasPicture, byteCount > 0 else { return }
    (hasPicture, hasFrontCover) = (true, isFrontCover)
    tags.artwork = Artwork(
      extent: FileExtent(
        offset: block.start.clampedAdding(UInt64(picture.headByteCount)),
        byteCount: UInt64(byteCount)))
  }

  /// Moves past a block.
  ///
  /// - Returns: The info, if the frames follow.
  private mutating func leave(_ block: Block, _ view: inout WindowView) -> ContainerInfo? {
    move(to: block.end, .blockHeader, &view)
    guard block.isLast, let format else { return nil }
    dataOffset = block.end
    state = .frames(FLACFrameFinder(format, at: block.end))
    let stream = format.stream
    var info = ContainerInfo(
      fileType: .flac, format: stream, dataOffset: block.end,
      packetSizeUpperBound: format.largestFrame)
    // The last frame ends with its checksum. Most frames are well below the maximum size.
    let largest = format.largestFrame
    info.tail = ContainerInfo.Tail(
      byteCounts: [largest + largest / 4, 2 * largest], fewestPackets: 1)
    info.isAllAudio = true
    info.magicCookie = format.magicCookie
    info.channelLayout = format.layout
    if format.frameCount > 0 {
      info.trim = FrameTrim(
        primingFrames: 0, validFrames: format.frameCount, remainderFrames: 0)
      let length = UInt64(stream.framesPerPacket)
      if length > 0 { info.statedPacketCount = (format.frameCount + length - 1) / length }
    }
    info.seekPoints = seekPoints
    info.tags = tags
    info.tags.fill(from: otherTags)
    return info
  }

  /// Requests bytes, or reports the end of the file.
  private func needs(
    _ count: Int, _ view: borrowing WindowView
  ) throws(ContainerError) -> ReaderStep {
    guard view.isEnd else { return .needs(count) }
    if case .marker = state, view.remaining == 0 { throw ContainerError(.empty, at: view.end) }
    throw ContainerError(.truncated, at: view.end)
  }

  private mutating func move(to offset: UInt64, _ next: State, _ view: inout WindowView) {
    view.advance(to: offset)
    position = offset
    state = next
  }
}
