internal import Synchronization

/// Frames that are decoded before playback begins.
extension ItemPlayer {
  /// A client that waits for the first frames.
  struct PendingPreroll: Sendable {
    /// The ID of the item.
    var id: Int
    var completion: @Sendable (Bool) -> Void
  }

  /// Waits until playback of the current item can begin at once.
  ///
  /// - Parameter completion: Called once. False means that the player already plays or has no item.
  ///   It also means that a seek, a new rate or another item came first.
  package func preroll(completion: @escaping @Sendable (Bool) -> Void) {
    let isPossible = state.withLock { state -> Bool in
      guard let id = state.entries.first?.id, state.rate == 0, !state.isShutDown else {
        return false
      }
      state.prerolls.append(PendingPreroll(id: id, completion: completion))
      return true
    }
    if !isPossible { completion(false) }
    changed()
  }

  /// Ends all prerolls with false.
  package func cancelPrerolls() {
    let prerolls = state.withLock { state in
      defer { state.prerolls = [] }
      return state.prerolls
    }
    for preroll in prerolls { preroll.completion(false) }
  }
}

extension PlayerWorker {
  /// Completes the prerolls whose frames have been decoded.
  mutating func advancePrerolls() {
    let state = state
    guard !state.prerolls.isEmpty else { return }
    guard let current = state.entries.first, state.rate == 0 else { return player.cancelPrerolls() }
    if case .failed = current.item.status { return player.cancelPrerolls() }
    // Watch before the check, so that no block is missed.
    current.item.watch(true)
    let ahead = current.item.ahead
    let isReady = state.isAtEnd || ahead.hasEnded || ahead.seconds >= PlayerTransport.startSeconds
    let ended = player.state.withLock { state -> [(ItemPlayer.PendingPreroll, Bool)] in
      let id = state.entries.first?.id
      let ended = state.prerolls.filter { isReady || $0.id != id }
      state.prerolls.removeAll { isReady || $0.id != id }
      return ended.map { ($0, $0.id == id) }
    }
    for (preroll, isDone) in ended { preroll.completion(isDone) }
  }
}
