/// The formats that an object allows to be spatialized.
public struct AVAudioSpatializationFormats: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt

  /// A set of formats.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// One and two channels.
  public static let monoAndStereo = AVAudioSpatializationFormats(rawValue: 3)
  /// More than two channels.
  public static let multichannel = AVAudioSpatializationFormats(rawValue: 4)
  /// Any number of channels.
  public static let monoStereoAndMultichannel = AVAudioSpatializationFormats(rawValue: 7)
}
