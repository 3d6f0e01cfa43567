import AudioToolbox
import Dispatch
import Foundation
import ToolSupport

/// The frames of a source in blocks, which another thread may read ahead, so that reading and writing go on at once.
final class SourceBlocks: @unchecked Sendable {
  // Sendable: the source is the reading thread's alone where there is one; all else is kept under `condition`.

  /// Frames, from the start of `bytes` on; none at the end.
  struct Block {
    var frameCount: UInt32
    var bytes: [UInt8]
  }

  /// Frames of a block.
  private static let frameCount: UInt32 = 16_384
  /// Blocks that are read ahead at most.
  private static let mostAhead = 3

  private let source: SourceFrames
  private let client: AudioStreamBasicDescription
  private let readsAhead: Bool
  private let reading = DispatchGroup()
  private let condition = NSCondition()
  /// What has been read, in order.
  private var waiting: [Result<Block, ToolFailure>] = []
  /// Memory of blocks that have been used.
  private var used: [[UInt8]] = []
  private var isOver = false

  /// - Parameters:
  ///   - source: What is read, and by nobody else until ``stop()``.
  ///   - client: The format of the frames.
  ///   - readsAhead: Whether there is a processor for another thread.
  init(_ source: SourceFrames, _ client: AudioStreamBasicDescription, readsAhead: Bool) {
    self.source = source
    self.client = client
    self.readsAhead = readsAhead
    guard readsAhead else { return }
    DispatchQueue.global().async(group: reading) { self.readAll() }
  }

  /// The next block; at the end, and only there, one without frames.
  func next() throws(ToolFailure) -> Block {
    guard readsAhead else { return try read(into: takeMemory()) }
    condition.lock()
    defer { condition.unlock() }
    while waiting.isEmpty { condition.wait() }
    condition.signal()
    return try waiting.removeFirst().get()
  }

  /// Takes back the memory of a block.
  func recycle(_ block: consuming Block) {
    condition.withLock { used.append(block.bytes) }
  }

  /// Ends reading; the source is free then.
  func stop() {
    condition.withLock {
      isOver = true
      condition.signal()
    }
    reading.wait()
  }

  /// Reads to the end, or until nobody wants more.
  private func readAll() {
    var goesOn = true
    while goesOn, waitForRoom() {
      let result = Result { () throws(ToolFailure) in try read(into: takeMemory()) }
      goesOn = (try? result.get().frameCount > 0) ?? false
      condition.withLock {
        waiting.append(result)
        condition.signal()
      }
    }
  }

  private func read(into memory: consuming [UInt8]) throws(ToolFailure) -> Block {
    var bytes = memory
    let count = try source.read(Self.frameCount, client, into: &bytes)
    return Block(frameCount: count, bytes: bytes)
  }

  private func takeMemory() -> [UInt8] {
    condition.withLock { used.popLast() }
      ?? [UInt8](repeating: 0, count: Int(Self.frameCount * client.mBytesPerFrame))
  }

  /// Waits until there is room ahead; `false` when reading is over.
  private func waitForRoom() -> Bool {
    condition.withLock {
      while waiting.count >= Self.mostAhead, !isOver { condition.wait() }
      return !isOver
    }
  }
}
