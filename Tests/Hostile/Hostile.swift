import AudioToolbox

/// Damages and reads files, one damage at a time, and reports the failures.
///
///     Hostile [--truncations 200] [--flips 2000] [--seed 1] [--seconds 600] FILE-OR-FOLDER…
///     Hostile [--seed 1] --case NUMBER FILE     one of them again, in this process
///
/// It reads all properties and packets the way clients do: with Audio File callbacks, and with
/// Audio File Stream in pieces. Each damaged file must cause no trap, take less than a second of
/// work, use at most 32 MB plus twice the file's size, and write only to lent memory. A separate
/// process reads each file; if it dies, its last line names the damage. Exits with status 1 if
/// anything failed.
@main
enum Hostile {
  static func main() {
    guard let options = HostileOptions(CommandLine.arguments.dropFirst()) else {
      FileHandle.standardError.write(
        Data("usage: Hostile [--truncations N] [--flips N] [--seed N] [--seconds N] PATH…\n".utf8))
      exit(2)
    }
    if let number = options.replayed {
      HostileReader(options, file: options.paths[0]).replay(number)
    } else if let first = options.firstCase {
      HostileReader(options, file: options.paths[0]).run(from: first)
    } else {
      exit(HostileRun(options).run() ? 0 : 1)
    }
  }
}
