/// A format of metadata.
public struct AVMetadataFormat: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String

  /// Makes a value from its name.
  public init(_ rawValue: String) { self.rawValue = rawValue }
  /// Makes a value from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// ID3.
  public static let id3Metadata = Self("org.id3")
  /// The list of iTunes.
  public static let iTunesMetadata = Self("com.apple.itunes")
  /// The user data of QuickTime movies.
  public static let quickTimeUserData = Self("com.apple.quicktime.udta")
  /// The user data of ISO files.
  public static let isoUserData = Self("org.mp4ra")
  /// The metadata of QuickTime movies.
  public static let quickTimeMetadata = Self("com.apple.quicktime.mdta")
  /// The metadata of HTTP Live Streaming.
  public static let hlsMetadata = Self("com.apple.quicktime.HLS")
  /// Any other format.
  public static let unknown = Self("____")
}
