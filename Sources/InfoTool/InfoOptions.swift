import ToolSupport

/// The settings of a run, read from its arguments.
struct InfoOptions {
  private(set) var isJSON = false
  private(set) var pictures: [Picture] = []
  private(set) var wantsHelp = false
  private(set) var paths: [String] = []

  /// Reads the arguments.
  ///
  /// - Throws: ``ToolFailure`` if they are wrong.
  init(_ arguments: [String]) throws(ToolFailure) {
    var words = Arguments(arguments)
    var seconds: Double?
    while let option = try words.next(in: InfoOption.table) {
      switch option {
      case .json: isJSON = true
      case .waveform: pictures.append(Picture(kind: .waveform, path: words.value()))
      case .spectrogram: pictures.append(Picture(kind: .spectrogram, path: words.value()))
      case .poster: pictures.append(Picture(kind: .poster, path: words.value()))
      case .posterTime: seconds = try words.decimal(in: 0...1e9)
      case .help: wantsHelp = true
      }
    }
    for index in pictures.indices { pictures[index].seconds = seconds }
    paths = words.names
    guard !wantsHelp else { return }
    guard !paths.isEmpty else { throw ToolFailure("no input file") }
    guard pictures.isEmpty || paths.count == 1 else {
      throw ToolFailure("--waveform, --spectrogram and --poster: only for a single FILE")
    }
    guard seconds == nil || pictures.contains(where: { $0.kind == .poster }) else {
      throw ToolFailure("--poster-time needs --poster")
    }
  }
}
