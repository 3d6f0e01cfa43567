internal import AudioPlayback
public import CoreMedia
public import Foundation
internal import Synchronization

/// Reads the samples of an asset in order, decoded or as packets.
///
/// Add the outputs, start once, and take samples until there are no more; then check the status.
open class AVAssetReader: NSObject, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; the state has a lock.

  /// The state of a reader.
  public enum Status: Int, Sendable {
    /// Not started.
    case unknown
    /// Samples can be taken.
    case reading
    /// All samples have been taken.
    case completed
    /// Failed, with an ``error``.
    case failed
    /// Cancelled.
    case cancelled
  }

  private struct State {
    var status = Status.unknown
    var error: AVError?
    var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
    var outputs: [AVAssetReaderOutput] = []
    var ended = 0
  }

  /// The asset to read.
  public let asset: AVAsset
  private let state = Mutex(State())
  let cancellation = SourceReader.Cancellation()

  /// Makes a reader; waits for the header of the asset.
  ///
  /// - Parameter asset: The asset to read.
  /// - Throws: An ``AVError`` if the asset cannot be read, or has no end.
  public init(asset: AVAsset) throws {
    let info = try asset.info().get()
    guard info.length != nil else {
      throw AVError(
        .operationNotSupportedForAsset, "\(asset.name) cannot be read because it is a live stream")
    }
    self.asset = asset is AVMutableComposition ? asset.copy() as? AVAsset ?? asset : asset
  }

  deinit { cancellation.cancel() }

  /// The state of the reader.
  open var status: Status { state.withLock { $0.status } }

  /// The reason for a failure; `nil` if the reader has not failed.
  open var error: (any Error)? { state.withLock { $0.error } }

  /// The time range to read; the whole asset, unless set before the start.
  open var timeRange: CMTimeRange {
    get { state.withLock { $0.timeRange } }
    set { state.withLock { if $0.status == .unknown { $0.timeRange = newValue } } }
  }

  /// The outputs.
  open var outputs: [AVAssetReaderOutput] { state.withLock { $0.outputs } }

  /// Whether an output can be added.
  ///
  /// This is possible before the start, if the output's settings are supported, and it belongs to
  /// no reader.
  open func canAdd(_ output: AVAssetReaderOutput) -> Bool {
    status == .unknown && output.reader == nil && output.isSupported
  }

  /// Adds an output before the start.
  open func add(_ output: AVAssetReaderOutput) {
    guard canAdd(output) else { return }
    output.reader = self
    state.withLock { $0.outputs.append(output) }
  }

  /// Starts reading.
  ///
  /// - Returns: Whether samples can be taken; otherwise ``error`` has the reason.
  @discardableResult
  open func startReading() -> Bool {
    let (isFirst, outputs) = state.withLock { ($0.status == .unknown, $0.outputs) }
    guard isFirst else { return false }
    do throws(AVError) {
      let range = try usedRange()
      for output in outputs { try output.start(range) }
    } catch {
      fail(error)
      return false
    }
    state.withLock { state in
      if state.status == .unknown { state.status = outputs.isEmpty ? .completed : .reading }
    }
    return status == .reading
  }

  /// Cancels reading.
  open func cancelReading() {
    state.withLock { state in
      if state.status == .reading || state.status == .unknown { state.status = .cancelled }
    }
    cancellation.cancel()
  }

  /// The time range to read, in seconds; `nil` for the whole asset.
  private func usedRange() throws(AVError) -> Range<Double>? {
    let range = timeRange
    guard range.start.isNumeric, range.start >= .zero, range.isValid else {
      throw AVError(.unknown, "the timeRange of the reader is invalid, or starts before 0")
    }
    let length = asset.duration.seconds
    let start = min(range.start.seconds, length)
    let end = range.duration.isNumeric ? min(range.end.seconds, length) : length
    return start == 0 && !range.duration.isNumeric ? nil : start..<max(start, end)
  }

  func fail(_ error: AVError) {
    state.withLock { state in
      guard state.status == .reading || state.status == .unknown else { return }
      state.status = .failed
      state.error = error
    }
  }

  /// Notes that an output has no more samples.
  func noteEnd() {
    state.withLock { state in
      state.ended += 1
      if state.status == .reading, state.ended == state.outputs.count { state.status = .completed }
    }
  }
}
