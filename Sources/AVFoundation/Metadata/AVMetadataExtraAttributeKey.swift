/// The name of further information about a metadata value.
public struct AVMetadataExtraAttributeKey: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String

  /// Makes a value from its name.
  public init(_ rawValue: String) { self.rawValue = rawValue }
  /// Makes a value from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The address of the resource that is the value, a string.
  public static let valueURI = Self("dataURI")
  /// The base address for relative addresses, a string.
  public static let baseURI = Self("baseURI")
  /// A description of the value, such as that of a comment of ID3.
  public static let info = Self("info")
}
