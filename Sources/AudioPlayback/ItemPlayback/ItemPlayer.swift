package import AudioDevices
internal import AudioModel
internal import AudioProcessing
internal import AudioRealtime
internal import Synchronization

/// Plays a list of media on a device, one after the other without a gap.
///
/// Calls change the wanted state and return at once. A thread of the player carries them out, and
/// reports to the observer. The player ends with ``shutDown()``.
package final class ItemPlayer: Sendable {
  /// Whether the player plays.
  package enum Control: Equatable, Sendable {
    case paused
    case waiting(Reason)
    case playing
  }

  /// Why a player waits.
  package enum Reason: Equatable, Sendable {
    case noItem
    /// Not enough has arrived to begin.
    case evaluating
    /// Playback ran out of frames.
    case stalled
  }

  /// The action at the end of an item.
  package enum EndAction: Equatable, Sendable {
    case advance
    case pause
    case none
  }

  /// A jump that has been requested.
  struct PendingSeek: Sendable {
    var seconds: Double
    var completion: @Sendable (Bool) -> Void
    /// Whether the frames at the new time have been requested.
    var isStarted = false
  }

  typealias State = ItemPlayerState

  let state: Mutex<State>
  let wake = Signal()
  /// The engine and the frames that it plays.
  let output = Mutex<PlayerOutput?>(nil)

  /// Makes a player without items.
  package init(choice: DeviceChoice) {
    state = Mutex(State(choice: choice))
  }

  deinit { output.withLock { $0 }?.engine.shutDown() }

  /// Sets the observer, which is held weakly.
  package func setObserver(_ observer: any ItemPlayerObserver) {
    state.withLock { $0.observer = observer }
  }

  /// Ends the player and its thread.
  package func shutDown() {
    let (items, seek) = state.withLock { state in
      state.isShutDown = true
      state.observer = nil
      defer {
        state.entries = []
        state.seek = nil
        state.observers = []
      }
      return (state.entries.map(\.item), state.seek)
    }
    seek?.completion(false)
    cancelPrerolls()
    for item in items { item.close() }
    let isStarted = state.withLock { $0.thread != nil }
    wake.post()
    if !isStarted { output.withLock { $0.take() }?.engine.shutDown() }
  }

  /// Starts the thread at the first change, and wakes it.
  func changed() {
    state.withLock { state in
      guard state.thread == nil, !state.isShutDown else { return }
      let reference = WeakPlayer(self)
      let wake = wake
      state.thread = AudioThread(name: "oca-player") {
        ItemPlayer.run(reference, wake)
      }
    }
    wake.post()
  }

  // MARK: Items

  /// Adds an item after another item.
  ///
  /// - Parameters:
  ///   - item: The item, which belongs to this player from now on.
  ///   - new: The item's ID, from ``reserveID()``.
  ///   - id: The ID of the item that it follows; `nil` adds it to the end.
  ///   - startTime: Where playback of the item begins, in seconds.
  package func insert(
    _ item: MediaItem, id new: Int, after id: Int? = nil, startTime: Double = 0
  ) {
    if startTime > 0 { item.seek(to: startTime) }
    state.withLock { state in
      let entry = PlayedItems.Entry(id: new, item: item, startTime: startTime)
      state.reserved.remove(new)
      if let index = state.entries.firstIndex(where: { $0.id == id }) {
        state.entries.insert(entry, at: index + 1)
      } else {
        state.entries.append(entry)
      }
      if state.entries.count == 1 { state.resetTime() }
      state.plan()
    }
    item.addSignal { [weak self] in self?.itemSignalled() }
    changed()
  }

  /// Removes an item; the next one follows a removed current item.
  package func remove(_ id: Int) {
    let (item, seek) = state.withLock { state -> (MediaItem?, PendingSeek?) in
      guard let index = state.entries.firstIndex(where: { $0.id == id }) else { return (nil, nil) }
      let entry = state.entries.remove(at: index)
      var seek: PendingSeek?
      if index == 0 {
        seek = state.seek.take()
        state.resetTime()
      }
      state.plan()
      return (entry.item, seek)
    }
    seek?.completion(false)
    item?.close()
    changed()
  }

  /// Sets where playback of a later item begins.
  ///
  /// - Returns: False if the item plays, or its first frames are on their way to the device.
  package func setStartTime(_ seconds: Double, of id: Int) -> Bool {
    let read = output.withLock { $0 }?.source.readEntries.map(\.id) ?? []
    let item = state.withLock { state -> MediaItem? in
      guard let index = state.entries.firstIndex(where: { $0.id == id }), index > 0,
        !read.contains(id)
      else { return nil }
      state.entries[index].startTime = seconds
      return state.entries[index].item
    }
    item?.seek(to: seconds)
    return item != nil
  }

  /// Sets the time at which an item ends before its own end.
  package func setEndTime(_ seconds: Double?, of id: Int) {
    state.withLock { state in
      guard let index = state.entries.firstIndex(where: { $0.id == id }) else { return }
      state.entries[index].endTime = seconds
    }
    changed()
  }

  /// Sets the time at which playback of an item in reverse ends before its start.
  package func setReverseEndTime(_ seconds: Double?, of id: Int) {
    state.withLock { state in
      guard let index = state.entries.firstIndex(where: { $0.id == id }) else { return }
      state.entries[index].reverseEndTime = seconds
    }
    changed()
  }

  private func itemSignalled() {
    output.withLock { $0?.source }?.signal()
    wake.post()
  }

  // MARK: Rate

  /// Whether rates other than 1 are possible: the library is installed.
  package static var canChangeSpeed: Bool { TimePitch.isAvailable }

  package var rate: Float { state.withLock { $0.rate } }

  package var control: Control { state.withLock { $0.control } }

  /// Sets the rate; 0 pauses, and negative rates play in reverse.
  ///
  /// - Parameters:
  ///   - rate: Seconds of the medium for each played second.
  ///   - atOnce: Whether to play the frames that have arrived, without waiting for more.
  ///   - nanoseconds: The time of the first frame by the monotonic clock; `nil` for as soon as
  ///     possible.
  package func setRate(_ rate: Float, atOnce: Bool = false, at nanoseconds: Int? = nil) {
    state.withLock { state in
      state.rate = rate
      state.startsAtOnce = atOnce
      state.startNanoseconds = nanoseconds
      state.plan()
    }
    if rate != 0 { cancelPrerolls() }
    changed()
  }

  /// The rate and the state at one moment.
  package var rateAndControl: (Float, Control) { state.withLock { ($0.rate, $0.control) } }

  /// Sets whether the pitch changes with the rate.
  package func setVarispeed(_ isOn: Bool) {
    state.withLock { $0.algorithm = isOn ? .varispeed : .keepingPitch }
    changed()
  }

  package func setWaitsForBytes(_ waits: Bool) {
    state.withLock { $0.waitsForBytes = waits }
    changed()
  }

  package func setEndAction(_ action: EndAction) {
    state.withLock { $0.endAction = action }
    changed()
  }

  package func setVolume(_ volume: Float, isMuted: Bool) {
    state.withLock { ($0.volume, $0.isMuted) = (volume, isMuted) }
    changed()
  }
}

/// A weak reference to a player.
struct WeakPlayer: Sendable {
  private(set) weak var player: ItemPlayer?

  init(_ player: ItemPlayer) {
    self.player = player
  }
}
