import AudioToolbox

/// The options of the command line.
struct StressOptions {
  var count = 300
  var seed: UInt64 = 1
  /// The number of the first sequence.
  var first = 0
  /// The number of sequences that run at the same time.
  var workers = 8
  /// The time in seconds after which a sequence counts as hanging.
  var patience = 60.0
  /// The only kind to run.
  var kind: SequenceKind?

  /// - Returns: `nil` if the command line is invalid.
  init?(_ arguments: some Sequence<String>) {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      guard let text = rest.popFirst() else { return nil }
      if argument == "--kind" {
        guard let kind = SequenceKind(rawValue: text) else { return nil }
        self.kind = kind
        continue
      }
      guard let number = Int(text), number >= 0 else { return nil }
      switch argument {
      case "--count": count = number
      case "--seed": seed = UInt64(number)
      case "--first": first = number
      case "--workers": workers = max(1, number)
      case "--patience": patience = Double(number)
      default: return nil
      }
    }
  }
}
