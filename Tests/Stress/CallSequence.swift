import AudioToolbox

/// Random calls on one object, from its making to its end.
protocol CallSequence {
  /// Makes the calls and ends the object; returns when all has ended.
  func run()
}

/// What a sequence is made of.
struct SequenceMaterial {
  var number: Int
  var dice: Dice
  let report: StressReport
  let files: StressFiles
  /// A run loop that other sequences use, too.
  let runLoop: RunLoopThread

  /// Says what should not have been.
  func complain(_ text: String) { report.complain("sequence \(number): \(text)") }
}

enum SequenceKind: String, CaseIterable {
  case output, input, player, recorder, sound, session

  /// Queues above all.
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
