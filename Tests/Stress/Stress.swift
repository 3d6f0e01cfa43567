import AudioToolbox

/// Makes random calls on queues with taps, players, recorders, sounds and the session, from several threads and from within what they call.
///
///     Stress [--count 300] [--seed 1] [--first 0] [--kind output|input|player|recorder|sound|session]
///            [--workers 8] [--patience 60]
///
/// Each sequence is what its number and the seed say, but for what several threads make of it: `--first NUMBER --count 1` runs one of
/// them again. Of each is wanted: that every call returns and nothing dies, that nothing is called after a synchronous end, that a
/// queue plays or records after whatever was done to it, and that of all sequences nothing stays: no reference, thread, open file or
/// memory. Says what was not so; status 1 then, and dies by a signal where a sequence hangs.
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
