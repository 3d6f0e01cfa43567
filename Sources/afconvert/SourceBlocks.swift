import AudioToolbox
import Dispatch
import Foundation
import ToolSupport

/// The frames of a file in blocks, read ahead by other threads, so that reading and writing go on at once.
///
/// Several sources of one file read a segment each, in turn, so that decoding has several processors. That wants a codec
/// that decodes alike from wherever it starts. Where a segment comes out shorter than it is to be, or not at all, all that
/// follows is read in one piece, as if there had been one source from the beginning.
final class SourceBlocks: @unchecked Sendable {
  // Sendable: a source is its reading thread's alone, or without threads the caller's; all else is kept under `condition`,
  // or is the caller's.

  /// Frames, from the start of `bytes` on; none at the end.
  struct Block {
    var frameCount: UInt32
    var bytes: [UInt8]
  }

  private enum Item {
    case block(Block)
    case endOfSegment
    case failure(ToolFailure)
  }

  /// Frames of a block.
  private static let blockLength: UInt32 = 16_384
  private let sources: [SourceFrames]
  private let client: AudioStreamBasicDescription
  private let readsAhead: Bool
  /// Frames of a segment, all where there is one source.
  private let segmentLength: Int64
  private let segmentCount: Int64
  /// Blocks that a source reads ahead at most: a segment, so that one can be read while another is taken.
  private let mostAhead: Int
  /// Blocks that are waited for and taken at once: threads that wake each other for every block cost more than they gain.
  private let batch: Int
  private let reading = DispatchGroup()
  private let condition = NSCondition()
  /// What each source has read, in order.
  private var waiting: [[Item]]
  /// The source of which the caller waits for a batch.
  private var awaited: Int?
  /// Memory of blocks that have been used.
  private var used: [[UInt8]] = []
  private var isOver = false

  // The caller's.
  private var segment: Int64 = 0
  private var takenFrames: Int64 = 0
  /// What has been taken at once, the next at the end.
  private var taken: [Item] = []
  /// Whether the first source is read by the caller.
  private var isAlone: Bool

  /// - Parameters:
  ///   - sources: Of one file, at its start; what is read, and by nobody else until ``stop()``.
  ///   - client: The format of the frames, of the file's rate where there are several sources.
  ///   - readsAhead: Whether there is a processor for another thread.
  init(_ sources: [SourceFrames], _ client: AudioStreamBasicDescription, readsAhead: Bool) {
    self.sources = sources
    self.client = client
    self.readsAhead = readsAhead
    let length = Self.segmentLength(sources[0])
    segmentLength = sources.count == 1 ? .max : length
    segmentCount = sources.count == 1 ? 1 : max(1, (sources[0].frameCount + length - 1) / length)
    mostAhead = sources.count == 1 ? 3 : Int(length) / Int(Self.blockLength)
    batch = max(1, mostAhead / 2)
    waiting = sources.map { _ in [] }
    isAlone = !readsAhead
    guard readsAhead else { return }
    // Threads of their own: those that wait for room would keep a queue's few from the others.
    for index in sources.indices {
      reading.enter()
      Thread { [self] in
        readAll(index)
        reading.leave()
      }.start()
    }
  }

  /// Frames of a segment: few, since they are kept in memory, but many more than the codec needs to warm up.
  private static func segmentLength(_ source: SourceFrames) -> Int64 {
    Int64(blockLength) * (source.packetsStandAlone ? 2 : 6)
  }

  /// How many sources are worth having.
  ///
  /// - Parameters:
  ///   - source: One of them.
  ///   - client: The format of the frames.
  ///   - processorCount: Processors that there are.
  /// - Returns: 1 or more.
  static func sourceCount(
    _ source: SourceFrames, _ client: AudioStreamBasicDescription, processorCount: Int
  ) -> Int {
    let segmentCount = source.frameCount / segmentLength(source)
    guard source.decodesAlikeFromAnywhere, client.mSampleRate == source.format.mSampleRate,
      segmentCount >= 2 * processorCount
    else { return 1 }
    return min(processorCount, 4)
  }

  /// The next block; at the end, and only there, one without frames.
  func next() throws(ToolFailure) -> Block {
    while !isAlone {
      switch takeItem(of: Int(segment % Int64(sources.count))) {
      case .block(let block):
        takenFrames += Int64(block.frameCount)
        return block
      case .endOfSegment where segment + 1 == segmentCount:
        return Block(frameCount: 0, bytes: [])
      case .endOfSegment where takenFrames == (segment + 1) * segmentLength:
        segment += 1
      case .failure(let failure) where sources.count == 1:
        throw failure
      case .endOfSegment, .failure:
        try goOnAlone()
      }
    }
    return try read(sources[0], Self.blockLength)
  }

  /// Takes back the memory of a block.
  func recycle(_ block: consuming Block) {
    condition.withLock { used.append(block.bytes) }
  }

  /// Ends reading; the sources are free then.
  func stop() {
    condition.withLock {
      isOver = true
      condition.broadcast()
    }
    reading.wait()
  }

  private func takeItem(of index: Int) -> Item {
    if let item = taken.popLast() { return item }
    condition.lock()
    defer { condition.unlock() }
    awaited = index
    while batchCount(index) == 0 { condition.wait() }
    awaited = nil
    condition.broadcast()
    let count = batchCount(index)
    taken = waiting[index][1..<count].reversed()
    defer { waiting[index].removeFirst(count) }
    return waiting[index][0]
  }

  /// Items of one segment that can be taken from a source at once; 0 where it is worth waiting for more.
  private func batchCount(_ index: Int) -> Int {
    let blockCount = waiting[index].prefix(batch).prefix { item in
      if case .block = item { true } else { false }
    }.count
    if blockCount == batch { return batch }
    return blockCount < waiting[index].count ? blockCount + 1 : 0
  }

  /// Has the caller read what follows, by way of all that was before.
  private func goOnAlone() throws(ToolFailure) {
    stop()
    isAlone = true
    try sources[0].seek(to: 0)
    var rest = takenFrames
    while rest > 0 {
      let block = try read(sources[0], UInt32(min(rest, Int64(Self.blockLength))))
      guard block.frameCount > 0 else { return }
      rest -= Int64(block.frameCount)
      recycle(block)
    }
  }

  /// Reads the segments of a source, to the end or until nobody wants more.
  private func readAll(_ index: Int) {
    do throws(ToolFailure) {
      for segment in stride(from: Int64(index), to: segmentCount, by: sources.count) {
        guard waitForRoom(index) else { return }
        if segment > 0 { try sources[index].seek(to: segment * segmentLength) }
        try readSegment(index, isLast: segment + 1 == segmentCount)
      }
    } catch {
      put(.failure(error), of: index)
    }
  }

  private func readSegment(_ index: Int, isLast: Bool) throws(ToolFailure) {
    var rest = isLast ? .max : segmentLength
    while rest > 0, waitForRoom(index) {
      let block = try read(sources[index], UInt32(min(rest, Int64(Self.blockLength))))
      guard block.frameCount > 0 else { break }
      rest -= Int64(block.frameCount)
      put(.block(block), of: index)
    }
    put(.endOfSegment, of: index)
  }

  private func read(_ source: SourceFrames, _ frameCount: UInt32) throws(ToolFailure) -> Block {
    var bytes =
      condition.withLock { used.popLast() }
      ?? [UInt8](repeating: 0, count: Int(Self.blockLength * client.mBytesPerFrame))
    let count = try source.read(frameCount, client, into: &bytes)
    return Block(frameCount: count, bytes: bytes)
  }

  private func put(_ item: Item, of index: Int) {
    condition.withLock {
      waiting[index].append(item)
      if awaited == index, batchCount(index) > 0 { condition.broadcast() }
    }
  }

  /// Waits until there is room ahead; `false` when reading is over.
  private func waitForRoom(_ index: Int) -> Bool {
    condition.withLock {
      while waiting[index].count >= mostAhead, !isOver { condition.wait() }
      return !isOver
    }
  }
}
