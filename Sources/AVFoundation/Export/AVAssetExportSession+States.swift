public import Foundation
internal import Synchronization

extension AVAssetExportSession {
  /// A state of an export that has not ended.
  public enum State: Sendable {
    /// Not started.
    case pending
    /// Preparing.
    case waiting
    /// Writing, with the progress.
    case exporting(progress: Progress)
  }

  /// The states of the export, until it has ended.
  ///
  /// - Parameter updateInterval: Seconds between two values while the file is written; infinity for
  ///   changes of the state only.
  /// - Returns: The current state, and each change of it.
  public func states(
    updateInterval: TimeInterval = .infinity
  ) -> some AsyncSequence<State, Never> & Sendable {
    let (stream, continuation) = AsyncStream.makeStream(of: State.self)
    let observer: @Sendable () -> Void = { [weak self] in
      guard let state = self?.currentState else { return continuation.finish() }
      continuation.yield(state)
    }
    storage.withLock { $0.observers.append(observer) }
    observer()
    if updateInterval.isFinite {
      let timer = Task { [weak self] in
        let interval = Duration.seconds(max(0.01, min(updateInterval, 1e6)))
        while !Task.isCancelled {
          try? await Task.sleep(for: interval)
          guard let state = self?.currentState else { break }
          if case .exporting = state { continuation.yield(state) }
        }
      }
      continuation.onTermination = { _ in timer.cancel() }
    }
    return stream
  }

  /// The state; `nil` once the export has ended.
  private var currentState: State? {
    switch status {
    case .unknown: return .pending
    case .waiting: return .waiting
    case .exporting:
      let progress = Progress(totalUnitCount: 1_000)
      progress.completedUnitCount = Int64(self.progress * 1_000)
      return .exporting(progress: progress)
    case .completed, .failed, .cancelled: return nil
    }
  }
}
