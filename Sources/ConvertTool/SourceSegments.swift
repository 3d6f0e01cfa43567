import AudioToolbox
import Foundation
import ToolSupport

/// The frames of a file by way of several sources of it, so that decoding has several processors.
///
/// Each source has a thread that decodes segments in turn, and gives a segment on when all before it have been given on. That
/// wants a codec that decodes alike from wherever it starts. A segment that comes out shorter than it is to be, or not at all,
/// ends the run in front of it: what follows is to be read in one piece, as if there had been one source from the beginning.
final class SourceSegments: @unchecked Sendable {
  // Sendable: a source is its thread's alone, `take` is called by whose turn it is; all else is kept under `condition`.

  enum Outcome {
    case ended
    /// Nobody wanted more.
    case interrupted
    /// So many frames have been given on, and what follows cannot be read this way.
    case broken(Int64)
  }

  private let sources: [SourceFrames]
  private let client: AudioStreamBasicDescription
  private let take: (inout SourceBlocks.Block) throws(ToolFailure) -> Bool
  /// Frames of a segment.
  private let length: Int64
  private let count: Int64
  private let decoding = DispatchGroup()
  private let condition = NSCondition()
  /// The segment that is given on next.
  private var turn: Int64 = 0
  private var outcome: Result<Outcome, ToolFailure>?

  /// - Parameters:
  ///   - sources: Of one file.
  ///   - client: The format of the frames, of the file's rate.
  ///   - take: Called with the blocks in order, by one thread at a time; returns whether to go on.
  init(
    _ sources: [SourceFrames], _ client: AudioStreamBasicDescription,
    _ take: @escaping (inout SourceBlocks.Block) throws(ToolFailure) -> Bool
  ) {
    self.sources = sources
    self.client = client
    self.take = take
    length = Self.length(sources[0])
    count = (sources[0].frameCount + length - 1) / length
  }

  /// Frames of a segment: few, since they are kept in memory, but many more than the codec needs to warm up.
  private static func length(_ source: SourceFrames) -> Int64 {
    Int64(SourceBlocks.length) * (source.packetsStandAlone ? 2 : 6)
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
    let segmentCount = source.frameCount / length(source)
    guard source.decodesAlikeFromAnywhere, client.mSampleRate == source.format.mSampleRate,
      segmentCount >= 2 * processorCount
    else { return 1 }
    return min(processorCount, 4)
  }

  /// Gives all frames on.
  ///
  /// - Throws: ``ToolFailure`` of who takes them.
  func run() throws(ToolFailure) -> Outcome {
    for index in sources.indices {
      decoding.enter()
      Thread { [self] in
        decodeAll(sources[index], from: Int64(index))
        decoding.leave()
      }.start()
    }
    decoding.wait()
    return try (outcome ?? .success(.ended)).get()
  }

  /// Decodes segments, one for each source of every round, and gives them on.
  private func decodeAll(_ source: SourceFrames, from first: Int64) {
    var blocks: [SourceBlocks.Block] = []
    for segment in stride(from: first, to: count, by: sources.count) {
      // How long the last one is shows only where it ends, so nothing of it is kept.
      let isLast = segment + 1 == count
      let isWhole = isLast || decode(segment, of: source, into: &blocks)
      guard waitForTurn(segment) else { return }
      do throws(ToolFailure) {
        guard isWhole else { return end(.success(.broken(segment * length))) }
        guard isLast ? try giveLast(source) : try give(&blocks) else { return }
      } catch {
        return end(.failure(error))
      }
      condition.withLock {
        turn += 1
        condition.broadcast()
      }
    }
  }

  /// Decodes a segment.
  ///
  /// - Returns: Whether it is whole.
  private func decode(
    _ segment: Int64, of source: SourceFrames, into blocks: inout [SourceBlocks.Block]
  ) -> Bool {
    do throws(ToolFailure) {
      try source.seek(to: segment * length)
      for index in 0..<Int(length) / Int(SourceBlocks.length) {
        if index == blocks.count { blocks.append(SourceBlocks.Block(client)) }
        guard condition.withLock({ outcome == nil }) else { return false }
        try source.read(SourceBlocks.length, client, into: &blocks[index])
        guard blocks[index].frameCount == SourceBlocks.length else { return false }
      }
      return true
    } catch {
      return false
    }
  }

  private func give(_ blocks: inout [SourceBlocks.Block]) throws(ToolFailure) -> Bool {
    for index in blocks.indices where !(try take(&blocks[index])) { return end(.interrupted) }
    return true
  }

  /// Decodes the last segment and gives it on, block by block.
  private func giveLast(_ source: SourceFrames) throws(ToolFailure) -> Bool {
    var block = SourceBlocks.Block(client)
    var frame = (count - 1) * length
    do throws(ToolFailure) {
      try source.seek(to: frame)
    } catch {
      return end(.broken(frame))
    }
    while true {
      do throws(ToolFailure) {
        try source.read(SourceBlocks.length, client, into: &block)
      } catch {
        return end(.broken(frame))
      }
      guard block.frameCount > 0 else { return end(.ended) }
      guard try take(&block) else { return end(.interrupted) }
      frame += Int64(block.frameCount)
    }
  }

  /// Waits until all segments before one have been given on; `false` when the run is over.
  private func waitForTurn(_ segment: Int64) -> Bool {
    condition.withLock {
      while turn != segment, outcome == nil { condition.wait() }
      return outcome == nil
    }
  }

  /// Ends the run; returns that it does not go on.
  private func end(_ outcome: Outcome) -> Bool {
    end(.success(outcome))
    return false
  }

  private func end(_ result: Result<Outcome, ToolFailure>) {
    condition.withLock {
      outcome = result
      condition.broadcast()
    }
  }
}
