import AudioToolbox
import Foundation
import ToolSupport

/// The frames of a file in blocks of packets, which several threads encode, in order.
///
/// One thread at a time reads a block, then encodes it while others read and encode those that follow. That wants a codec of
/// which a block by itself comes out as it does in the middle of all.
final class EncodedBlocks: @unchecked Sendable {
  // Sendable: the source, `readCount` and `hasEnded` are used by whose turn it is, an encoder by its thread alone; all else is
  // kept under `condition`.

  /// Packets, from the start of `bytes` on; none at the end.
  struct Block {
    /// Frames that were given for them.
    var frameCount: UInt32 = 0
    var byteCount: UInt32 = 0
    var bytes: [UInt8] = []
    var packets: [AudioStreamPacketDescription] = []
  }

  private let source: SourceBlocks
  private let encoders: [BlockEncoder]
  private let visit: (SourceBlocks.Block) throws(ToolFailure) -> Void
  /// Blocks that are on their way at most: each thread can encode one while another of its own waits to be taken.
  private let mostAhead: Int
  private let turn = NSLock()
  private var readCount = 0
  private var hasEnded = false
  private let encoding = DispatchGroup()
  private let condition = NSCondition()
  /// What has come of blocks that are to be taken, by their number.
  private var ready: [Int: Result<Block, ToolFailure>] = [:]
  private var takenCount = 0
  /// Memory of blocks that have been used.
  private var used: [[UInt8]] = []
  private var isOver = false

  /// - Parameters:
  ///   - source: What is read, and by nobody else until ``stop()``.
  ///   - encoders: One for each thread.
  ///   - visit: Called with all that is read, in order, on any thread.
  init(
    _ source: SourceBlocks, _ encoders: [BlockEncoder],
    _ visit: @escaping (SourceBlocks.Block) throws(ToolFailure) -> Void
  ) {
    self.source = source
    self.encoders = encoders
    self.visit = visit
    mostAhead = 2 * encoders.count
    for index in encoders.indices {
      encoding.enter()
      Thread { [self] in
        encodeAll(self.encoders[index])
        encoding.leave()
      }.start()
    }
  }

  /// The next block; at the end one without frames, and nothing is to be asked for then.
  func next() throws(ToolFailure) -> Block {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let result = ready.removeValue(forKey: takenCount) {
        takenCount += 1
        condition.broadcast()
        return try result.get()
      }
      condition.wait()
    }
  }

  /// Takes back the memory of a block.
  func recycle(_ block: consuming Block) {
    condition.withLock { used.append(block.bytes) }
  }

  /// Ends encoding; the source is free then.
  func stop() {
    condition.withLock {
      isOver = true
      condition.broadcast()
    }
    encoding.wait()
  }

  /// Encodes blocks, to the end or until nobody wants more.
  private func encodeAll(_ encoder: BlockEncoder) {
    var number = 0
    do throws(ToolFailure) {
      while let block = try read(&number) {
        let memory = condition.withLock { used.popLast() } ?? []
        put(.success(try encoder.encode(block, into: memory)), number)
        guard block.frameCount > 0 else { return }
        source.recycle(block)
      }
    } catch {
      put(.failure(error), number)
    }
  }

  /// Reads the next block, and tells its number; nothing where there is none, or nobody wants it.
  private func read(_ number: inout Int) throws(ToolFailure) -> SourceBlocks.Block? {
    turn.lock()
    defer { turn.unlock() }
    guard !hasEnded, waitForRoom() else { return nil }
    number = readCount
    readCount += 1
    // Until it is seen that there is more.
    hasEnded = true
    let block = try source.next()
    try visit(block)
    hasEnded = block.frameCount == 0
    return block
  }

  /// Waits until there is room ahead; `false` when encoding is over.
  private func waitForRoom() -> Bool {
    condition.withLock {
      while readCount - takenCount >= mostAhead, !isOver { condition.wait() }
      return !isOver
    }
  }

  private func put(_ result: Result<Block, ToolFailure>, _ number: Int) {
    condition.withLock {
      ready[number] = result
      if number == takenCount { condition.broadcast() }
    }
  }
}
