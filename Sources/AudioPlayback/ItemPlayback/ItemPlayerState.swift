internal import AudioDevices
internal import AudioProcessing
internal import AudioRealtime

/// The wanted state of an ``ItemPlayer``.
struct ItemPlayerState: Sendable {
  var entries: [PlayedItems.Entry] = []
  var nextID = 1
  /// The IDs of items that have not been inserted yet.
  var reserved: Set<Int> = []
  var rate: Float = 0
  var volume: Float = 1
  var isMuted = false
  var control = ItemPlayer.Control.paused
  var endAction = ItemPlayer.EndAction.pause
  var waitsForBytes = true
  /// Whether the next start uses the frames that have arrived.
  var startsAtOnce = false
  /// The monotonic clock at the next start; `nil` for as soon as possible.
  var startNanoseconds: Int?
  var hasStalled = false
  var algorithm = TimePitchSettings.Algorithm.keepingPitch
  /// The time of the current item while no engine plays it, in seconds.
  var time = 0.0
  var seek: ItemPlayer.PendingSeek?
  /// Whether a seek has ended and playback has not begun since, so that `time` is the current time.
  var hasSought = false
  var prerolls: [ItemPlayer.PendingPreroll] = []
  /// Whether the current item has been heard to its end.
  var isAtEnd = false
  var isShutDown = false
  var observers: [TimeObservation] = []
  var choice: DeviceChoice
  weak var observer: (any ItemPlayerObserver)?
  var thread: AudioThread?
}

extension ItemPlayerState {
  /// Starts at the beginning of a new current item.
  mutating func resetTime() {
    time = entries.first?.startTime ?? 0
    isAtEnd = false
    hasStalled = false
    hasSought = false
  }

  /// Sets ``control`` as the requests imply, until the thread has performed them.
  mutating func plan() {
    if rate == 0 {
      control = .paused
    } else if entries.isEmpty {
      control = .waiting(.noItem)
    } else if control == .paused || control == .waiting(.noItem) {
      control = .waiting(.evaluating)
    }
  }
}
