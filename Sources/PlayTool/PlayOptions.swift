import NowPlaying
import ToolSupport

/// The options from the command line.
struct PlayOptions: Equatable {
  var names: [String] = []
  /// The volume: 0 for silence, 1 for unchanged.
  var volume: Float = 1
  /// The number of seconds to play from each file, or `nil` for all.
  var seconds: Double?
  /// The playback rate.
  var rate: Float = 1
  /// The folder in which files of servers are kept, or `nil` for none.
  var cacheFolder: String?
  /// The sound bank of MIDI files, or `nil` for the standard one.
  var soundFont: String?
  var isDebugging = false
  /// What is repeated, and whether the order is random.
  var settings = PlayQueue.Settings()
  /// Whether afplay hides from other programs.
  var isHidden = false
  var wantsHelp = false
  var listsDevices = false

  init() {}

  /// Reads the arguments.
  ///
  /// - Throws: ``ToolFailure`` if they are invalid.
  init(_ arguments: some Sequence<String>) throws(ToolFailure) {
    var words = Arguments(arguments)
    while let option = try words.next(in: PlayOption.table) {
      switch option {
      case .help: wantsHelp = true
      case .debug: isDebugging = true
      case .hides: isHidden = true
      case .leaks: break
      case .devices: listsDevices = true
      case .volume: volume = Float(try words.decimal(in: 0...255))
      case .time: seconds = try words.decimal(in: 0...1e9)
      case .rate: rate = Float(try words.decimal(in: 0.5...2))
      case .soundFont: soundFont = words.value()
      case .cache: cacheFolder = words.value()
      case .shuffle: settings.shuffles = true
      case .repeat: settings.repeats = try Self.repeats(words.value())
      case .rateQuality: _ = try words.decimal(in: 0...1)
      }
    }
    names = words.names
    guard wantsHelp || listsDevices || !names.isEmpty else { throw ToolFailure("no input file") }
  }

  private static func repeats(_ word: String) throws(ToolFailure) -> PlayOrder.Repeat {
    switch word {
    case "all": return .all
    case "one": return .one
    default: throw ToolFailure("--repeat \(word): must be all or one")
    }
  }
}
