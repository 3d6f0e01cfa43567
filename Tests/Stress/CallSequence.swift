import AudioToolbox

/// Random calls on one object, from its creation to its end.
protocol CallSequence {
  /// Makes the calls and ends the object. Returns after the end.
  func run()
}

/// The inputs of a sequence.
struct SequenceMaterial {
  var number: Int
  var dice: Dice
  let report: StressReport
  let files: StressFiles
  /// A run loop shared with other sequences.
  let runLoop: RunLoopThread

  func complain(_ text: String) { report.complain("sequence \(number): \(text)") }
}

enum SequenceKind: String, CaseIterable {
  case output, input, player, recorder, sound, session

  /// A random kind, most often a queue.
  static func random(_ dice: inout Dice) -> SequenceKind {
    switch dice.roll(21) {
    case 0...9: .output
    case 10...15: .input
    case 16, 17: .player
    case 18: .recorder
    case 19: .sound
    default: .session
    }
  }

  func make(_ material: SequenceMaterial) -> any CallSequence {
    switch self {
    case .output, .input: QueueSequence(material, isInput: self == .input)
    case .player: PlayerSequence(material)
    case .recorder: RecorderSequence(material)
    case .sound: SoundSequence(material)
    case .session: SessionSequence(material)
    }
  }
}
