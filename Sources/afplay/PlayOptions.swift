import ToolSupport

/// What the words after the name of the tool ask for.
struct PlayOptions: Equatable {
  var names: [String] = []
  /// 0 for silence to 1 for unchanged.
  var volume: Float = 1
  /// Seconds of each file, or all of it.
  var seconds: Double?
  /// Seconds of the file for each of listening.
  var rate: Float = 1
  var isDebugging = false
  var wantsHelp = false
  var listsDevices = false

  static let usage = "usage: afplay [options] FILE-or-URL...\n"

  static let help =
    usage + """

      Plays each FILE or http URL to its end, those of one format without a gap. In the foreground of a
      terminal a line shows the time, the level and how much of a URL has come, and keys are heard:

        space       pause, and go on          up, down    louder, softer
        left, right 10 seconds back, ahead    m           silence, and back
        n           the next file             q           quit

        -v, --volume VOLUME    0 for silence, 1 for unchanged, up to 255 for louder
        -t, --time SECONDS     as much of each file
        -r, --rate RATE        0.5 to 2 times as fast; the pitch stays
        -q, --rQuality QUALITY 0 or 1: of the rate, which has one quality
        -d, --debug            writes what is played how
            --leaks            Apple's, which looks for memory that is lost; taken, and nothing is done
            --devices          writes the names of what can be played on, for OPENCOREAUDIO_DEVICE
        -h, --help             writes this text
        --                     ends the options

      Exit status: 0; 1 where something could not be played to its end; 2 for a wrong option. A signal
      ends it as it ends other programs: at the shell that is 130 after Ctrl-C, 143 after SIGTERM.

      """

  init() {}

  /// Reads the arguments.
  ///
  /// - Throws: What is wrong with them.
  init(_ arguments: some Sequence<String>) throws(ToolFailure) {
    var words = Arguments(arguments)
    while let option = words.nextOption() {
      switch option {
      case "-h", "--help": wantsHelp = true
      case "-d", "--debug": isDebugging = true
      case "--leaks": break
      case "--devices": listsDevices = true
      case "-v", "--volume": volume = Float(try words.decimal(of: option, in: 0...255))
      case "-t", "--time": seconds = try words.decimal(of: option, in: 0...1e9)
      case "-r", "--rate": rate = Float(try words.decimal(of: option, in: 0.5...2))
      case "-q", "--rQuality": _ = try words.decimal(of: option, in: 0...1)
      default: throw Arguments.unknown(option)
      }
    }
    names = words.names
    guard wantsHelp || listsDevices || !names.isEmpty else { throw ToolFailure("no file") }
  }
}
