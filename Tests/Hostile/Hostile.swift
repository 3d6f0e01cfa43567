import AudioToolbox

/// Damages files and reads them, each damage for itself, and says which ones are not borne.
///
///     Hostile [--truncations 200] [--flips 2000] [--seed 1] [--seconds 600] FILE-OR-FOLDER…
///     Hostile [--seed 1] --case NUMBER FILE     one of them again, in this process
///
/// Files are read as clients read them: by Audio File from functions, and by Audio File Stream in pieces; all properties,
/// all packets. Of each damaged file is wanted: no trap, no second of work, no more memory than 32 MB and twice the
/// file, and nothing written outside of what was lent. Each file is read by a process of its own; the one that
/// dies says with its last line on what. Ends with status 1 where anything was found.
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
