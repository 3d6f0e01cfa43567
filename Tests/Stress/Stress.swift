import AudioToolbox

/// Makes random calls on queues with taps, players, recorders, sounds and the session, from several
/// threads and from their callbacks.
///
///     Stress [--count 300] [--seed 1] [--first 0] [--kind
///     output|input|player|recorder|sound|session]
///            [--workers 8] [--patience 60]
///
/// The number and the seed determine a sequence, except for the timing of its threads: `--first
/// NUMBER --count 1` repeats one. The rules: each call returns, and the process survives. A
/// synchronous end is followed by no callback. A queue plays or records after any calls. At the
/// end, no reference, thread, open file or memory remains. Reports each broken rule and exits with
/// status 1. If a sequence hangs, the process ends with a signal.
@main
enum Stress {
  static func main() {
    guard let options = StressOptions(CommandLine.arguments.dropFirst()) else {
      FileHandle.standardError.write(
        Data("usage: Stress [--count N] [--seed N] [--first N] [--kind KIND] [--workers N]\n".utf8))
      exit(2)
    }
    setenv("OPENCOREAUDIO_DEVICE", "null", 1)
    setenv("OPENCOREAUDIO_INPUT", "null", 1)
    exit(StressRun(options).run() ? 0 : 1)
  }
}
