public import Foundation
internal import NowPlaying

/// The picture of an item, which a function draws in a requested size.
///
/// The picture is drawn when another program first reads the description of the item.
open class MPMediaItemArtwork: NSObject, @unchecked Sendable {
  /// The largest width and height of a published picture, in points.
  private static let largest = 1024.0

  private let requestHandler: @Sendable (CGSize) -> UIImage
  /// The picture for other programs.
  let picture: NowPlayingArtwork

  /// The rectangle of the whole picture.
  public let bounds: CGRect

  /// Makes artwork.
  ///
  /// - Parameters:
  ///   - boundsSize: The size of the whole picture.
  ///   - requestHandler: Returns the picture in the requested size. It is called on a background
  ///     thread when the picture is published.
  @preconcurrency
  public init(
    boundsSize: CGSize, requestHandler: @escaping @Sendable (_ size: CGSize) -> UIImage
  ) {
    bounds = CGRect(origin: CGPoint(x: 0, y: 0), size: boundsSize)
    self.requestHandler = requestHandler
    let size = Self.publishedSize(boundsSize)
    picture = NowPlayingArtwork { Array(requestHandler(size).data) }
  }

  /// Makes artwork of a picture.
  public convenience init(image: UIImage) {
    self.init(boundsSize: image.size) { _ in image }
  }

  /// Returns the picture in a size.
  ///
  /// The image has the size that the request handler has chosen: it is not scaled.
  open func image(at size: CGSize) -> UIImage? { requestHandler(size) }

  /// The part of the picture that shows it best: the whole picture.
  open var imageCropRect: CGRect { bounds }

  /// The size to publish, in the shape of the whole picture.
  static func publishedSize(_ size: CGSize) -> CGSize {
    let (width, height) = (Double(size.width), Double(size.height))
    guard width > 0, height > 0, width.isFinite, height.isFinite else {
      return CGSize(width: largest, height: largest)
    }
    let scale = min(1, largest / max(width, height))
    return CGSize(width: width * scale, height: height * scale)
  }
}
