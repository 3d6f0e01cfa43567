import AudioToolbox

/// How a sequence of calls on a queue goes.
struct QueuePlan {
  /// Where the queue calls.
  enum Place: CaseIterable {
    case ownThread, runLoop, dispatchQueue
  }

  /// How the queue is ended.
  enum Ending: CaseIterable {
    /// At once, when the callers are done, after it has played or recorded once more.
    case afterPlaying
    /// At once, when the callers are done.
    case atOnce
    /// At once, while they are not.
    case amidCalls
    /// When all has been heard or recorded, once the callers are done.
    case whenDone
    /// By several threads at a time, at once and not.
    case byMany
    /// By any call of the sequence, also in callbacks.
    case byAnyone
  }

  let isInput: Bool
  let format: AudioStreamBasicDescription
  let place: Place
  let ending: Ending
  /// Whether there is a tap from the beginning.
  let hasTap: Bool
  let callers: Int
  let callsOfEach: Int
  /// Calls within callbacks, of all.
  let callsWithin: Int

  init(_ dice: inout Dice, isInput: Bool) {
    self.isInput = isInput
    format = QueueFormat.random(&dice, isInput: isInput)
    place = dice.pick(Place.allCases)
    ending = dice.pick(Ending.allCases)
    hasTap = dice.isOne(in: 3)
    callers = 1 + dice.roll(3)
    callsOfEach = dice.pick([0, 5, 20, 60])
    callsWithin = dice.pick([0, 20, 60])
  }
}
