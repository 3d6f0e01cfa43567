/// A media type as a four-character code from QuickTime.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
  /// The code.
  public let rawValue: String

  /// Makes a media type from a code.
  public init(_ rawValue: String) { self.rawValue = rawValue }
  /// Makes a media type from a code.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Audio.
  public static let audio = AVMediaType("soun")
  /// Video.
  public static let video = AVMediaType("vide")
  /// Auxiliary pictures of a video, such as transparency.
  public static let auxiliaryPicture = AVMediaType("auxv")
  /// Captions that a viewer can hide.
  public static let closedCaption = AVMediaType("clcp")
  /// Depth data of a picture.
  public static let depthData = AVMediaType("dpth")
  /// Haptic feedback.
  public static let haptic = AVMediaType("hapt")
  /// Metadata that changes over time.
  public static let metadata = AVMediaType("meta")
  /// Objects recognized in a video.
  public static let metadataObject = AVMediaType("mobj")
  /// Several media types in one track.
  public static let muxed = AVMediaType("muxx")
  /// Subtitles.
  public static let subtitle = AVMediaType("sbtl")
  /// Text.
  public static let text = AVMediaType("text")
  /// Time codes.
  public static let timecode = AVMediaType("tmcd")
}
