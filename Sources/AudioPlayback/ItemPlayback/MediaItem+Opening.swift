internal import AudioTransport
internal import Synchronization

extension MediaItem {
  /// Opens the medium, and reports once when it is ready, has failed or has been closed.
  ///
  /// - Parameter report: Called on any thread, perhaps before this call returns.
  package func whenOpened(_ report: @escaping @Sendable (Result<Info, MediaFailure>) -> Void) {
    let pending = PendingReport(report)
    addSignal { [weak self] in
      if let outcome = self?.outcome { pending.send(outcome) }
    }
    open()
    if let outcome { pending.send(outcome) }
  }

  /// How opening ended; `nil` before its end.
  private var outcome: Result<Info, MediaFailure>? {
    switch status {
    case .ready(let info): .success(info)
    case .failed(let failure): .failure(failure)
    case .idle, .opening: isClosed ? .failure(.transport(.init(.cancelled))) : nil
    }
  }
}

/// A report that is sent once.
private final class PendingReport: Sendable {
  typealias Report = @Sendable (Result<MediaItem.Info, MediaFailure>) -> Void

  private let report: Mutex<Report?>

  init(_ report: @escaping Report) {
    self.report = Mutex(report)
  }

  func send(_ outcome: Result<MediaItem.Info, MediaFailure>) {
    let report = report.withLock { report in
      defer { report = nil }
      return report
    }
    report?(outcome)
  }
}
