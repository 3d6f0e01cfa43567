package import AudioDevices
internal import Synchronization

extension ItemPlayer {
  /// The IDs of the items, the current one first.
  package var itemIDs: [Int] { state.withLock { $0.entries.map(\.id) } }

  /// The IDs of the items, and those that are reserved for new ones.
  package var knownIDs: Set<Int> {
    state.withLock { $0.reserved.union($0.entries.map(\.id)) }
  }

  /// Returns the ID of the next item.
  package func reserveID() -> Int {
    state.withLock { state in
      defer { state.nextID += 1 }
      state.reserved.insert(state.nextID)
      return state.nextID
    }
  }

  /// Sets the devices to try, the best first.
  ///
  /// Playback continues on the new device at the heard time.
  package func setChoice(_ choice: DeviceChoice) {
    state.withLock { $0.choice = choice }
    changed()
  }
}
