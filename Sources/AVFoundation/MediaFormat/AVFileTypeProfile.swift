/// A profile that the segments of an ``AVAssetWriter`` follow.
public struct AVFileTypeProfile: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String

  /// Makes a profile from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Fragmented MPEG-4 of HTTP Live Streaming.
  public static let mpeg4AppleHLS = AVFileTypeProfile(rawValue: "MPEG4AppleHLS")
  /// The Common Media Application Format.
  public static let mpeg4CMAFCompliant = AVFileTypeProfile(rawValue: "MPEG4CMAFCompliant")
}
