import AudioToolbox

/// What the command line says.
struct HostileOptions {
  var truncations = 200
  var flips = 2000
  var seed: UInt64 = 1
  /// Seconds of work on one file, after which the rest of its damages is left out and said to be.
  var seconds = 600
  /// The one damage to do, in this process.
  var replayed: Int?
  /// The damage from which a child goes on.
  var firstCase: Int?
  var paths: [String] = []

  /// - Returns: `nil` where the command line is wrong.
  init?(_ arguments: some Sequence<String>) {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("--") else {
        paths.append(argument)
        continue
      }
      guard let number = rest.popFirst().flatMap({ Int($0) }), number >= 0 else { return nil }
      switch argument {
      case "--truncations": truncations = number
      case "--flips": flips = number
      case "--seed": seed = UInt64(number)
      case "--seconds": seconds = number
      case "--case": replayed = number
      case "--from": firstCase = number
      default: return nil
      }
    }
    guard !paths.isEmpty, replayed == nil || paths.count == 1 else { return nil }
  }

  /// Damages of a file; the first is none.
  var caseCount: Int { 1 + truncations + flips }

  /// The command line of a child.
  func child(file: String, from first: Int) -> [String] {
    [
      "--truncations", "\(truncations)", "--flips", "\(flips)", "--seed", "\(seed)",
      "--seconds", "\(seconds)", "--from", "\(first)", file,
    ]
  }
}
