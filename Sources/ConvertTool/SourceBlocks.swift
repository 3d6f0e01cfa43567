import AudioToolbox
import Foundation
import ToolSupport

/// The frames of a file in blocks, read ahead on another thread while the caller writes.
final class SourceBlocks: @unchecked Sendable {
  // Sendable: only the reading thread, or else the caller, uses the source. `condition` guards the
  // rest.

  /// Frames from the start of `bytes`; empty at the end.
  struct Block {
    var frameCount: UInt32
    var bytes: [UInt8]

    /// Makes an empty block with memory for the largest number of frames.
    init(_ client: AudioStreamBasicDescription) {
      frameCount = 0
      bytes = [UInt8](repeating: 0, count: Int(SourceBlocks.length * client.mBytesPerFrame))
    }
  }

  /// The number of frames in a block.
  static let length: UInt32 = 16_384
  /// The limit of blocks to read ahead.
  private static let mostAhead = 3

  private let source: any FrameReading
  private let client: AudioStreamBasicDescription
  private let readsAhead: Bool
  private let reading = DispatchGroup()
  private let condition = NSCondition()
  /// The pending blocks, in order.
  private var waiting: [Result<Block, ToolFailure>] = []
  /// The used blocks.
  private var used: [Block] = []
  private var isOver = false

  /// Prepares to read the blocks of a source.
  ///
  /// - Parameters:
  ///   - source: The source at its current position, for exclusive use until ``stop()``.
  ///   - client: The format of the frames.
  ///   - readsAhead: Whether to read on a thread of its own, which needs a second processor.
  init(_ source: any FrameReading, _ client: AudioStreamBasicDescription, readsAhead: Bool) {
    self.source = source
    self.client = client
    self.readsAhead = readsAhead
    guard readsAhead else { return }
    reading.enter()
    // A dedicated thread, because a waiting thread would block one of a queue's few threads.
    Thread { [self] in
      readAll()
      reading.leave()
    }.start()
  }

  /// Returns the next block; only the last one has no frames.
  func next() throws(ToolFailure) -> Block {
    guard readsAhead else { return try read() }
    condition.lock()
    defer { condition.unlock() }
    while waiting.isEmpty { condition.wait() }
    condition.broadcast()
    return try waiting.removeFirst().get()
  }

  /// Takes back the memory of a block.
  func recycle(_ block: consuming Block) {
    condition.lock()
    defer { condition.unlock() }
    used.append(block)
  }

  /// Stops reading, and releases the source.
  func stop() {
    condition.withLock {
      isOver = true
      condition.broadcast()
    }
    reading.wait()
  }

  /// Reads until the end or ``stop()``.
  private func readAll() {
    do throws(ToolFailure) {
      while waitForRoom() {
        let block = try read()
        put(.success(block))
        guard block.frameCount > 0 else { return }
      }
    } catch {
      put(.failure(error))
    }
  }

  private func read() throws(ToolFailure) -> Block {
    var block = condition.withLock { used.popLast() } ?? Block(client)
    try source.read(Self.length, client, into: &block)
    return block
  }

  private func put(_ result: Result<Block, ToolFailure>) {
    condition.withLock {
      waiting.append(result)
      condition.broadcast()
    }
  }

  /// Waits for room in the queue; returns `false` if reading is over.
  private func waitForRoom() -> Bool {
    condition.withLock {
      while waiting.count >= Self.mostAhead, !isOver { condition.wait() }
      return !isOver
    }
  }
}
