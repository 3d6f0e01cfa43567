package import AudioTransport
internal import Synchronization

/// The transfer of the medium.
extension MediaItem {
  /// The transfer at this moment, or at its end; `nil` for local bytes.
  package var transfer: HTTPProgress? {
    let (progress, last) = state.withLock { ($0.progress, $0.lastTransfer) }
    return progress?() ?? last
  }

  /// Errors of the transfer so far.
  package var troubleCount: Int { transfer?.statistics?.troubleCount ?? 0 }

  /// Calls those who wait for changes.
  func sendSignals() {
    for signal in state.withLock({ $0.signals }) { signal() }
  }
}
