import AVFAudio
import AudioToolbox
import ToolSupport

/// The options from the command line.
struct RecordingOptions {
  private(set) var isHelp = false
  private(set) var listsDevices = false
  private(set) var isVerbose = false
  private(set) var isProfiled = false
  private(set) var path = ""
  /// The duration in seconds, or `nil` for no limit.
  private(set) var duration: Double?
  /// A device name, as in the environment variable.
  private(set) var device: String?
  /// The format of the file, and options of the encoder.
  private(set) var settings: [String: Any] = [:]
  /// The requested linear PCM, which settings cannot describe completely.
  private var linearPCM: AudioStreamBasicDescription?

  /// The default rate and number of channels.
  private static let usualRate = 44_100.0
  private static let usualChannelCount: UInt32 = 2

  /// The parts of the settings, by argument.
  private struct Parts {
    var fileType: AudioFileTypeID?
    var data: DataFormatName?
    var channels: UInt32?
    var layoutName: ChannelLayoutName?
    var encoder: [String: UInt32] = [:]
    var strategy: UInt32?
  }

  /// Reads the arguments.
  ///
  /// - Throws: ``ToolFailure`` if they are invalid.
  init(arguments: [String]) throws(ToolFailure) {
    var parts = Parts()
    var words = Arguments(arguments)
    while let option = try words.next(in: RecordOption.table) {
      switch option {
      case .help: isHelp = true
      case .fileType: parts.fileType = try FileTypeName.type(words.value())
      case .dataFormat: parts.data = try DataFormatName(words.value())
      case .channels: parts.channels = try words.number(in: 1...64)
      case .layout: parts.layoutName = try ChannelLayoutName(words.value())
      case .bitRate: parts.encoder[AVEncoderBitRateKey] = try words.number(in: 1...100_000_000)
      case .strategy: parts.strategy = try words.number(in: 0...3)
      case .quality: parts.encoder[AVEncoderAudioQualityKey] = try words.number(in: 0...127)
      case .duration: duration = try Self.seconds(words.option, words.value())
      case .verbose: isVerbose = true
      case .profile: isProfiled = true
      case .devices: listsDevices = true
      case .device: device = words.value()
      }
    }
    guard !isHelp, !listsDevices else { return }
    let names = words.names
    guard let name = names.first else { throw ToolFailure("no output file") }
    guard names.count == 1 else {
      throw ToolFailure("\(names[1]): only one output file is allowed")
    }
    path = name
    try set(parts)
  }

  /// Makes the settings for ``path``.
  private mutating func set(_ parts: Parts) throws(ToolFailure) {
    let type: AudioFileTypeID
    if let named = parts.fileType {
      type = named
    } else {
      type = try FileTypeName.type(ofPath: path)
    }
    let channelCount = parts.channels ?? parts.layoutName?.channelCount ?? Self.usualChannelCount
    settings = Self.settings(type, parts.data, channelCount)
    if let layout = try parts.layoutName?.layout(channelCount: channelCount, of: "recording") {
      settings[AVNumberOfChannelsKey] = NSNumber(value: channelCount)
      settings[AVChannelLayoutKey] = Self.bytes(layout)
    }
    if let format = parts.data?.description(for: AudioStreamBasicDescription()),
      format.mFormatID == kAudioFormatLinearPCM
    {
      linearPCM = format
    }
    for (key, value) in parts.encoder { settings[key] = NSNumber(value: value) }
    if let strategy = parts.strategy {
      settings[AVEncoderBitRateStrategyKey] = Self.strategies[Int(strategy)]
    }
  }

  /// Whether the recorded format has the requested kind of numbers, which some file types fix.
  func isAnswered(by format: AVAudioFormat) -> Bool {
    guard let linearPCM else { return true }
    var kinds = kAudioFormatFlagIsFloat | kAudioFormatFlagIsSignedInteger
    // A single byte has no byte order.
    if linearPCM.mBitsPerChannel > 8 { kinds |= kAudioFormatFlagIsBigEndian }
    return format.streamDescription.pointee.mFormatFlags & kinds == linearPCM.mFormatFlags & kinds
  }

  private static let strategies = [
    AVAudioBitRateStrategy_Constant, AVAudioBitRateStrategy_LongTermAverage,
    AVAudioBitRateStrategy_VariableConstrained, AVAudioBitRateStrategy_Variable,
  ]

  private static func seconds(_ option: String, _ text: String) throws(ToolFailure) -> Double {
    guard let seconds = Double(text), seconds.isFinite, seconds > 0, seconds < 1e9 else {
      throw ToolFailure("\(option) \(text): must be more than 0 and less than 1000000000 seconds")
    }
    return seconds
  }

  private static func settings(
    _ type: AudioFileTypeID, _ data: DataFormatName?, _ channelCount: UInt32
  ) -> [String: Any] {
    var source = AudioStreamBasicDescription()
    source.mSampleRate = usualRate
    source.mFormatID = kAudioFormatLinearPCM
    source.mFormatFlags = kAudioFormatFlagIsSignedInteger
    source.mBitsPerChannel = 16
    let name = data ?? DataFormatName(usualFor: type, source: source)
    let format = name.description(for: source, sourceBits: 16, channelCount: channelCount)
    var settings: [String: Any] = [
      AVAudioFileTypeKey: NSNumber(value: type),
      AVFormatIDKey: NSNumber(value: format.mFormatID),
      AVSampleRateKey: NSNumber(value: format.mSampleRate),
    ]
    if channelCount <= 2 {
      settings[AVNumberOfChannelsKey] = NSNumber(value: channelCount)
    } else {
      settings[AVChannelLayoutKey] = layout(channelCount)
    }
    if format.mFormatID == kAudioFormatLinearPCM {
      let flags = format.mFormatFlags
      settings[AVLinearPCMBitDepthKey] = NSNumber(value: format.mBitsPerChannel)
      settings[AVLinearPCMIsFloatKey] = NSNumber(value: flags & kAudioFormatFlagIsFloat != 0)
      settings[AVLinearPCMIsBigEndianKey] = NSNumber(
        value: flags & kAudioFormatFlagIsBigEndian != 0)
    }
    return settings
  }

  /// The bytes of a layout that only states the number of channels.
  private static func layout(_ channelCount: UInt32) -> Data {
    var layout = AudioChannelLayout()
    layout.mChannelLayoutTag = kAudioChannelLayoutTag_DiscreteInOrder | channelCount
    return bytes(layout)
  }

  private static func bytes(_ layout: AudioChannelLayout) -> Data {
    withUnsafeBytes(of: layout) { Data($0) }
  }
}
