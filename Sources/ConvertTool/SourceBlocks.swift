import AudioToolbox
import Foundation
import ToolSupport

/// The frames of a file in blocks, read ahead by another thread, so that reading and writing go on at once.
final class SourceBlocks: @unchecked Sendable {
  // Sendable: the source is its reading thread's alone, or without one the caller's; all else is kept under `condition`.

  /// Frames, from the start of `bytes` on; none at the end.
  struct Block {
    var frameCount: UInt32
    var bytes: [UInt8]

    /// Memory for as many frames as a block may have, and none yet.
    init(_ client: AudioStreamBasicDescription) {
      frameCount = 0
      bytes = [UInt8](repeating: 0, count: Int(SourceBlocks.length * client.mBytesPerFrame))
    }
  }

  /// Frames of a block.
  static let length: UInt32 = 16_384
  /// Blocks that are read ahead at most.
  private static let mostAhead = 3

  private let source: any FrameReading
  private let client: AudioStreamBasicDescription
  private let readsAhead: Bool
  private let reading = DispatchGroup()
  private let condition = NSCondition()
  /// What has been read, in order.
  private var waiting: [Result<Block, ToolFailure>] = []
  /// Blocks that have been used.
  private var used: [Block] = []
  private var isOver = false

  /// - Parameters:
  ///   - source: What is read from where it stands, and by nobody else until ``stop()``.
  ///   - client: The format of the frames.
  ///   - readsAhead: Whether there is a processor for another thread.
  init(_ source: any FrameReading, _ client: AudioStreamBasicDescription, readsAhead: Bool) {
    self.source = source
    self.client = client
    self.readsAhead = readsAhead
    guard readsAhead else { return }
    reading.enter()
    // A thread of its own: one that waits for room would keep a queue's few from the others.
    Thread { [self] in
      readAll()
      reading.leave()
    }.start()
  }

  /// The next block; at the end, and only there, one without frames.
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

  /// Ends reading; the source is free then.
  func stop() {
    condition.withLock {
      isOver = true
      condition.broadcast()
    }
    reading.wait()
  }

  /// Reads to the end, or until nobody wants more.
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

  /// Waits until there is room ahead; `false` when reading is over.
  private func waitForRoom() -> Bool {
    condition.withLock {
      while waiting.count >= Self.mostAhead, !isOver { condition.wait() }
      return !isOver
    }
  }
}
