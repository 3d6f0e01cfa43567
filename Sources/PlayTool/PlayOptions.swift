import ToolSupport

/// The settings of a run, read from its arguments.
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

  init() {}

  /// Reads the arguments.
  ///
  /// - Throws: ``ToolFailure`` if they are wrong.
  init(_ arguments: some Sequence<String>) throws(ToolFailure) {
    var words = Arguments(arguments)
    while let option = try words.next(in: PlayOption.table) {
      switch option {
      case .help: wantsHelp = true
      case .debug: isDebugging = true
      case .leaks: break
      case .devices: listsDevices = true
      case .volume: volume = Float(try words.decimal(in: 0...255))
      case .time: seconds = try words.decimal(in: 0...1e9)
      case .rate: rate = Float(try words.decimal(in: 0.5...2))
      case .rateQuality: _ = try words.decimal(in: 0...1)
      }
    }
    names = words.names
    guard wantsHelp || listsDevices || !names.isEmpty else { throw ToolFailure("no file") }
  }
}
