/// The kinds of an item.
public struct MPMediaType: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt

  /// Makes a set from its bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Music.
  public static let music = Self(rawValue: 1 << 0)
  /// A podcast.
  public static let podcast = Self(rawValue: 1 << 1)
  /// An audiobook.
  public static let audioBook = Self(rawValue: 1 << 2)
  /// A lecture.
  public static let audioITunesU = Self(rawValue: 1 << 3)
  /// Any kind of sound.
  public static let anyAudio = Self(rawValue: 0xFF)
  /// A film.
  public static let movie = Self(rawValue: 1 << 8)
  /// An episode of a series.
  public static let tvShow = Self(rawValue: 1 << 9)
  /// A podcast with pictures.
  public static let videoPodcast = Self(rawValue: 1 << 10)
  /// A music video.
  public static let musicVideo = Self(rawValue: 1 << 11)
  /// A lecture with pictures.
  public static let videoITunesU = Self(rawValue: 1 << 12)
  /// A video of the user.
  public static let homeVideo = Self(rawValue: 1 << 13)
  /// Any kind of video.
  public static let anyVideo = Self(rawValue: 0xFF00)
  /// Any kind.
  public static let any = Self(rawValue: .max)
}
