import AudioToolbox

/// The options of the command line.
struct HostileOptions {
  var truncations = 200
  var flips = 2000
  var seed: UInt64 = 1
  /// The time limit per file in seconds; the report names the damages that are left out.
  var seconds = 600
  /// The single damage to replay in this process.
  var replayed: Int?
  /// The first damage for a child.
  var firstCase: Int?
  var paths: [String] = []

  /// - Returns: `nil` if the command line is invalid.
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

  /// The number of damages; the first one leaves the file intact.
  var caseCount: Int { 1 + truncations + flips }

  /// The command line of a child.
  func child(file: String, from first: Int) -> [String] {
    [
      "--truncations", "\(truncations)", "--flips", "\(flips)", "--seed", "\(seed)",
      "--seconds", "\(seconds)", "--from", "\(first)", file,
    ]
  }
}
