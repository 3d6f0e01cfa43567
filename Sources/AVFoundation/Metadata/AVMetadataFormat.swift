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
  /// Any other format.
  public static let unknown = Self("____")
}
