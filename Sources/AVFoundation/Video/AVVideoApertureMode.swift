internal import Synchronization
internal import VideoFrames

/// How the stored pixels of an item become the picture of a layer.
public struct AVVideoApertureMode: RawRepresentable, Hashable, Sendable {
  /// Apple's text.
  public let rawValue: String

  /// Makes a mode of Apple's text.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Square pixels of the part that the film states as clean; the edges are cut off.
  public static let cleanAperture = Self(rawValue: "CleanAperture")
  /// Square pixels of the whole picture.
  public static let productionAperture = Self(rawValue: "ProductionAperture")
  /// Pixels as they are stored.
  public static let encodedPixels = Self(rawValue: "EncodedPixels")
}

extension AVPlayerItem {
  /// How stored pixels become the picture of a layer; at first, the clean aperture.
  public var videoApertureMode: AVVideoApertureMode {
    get { state.withLock { $0.kept.apertureMode } }
    set { state.withLock { $0.kept.apertureMode = newValue } }
  }

  /// The shape of pictures in a layer.
  var pictureShape: ThumbnailRequest.Shape { .init(mode: videoApertureMode.rawValue) }
}

extension ThumbnailRequest.Shape {
  /// The shape that Apple's text for an aperture mode names; the visible part for any other text.
  init(mode: String?) {
    switch mode {
    case AVVideoApertureMode.encodedPixels.rawValue: self = .stored
    case AVVideoApertureMode.productionAperture.rawValue: self = .square
    default: self = .visible
    }
  }
}
