/// A kind of media: the four-character code that QuickTime gives it.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
  /// The code.
  public let rawValue: String

  /// Makes a kind of its code.
  public init(_ rawValue: String) { self.rawValue = rawValue }
  /// Makes a kind of its code.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Sound.
  public static let audio = AVMediaType("soun")
  /// Pictures that move.
  public static let video = AVMediaType("vide")
  /// Pictures that a video refers to, such as those of transparency.
  public static let auxiliaryPicture = AVMediaType("auxv")
  /// Captions that a viewer can hide.
  public static let closedCaption = AVMediaType("clcp")
  /// Distances of what a picture shows.
  public static let depthData = AVMediaType("dpth")
  /// Vibrations.
  public static let haptic = AVMediaType("hapt")
  /// Metadata that changes over time.
  public static let metadata = AVMediaType("meta")
  /// Objects that were recognised in a video.
  public static let metadataObject = AVMediaType("mobj")
  /// Several kinds in one track.
  public static let muxed = AVMediaType("muxx")
  /// Subtitles.
  public static let subtitle = AVMediaType("sbtl")
  /// Text.
  public static let text = AVMediaType("text")
  /// Time codes.
  public static let timecode = AVMediaType("tmcd")
}
