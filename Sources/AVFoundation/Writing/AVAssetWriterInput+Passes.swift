public import CoreMedia
public import Foundation
internal import Synchronization

/// A pass over the samples of an input.
open class AVAssetWriterInputPassDescription: NSObject, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; the values never change.

  /// The parts of the source whose samples the pass needs, as `NSValue` objects with a
  /// `CMTimeRange`.
  public let sourceTimeRanges: [NSValue]

  init(_ ranges: [CMTimeRange]) {
    sourceTimeRanges = ranges.map { NSValue(timeRange: $0) }
  }
}

/// Passes over the samples.
///
/// The encoders here need one pass, so ``AVAssetWriterInput/canPerformMultiplePasses`` is false.
extension AVAssetWriterInput {
  /// The progress of the passes.
  enum Passes {
    case none
    case first(DispatchQueue, @Sendable () -> Void)
    case ended
  }

  /// Whether the client wants several passes if the encoder uses them.
  public var performsMultiPassEncodingIfSupported: Bool {
    get { state.withLock { $0.wantsPasses } }
    set { state.withLock { $0.wantsPasses = newValue } }
  }

  /// Whether the encoder uses several passes: false for all encoders here.
  public var canPerformMultiplePasses: Bool { false }

  /// The current pass; `nil` before the first and after the last pass.
  public var currentPassDescription: AVAssetWriterInputPassDescription? {
    state.withLock { state in
      guard case .first = state.passes else { return nil }
      return AVAssetWriterInputPassDescription([
        CMTimeRange(start: .zero, duration: .positiveInfinity)
      ])
    }
  }

  /// Calls a block at the start of each pass, and once more after the last pass.
  ///
  /// - Parameters:
  ///   - queue: The queue of the block.
  ///   - block: Appends the samples of ``currentPassDescription``. If this description is `nil`,
  ///     the block finishes the input.
  public func respondToEachPassDescription(
    on queue: DispatchQueue, using block: @escaping @Sendable () -> Void
  ) {
    state.withLock { $0.passes = .first(queue, block) }
    queue.async(execute: block)
  }

  /// Ends the current pass.
  public func markCurrentPassAsFinished() {
    let ended = state.withLock { state -> (DispatchQueue, @Sendable () -> Void)? in
      guard case .first(let queue, let block) = state.passes else { return nil }
      state.passes = .ended
      return (queue, block)
    }
    guard let (queue, block) = ended else { return markAsFinished() }
    queue.async(execute: block)
  }
}
