import AudioToolbox

/// The course of a sequence of queue calls.
struct QueuePlan {
  /// The thread of the queue's callbacks.
  enum Place: CaseIterable {
    case ownThread, runLoop, dispatchQueue
  }

  /// The way the queue ends.
  enum Ending: CaseIterable {
    /// Immediate disposal after the callers finish and the queue has played or recorded once more.
    case afterPlaying
    /// Immediate disposal after the callers finish.
    case atOnce
    /// Immediate disposal during the calls.
    case amidCalls
    /// Asynchronous disposal after the callers finish; the queue plays or records to its end.
    case whenDone
    /// Several threads dispose of the queue at the same time, both ways.
    case byMany
    /// Any call of the sequence disposes of the queue, even in callbacks.
    case byAnyone
  }

  let isInput: Bool
  let format: AudioStreamBasicDescription
  let place: Place
  let ending: Ending
  /// Whether the queue starts with a tap.
  let hasTap: Bool
  let callers: Int
  let callsOfEach: Int
  /// The maximum number of calls in callbacks.
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
