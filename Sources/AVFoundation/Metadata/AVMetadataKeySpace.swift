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
  /// The fields of a radio station.
  public static let icy = Self("icy")
  /// The keys of Core Audio's info dictionary.
  public static let audioFile = Self("caaf")
}
