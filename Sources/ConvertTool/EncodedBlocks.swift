import AudioToolbox
import Foundation
import ToolSupport

/// The frames of a file in blocks of packets, encoded in order by several threads.
///
/// One thread at a time reads a block, then encodes it while others read and encode the next ones.
/// The codec must encode a separate block exactly like one within a stream.
final class EncodedBlocks: @unchecked Sendable {
  // Sendable: the thread that holds `turn` uses the source, `readCount`, and `hasEnded`. Only its
  // own thread uses an encoder. `condition` guards the rest.

  /// Packets from the start of `bytes`; empty at the end.
  struct Block {
    /// The number of source frames.
    var frameCount: UInt32 = 0
    var byteCount: UInt32 = 0
    var bytes: [UInt8] = []
    var packets: [AudioStreamPacketDescription] = []
  }

  private let source: SourceBlocks
  private let encoders: [BlockEncoder]
  private let visit: (SourceBlocks.Block) throws(ToolFailure) -> Void
  /// The limit of pending blocks: each thread can encode one while another of its blocks waits.
  private let mostAhead: Int
  private let turn = NSLock()
  private var readCount = 0
  private var hasEnded = false
  private let encoding = DispatchGroup()
  private let condition = NSCondition()
  /// The results of pending blocks, by index.
  private var ready: [Int: Result<Block, ToolFailure>] = [:]
  private var takenCount = 0
  /// The memory of used blocks.
  private var used: [[UInt8]] = []
  private var isOver = false

  /// Starts threads that encode the blocks of a source.
  ///
  /// - Parameters:
  ///   - source: The source, for exclusive use until ``stop()``.
  ///   - encoders: One encoder for each thread.
  ///   - visit: Called with each block in order, before it is encoded, on any of these threads.
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

  /// Returns the next block; a block without frames is the last.
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

  /// Stops encoding, and releases the source.
  func stop() {
    condition.withLock {
      isOver = true
      condition.broadcast()
    }
    encoding.wait()
  }

  /// Encodes blocks until the end or ``stop()``.
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

  /// Reads the next block and its index; returns `nil` at the end or after ``stop()``.
  private func read(_ number: inout Int) throws(ToolFailure) -> SourceBlocks.Block? {
    turn.lock()
    defer { turn.unlock() }
    guard !hasEnded, waitForRoom() else { return nil }
    number = readCount
    readCount += 1
    // Stays set if reading fails, so that no thread reads after a failure.
    hasEnded = true
    let block = try source.next()
    try visit(block)
    hasEnded = block.frameCount == 0
    return block
  }

  /// Waits for room in the queue; returns `false` if encoding is over.
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
