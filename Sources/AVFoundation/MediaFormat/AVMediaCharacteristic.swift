/// A characteristic of media, such as being audible.
public struct AVMediaCharacteristic: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String

  /// Makes a characteristic from its name.
  public init(_ rawValue: String) { self.rawValue = rawValue }
  /// Makes a characteristic from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Can be seen.
  public static let visual = Self("AVMediaCharacteristicVisual")
  /// Can be heard.
  public static let audible = Self("AVMediaCharacteristicAudible")
  /// Can be read.
  public static let legible = Self("AVMediaCharacteristicLegible")
  /// Consists of frames that can be shown one by one.
  public static let frameBased = Self("AVMediaCharacteristicFrameBased")

  // Source of the public names: RFC 8216, 4.3.4.1, and Apple's HLS Authoring Specification.

  /// The main content.
  public static let isMainProgramContent = Self("public.main-program-content")
  /// A commentary or other addition.
  public static let isAuxiliaryContent = Self("public.auxiliary-content")
  /// Only subtitles that are shown to all viewers.
  public static let containsOnlyForcedSubtitles = Self("public.subtitles.forced-only")
  /// Text of the speech, for those who cannot hear it.
  public static let transcribesSpokenDialogForAccessibility =
    Self("public.accessibility.transcribes-spoken-dialog")
  /// Text about music and sounds, for those who cannot hear them.
  public static let describesMusicAndSoundForAccessibility =
    Self("public.accessibility.describes-music-and-sound")
  /// Sound that describes the picture, for those who cannot see it.
  public static let describesVideoForAccessibility =
    Self("public.accessibility.describes-video")
  /// Text in simple words.
  public static let easyToRead = Self("public.easy-to-read")
}
