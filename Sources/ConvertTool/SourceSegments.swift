import AudioToolbox
import Foundation
import ToolSupport

/// The frames of a file from several sources, so that several processors decode it.
///
/// Each source has a thread that decodes segments in turn. The thread passes on a segment after
/// all earlier ones. The codec must decode identically from any starting point. If a segment is
/// short or unreadable, the run ends before it. The caller then reads the rest sequentially, as if
/// from a single source.
final class SourceSegments: @unchecked Sendable {
  // Sendable: only its own thread uses a source, and the current thread calls `take`. `condition`
  // guards the rest.

  enum Outcome {
    case ended
    /// The callback stopped the run.
    case interrupted
    /// The number of frames passed on before a segment that cannot be read this way.
    case broken(Int64)
  }

  private let sources: [SourceFrames]
  private let client: AudioStreamBasicDescription
  private let take: (inout SourceBlocks.Block) throws(ToolFailure) -> Bool
  /// The number of frames in a segment.
  private let length: Int64
  private let count: Int64
  private let decoding = DispatchGroup()
  private let condition = NSCondition()
  /// The next segment to pass on.
  private var turn: Int64 = 0
  private var outcome: Result<Outcome, ToolFailure>?

  /// Prepares to decode segments with several sources.
  ///
  /// - Parameters:
  ///   - sources: Several sources of one file.
  ///   - client: The format of the frames, at the rate of the file.
  ///   - take: Called with the blocks in order, by one thread at a time; returns whether to
  ///     continue.
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

  /// The number of frames in a segment: small enough for memory, but many more than the codec's
  /// preroll.
  private static func length(_ source: SourceFrames) -> Int64 {
    Int64(SourceBlocks.length) * (source.packetsStandAlone ? 2 : 6)
  }

  /// The useful number of sources.
  ///
  /// - Parameters:
  ///   - source: One of the sources.
  ///   - client: The format of the frames.
  ///   - processorCount: The number of available processors.
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

  /// Passes on all frames.
  ///
  /// - Throws: ``ToolFailure`` from the callback.
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

  /// Decodes segments, one in each round, and passes them on.
  private func decodeAll(_ source: SourceFrames, from first: Int64) {
    var blocks: [SourceBlocks.Block] = []
    for segment in stride(from: first, to: count, by: sources.count) {
      // The length of the last segment is unknown before its end, so it is never buffered.
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
  /// - Returns: Whether the segment is complete.
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

  /// Decodes the last segment, and passes it on block by block.
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

  /// Waits until all earlier segments have been passed on; returns `false` if the run is over.
  private func waitForTurn(_ segment: Int64) -> Bool {
    condition.withLock {
      while turn != segment, outcome == nil { condition.wait() }
      return outcome == nil
    }
  }

  /// Ends the run; returns `false`.
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
