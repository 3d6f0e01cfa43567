import AudioToolbox
import Glibc
import ToolSupport

/// The options from the command line.
struct ConversionOptions: Sendable {
  enum Request: Sendable {
    case conversion
    case help
    case formats
  }

  /// A file and its output.
  struct Job: Sendable {
    /// The origin of the output's name.
    enum Origin: Sendable {
      /// The command line contains the name.
      case named
      /// The name is the input's, with another extension.
      case derived
    }

    var input: String
    /// The files that follow the input in the output.
    var joined: [String] = []
    var output: String
    var origin: Origin
  }

  /// A property of the encoding converter.
  struct EncoderProperty: Sendable {
    var code: AudioConverterPropertyID
    var value: UInt32
  }

  private(set) var request = Request.conversion
  private(set) var jobs: [Job] = []
  /// The folder for all outputs; `nil` to place each output next to its input.
  private(set) var outputFolder: String?
  private(set) var fileType: AudioFileTypeID = 0
  /// The format of the output; `nil` for the default of its type.
  private(set) var dataFormat: DataFormatName?
  private(set) var bitRate: UInt32?
  private(set) var quality: UInt32?
  /// A value such as `kAudioCodecBitRateControlMode_Constant`.
  private(set) var strategy: UInt32?
  /// Encoder properties by their codes, in the given order.
  private(set) var encoderProperties: [EncoderProperty] = []
  private(set) var channelCount: UInt32?
  /// The channel layout of the input, if it overrides the file's.
  private(set) var inputLayout: ChannelLayoutName?
  /// The channel layout of the output.
  private(set) var outputLayout: ChannelLayoutName?
  private(set) var soundCheck = SoundCheckOption.none
  private(set) var mixes = false
  private(set) var rateQuality: UInt32?
  /// The sound bank of MIDI files, or `nil` for the standard one.
  private(set) var soundFont: String?
  private(set) var rateComplexity: UInt32?
  /// A value such as `kConverterPrimeMethod_Pre`.
  private(set) var primeMethod: UInt32?
  /// The number of frames to skip in each input, at its own rate.
  private(set) var offset: UInt32 = 0
  /// The part of the input, and its level.
  private(set) var edit = SoundEdit()
  private(set) var joins = false
  /// Whether each chapter of an input becomes an output; ``Job/output`` is then the start of their
  /// paths.
  private(set) var splitsChapters = false
  /// The index of the audio track, from 0.
  private(set) var track: UInt32?
  /// The neighbors of a single input on a gapless album.
  private(set) var neighbours: (before: String?, after: String?)
  /// Whether audio starts at a page boundary, if the file type supports filler.
  private(set) var alignsAudio = true
  private(set) var skipsExisting = false
  private(set) var isVerbose = false
  /// The number of conversion threads.
  private(set) var concurrency = 1
  /// Whether a second thread reads ahead of each writer, because there are at least two threads for
  /// each file.
  var readsAhead: Bool { jobs.count * 2 <= concurrency }

  /// Whether the input belongs to a gapless album.
  var hasNeighbours: Bool { neighbours.before != nil || neighbours.after != nil }
  /// These options for a neighbor, which is read from its first frame.
  var ofNeighbour: ConversionOptions {
    var options = self
    (options.offset, options.track) = (0, nil)
    return options
  }

  /// Reads the arguments.
  ///
  /// - Throws: ``ToolFailure`` if they are invalid.
  init(arguments: [String]) throws(ToolFailure) {
    var output: String?
    var wantedJobs: UInt32?
    var words = Arguments(arguments)
    while let option = try words.next(in: ConvertOption.table) {
      switch option {
      case .output: output = words.value()
      case .jobs: wantedJobs = try words.number(in: 1...1024)
      default: try set(option, &words)
      }
    }
    guard request == .conversion else { return }
    try checkEdit()
    try setJobs(words.names, output)
    concurrency = Int(wantedJobs ?? UInt32(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1)))
  }

  /// Reads the values of an option that does not depend on others.
  private mutating func set(
    _ option: ConvertOption, _ words: inout Arguments
  ) throws(ToolFailure) {
    switch option {
    case .help: request = .help
    case .formats: request = .formats
    case .fileType: fileType = try FileTypeName.type(words.value())
    case .dataFormat: dataFormat = try DataFormatName(words.value())
    case .bitRate: bitRate = try words.number(in: 1...100_000_000)
    case .strategy: strategy = try words.number(in: 0...3)
    case .quality: quality = try words.number(in: 0...127)
    case .property:
      let code = try Self.code(words.value())
      let value = try words.number(in: 0...UInt32.max)
      encoderProperties.append(EncoderProperty(code: code, value: value))
    case .channels: channelCount = try words.number(in: 1...64)
    case .layout: try add(try ChannelLayoutName(words.value()))
    case .mix: mixes = true
    case .generateSoundCheck: try set(.generate)
    case .readSoundCheck: try set(.read)
    case .rateQuality: rateQuality = try words.number(in: 0...127)
    case .rateComplexity: rateComplexity = try Self.complexity(words.value())
    case .primeMethod: primeMethod = try words.number(in: 0...2)
    case .offset: offset = try words.number(in: 0...UInt32.max)
    case .track: track = try words.number(in: 0...UInt32.max - 1)
    case .gaplessBefore: neighbours.before = words.value()
    case .gaplessAfter: neighbours.after = words.value()
    case .noFiller: alignsAudio = false
    case .soundFont: soundFont = words.value()
    case .outputFolder: outputFolder = words.value()
    case .skipExisting: skipsExisting = true
    case .verbose: isVerbose = true
    case .start, .end, .gain, .normalize, .fadeIn, .fadeOut, .join, .splitChapters:
      try setEdit(option, &words)
    case .output, .jobs: break
    }
  }

  private mutating func setEdit(
    _ option: ConvertOption, _ words: inout Arguments
  ) throws(ToolFailure) {
    switch option {
    case .start: edit.start = try words.decimal(in: 0...1e9)
    case .end: edit.end = try words.decimal(in: 0...1e9)
    case .gain: edit.gain = try words.decimal(in: -200...100)
    case .fadeIn: edit.fadeIn = try words.decimal(in: 0...1e6)
    case .fadeOut: edit.fadeOut = try words.decimal(in: 0...1e6)
    case .normalize: edit.loudness = try Self.loudness(&words)
    case .splitChapters: splitsChapters = true
    default: joins = true
    }
  }

  /// Assigns an output to each input.
  private mutating func setJobs(_ names: [String], _ named: String?) throws(ToolFailure) {
    var (names, output) = (names, named)
    guard !names.isEmpty else { throw ToolFailure("no input file") }
    if joins {
      try takeOutput(&output, ofJoined: &names)
    } else if names.count == 2, output == nil, takesOutput, isOutput(names[1]) {
      output = names.removeLast()
    }
    try checkOutput(output, inputCount: names.count)
    if fileType == 0 {
      guard let output else { throw ToolFailure("-f: required if no OUTPUT is named") }
      fileType = try FileTypeName.type(ofPath: output)
    }
    if soundCheck == .generate, !SoundCheckOption.types.contains(fileType) {
      throw ToolFailure("--soundcheck-generate: the file type cannot store Sound Check values")
    }
    if joins, let output {
      let others = Array(names.dropFirst())
      jobs = [Job(input: names[0], joined: others, output: output, origin: .named)]
      return
    }
    guard !splitsChapters else { return jobs = try chapterJobs(names) }
    let fileExtension = FileTypeName.fileExtension(of: fileType)
    jobs = names.map { name in
      Job(
        input: name,
        output: output ?? Self.output(for: name, in: outputFolder, extension: fileExtension),
        origin: output == nil ? .derived : .named)
    }
    if let twice = Self.firstRepeated(jobs.map(\.output)) {
      throw ToolFailure("\(twice): would be the output of two inputs")
    }
  }

  /// Adds a layout; the first of two belongs to the input.
  private mutating func add(_ layout: ChannelLayoutName) throws(ToolFailure) {
    guard inputLayout == nil else {
      throw ToolFailure("-l: can be given only twice, for the input and the output")
    }
    (inputLayout, outputLayout) = (outputLayout, layout)
  }

  private mutating func set(_ option: SoundCheckOption) throws(ToolFailure) {
    guard soundCheck == .none || soundCheck == option else {
      throw ToolFailure("--soundcheck-generate and --soundcheck-read: use only one")
    }
    #if !Loudness
      guard option != .generate else {
        throw ToolFailure("--soundcheck-generate: afconvert was built without the trait Loudness")
      }
    #endif
    soundCheck = option
  }

  /// Whether the second of two names is the output.
  ///
  /// A nonempty file of another type than the output's is an input instead.
  private func isOutput(_ name: String) -> Bool {
    guard fileType != 0, LocalFile.holdsBytes(name) else { return true }
    return FileTypeName.extensions(of: fileType).contains { name.lowercased().hasSuffix("." + $0) }
  }

  /// The second of two names, if it counted as an input.
  var secondInput: String? {
    jobs.count == 2 && outputFolder == nil ? jobs[1].input : nil
  }

  private static func complexity(_ name: String) throws(ToolFailure) -> UInt32 {
    guard ConvertOption.complexities.contains(name) else {
      throw ToolFailure("--src-complexity \(name): must be line, norm, bats or minp")
    }
    return name.utf8.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The code of a property.
  private static func code(_ name: String) throws(ToolFailure) -> AudioConverterPropertyID {
    guard name.utf8.count == 4 else {
      throw ToolFailure("-u \(name): must be four characters, such as vbrq")
    }
    return name.utf8.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Returns the output path: the input path with another extension and, optionally, in another
  /// folder.
  private static func output(
    for input: String, in folder: String?, extension fileExtension: String
  ) -> String {
    let parts = input.split(separator: "/", omittingEmptySubsequences: false)
    var name = String(parts.last ?? "")
    if let dot = name.lastIndex(of: "."), dot != name.startIndex { name = String(name[..<dot]) }
    name += "." + fileExtension
    if let folder { return folder + "/" + name }
    return (parts.dropLast().map(String.init) + [name]).joined(separator: "/")
  }

  static func firstRepeated(_ names: [String]) -> String? {
    var seen: Set<String> = []
    return names.first { !seen.insert($0).inserted }
  }
}
