/// A set of metadata keys, such as those of ID3.
public struct AVMetadataKeySpace: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String

  /// Makes a value from its name.
  public init(_ rawValue: String) { self.rawValue = rawValue }
  /// Makes a value from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The keys that all formats share.
  public static let common = Self("comn")
  /// The frames of ID3.
  public static let id3 = Self("org.id3")
  /// The items of iTunes.
  public static let iTunes = Self("itsk")
  /// The user data of QuickTime movies.
  public static let quickTimeUserData = Self("udta")
  /// The user data of ISO files.
  public static let isoUserData = Self("uiso")
  /// The metadata of QuickTime movies.
  public static let quickTimeMetadata = Self("mdta")
  /// The date ranges of HTTP Live Streaming.
  public static let hlsDateRange = Self("lsdr")
  /// The fields of a radio station.
  public static let icy = Self("icy")
  /// The keys of Core Audio's info dictionary.
  public static let audioFile = Self("caaf")
}
