/// How pictures fill a layer.
public struct AVLayerVideoGravity: RawRepresentable, Hashable, Sendable {
  /// Apple's text.
  public let rawValue: String

  /// Makes a value of Apple's text.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The whole picture is visible, in its own shape.
  public static let resizeAspect = Self(rawValue: "AVLayerVideoGravityResizeAspect")
  /// The whole layer is covered, and the picture keeps its shape.
  public static let resizeAspectFill = Self(rawValue: "AVLayerVideoGravityResizeAspectFill")
  /// The picture takes the shape of the layer.
  public static let resize = Self(rawValue: "AVLayerVideoGravityResize")
}
