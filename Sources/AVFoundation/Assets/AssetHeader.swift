internal import AudioPlayback
internal import AudioRealtime
internal import Synchronization

/// The header of an asset's media, read once by its own thread.
final class AssetHeader: Sendable {
  typealias Outcome = Result<MediaItem.Info, AVError>

  private struct State {
    var outcome: Outcome?
    /// The media while they are being opened.
    var item: MediaItem?
    /// Ends the waits for tags.
    var cancelTags: (@Sendable () -> Void)?
    var waiting: [@Sendable (Outcome) -> Void] = []
  }

  private let bytes: MediaBytes
  private let name: String
  private let state = Mutex(State())

  init(bytes: MediaBytes, name: String) {
    self.bytes = bytes
    self.name = name
  }

  /// A header of media whose information is already known.
  convenience init(_ info: MediaItem.Info, bytes: MediaBytes, name: String) {
    self.init(bytes: bytes, name: name)
    take(info)
  }

  /// The information in the header, if it has been read.
  var info: MediaItem.Info? { try? outcome?.get() }

  /// How reading ended; `nil` before its end.
  var outcome: Outcome? { state.withLock { $0.outcome } }

  /// Whether the header is being read.
  var isLoading: Bool { state.withLock { $0.item != nil } }

  /// Uses the information of a header that a player has already read.
  func take(_ info: MediaItem.Info) { state.withLock { $0.outcome = .success(info) } }

  /// Reads the header, unless it has been read; starts again if an earlier read was cancelled.
  ///
  /// - Parameter completion: Called once, on any thread, perhaps before this call returns.
  func load(_ completion: @escaping @Sendable (Outcome) -> Void) {
    var started: MediaItem?
    let known = state.withLock { state -> Outcome? in
      if let outcome = state.outcome, !outcome.isCancelled { return outcome }
      state.outcome = nil
      state.waiting.append(completion)
      if state.item == nil {
        started = MediaItem(bytes)
        state.item = started
      }
      return nil
    }
    if let known { completion(known) }
    started?.whenOpened { [weak started] result in
      if let started { self.finish(started, result.mapError { AVError($0, of: self.name) }) }
    }
  }

  /// Reads the header, and blocks until it has arrived.
  func wait() -> Outcome {
    let arrived = Signal()
    let outcome = Mutex<Outcome?>(nil)
    load { result in
      outcome.withLock { $0 = result }
      arrived.post()
    }
    while true {
      if let outcome = outcome.withLock({ $0 }) { return outcome }
      arrived.wait()
    }
  }

  /// Reads the header and the tags that playback skips, and blocks until they have arrived.
  func waitForTags() -> Outcome {
    let outcome = wait()
    guard case .success(var info) = outcome, info.skippedTagByteCount > 0 else { return outcome }
    do throws(MediaFailure) {
      defer { state.withLock { $0.cancelTags = nil } }
      try info.readSkippedTags(of: bytes) { cancel in state.withLock { $0.cancelTags = cancel } }
    } catch {
      // The next call tries again.
      return outcome
    }
    take(info)
    return .success(info)
  }

  /// Cancels reading: callers that wait get `operationCancelled`, or the header without more tags.
  func cancel() {
    let (item, cancelTags) = state.withLock { ($0.item, $0.cancelTags) }
    item?.close()
    cancelTags?()
  }

  private func finish(_ item: MediaItem, _ outcome: Outcome) {
    let (waiting, outcome) = state.withLock { state in
      let known = state.outcome ?? outcome
      state.outcome = known
      state.item = nil
      defer { state.waiting = [] }
      return (state.waiting, known)
    }
    item.close()
    for completion in waiting { completion(outcome) }
  }
}

extension AssetHeader.Outcome {
  /// Whether reading was cancelled.
  var isCancelled: Bool {
    if case .failure(let error) = self { error.code == .operationCancelled } else { false }
  }
}
