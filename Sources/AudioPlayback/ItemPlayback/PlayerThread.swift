internal import AudioRealtime
internal import Synchronization

extension ItemPlayer {
  /// The body of the player's thread, which ends with the player.
  static func run(_ reference: WeakPlayer, _ wake: Signal) {
    var worker: PlayerWorker?
    while let deadline = step(reference, &worker) { wake.wait(until: deadline) }
  }

  private static func step(_ reference: WeakPlayer, _ worker: inout PlayerWorker?) -> Int? {
    guard let player = reference.player else { return nil }
    if worker == nil { worker = PlayerWorker(player) }
    return worker?.step()
  }

  // MARK: Time observers

  package func add(_ observation: TimeObservation) {
    state.withLock { $0.observers.append(observation) }
    changed()
  }

  /// Removes an observation; returns whether it belonged to this player.
  @discardableResult
  package func remove(_ observation: TimeObservation) -> Bool {
    observation.remove()
    return state.withLock { state in
      let count = state.observers.count
      state.observers.removeAll { $0 === observation }
      return state.observers.count < count
    }
  }
}
