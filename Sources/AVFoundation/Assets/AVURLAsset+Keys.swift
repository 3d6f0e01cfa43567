internal import AudioContainers
public import Foundation
public import UniformTypeIdentifiers

/// The key for the origin of a request, a user or a developer; has no effect.
public let AVURLAssetURLRequestAttributionKey = "AVURLAssetURLRequestAttributionKey"
/// The key for the search for the shape of spherical pictures outside the standard metadata; has no
/// effect, because no shape changes the pictures.
public let AVURLAssetShouldParseExternalSphericalTagsKey =
  "AVURLAssetShouldParseExternalSphericalTagsKey"

extension AVURLAsset {
  /// The types of media that can be read, as far as they are known by name.
  public class var audiovisualContentTypes: [UTType] {
    audiovisualTypes().compactMap { UTType($0.rawValue) }
  }

  /// Whether the media may need keys from a seller; waits for their header.
  ///
  /// Such media cannot be played here.
  public var mayRequireContentKeysForMediaDataProcessing: Bool { hasProtectedContent }
}

extension AVAsset {
  /// How the pictures of the first video track are turned for display.
  ///
  /// Waits for the header of the media.
  public var preferredTransform: CGAffineTransform {
    tracks(withMediaType: .video).first?.preferredTransform ?? .identity
  }
}

extension NSNotification.Name {
  /// The chapters of an asset have changed; never posted, because chapters are constant here.
  public static let AVAssetChapterMetadataGroupsDidChange = Self(
    "AVAssetChapterMetadataGroupsDidChangeNotification")
  /// The media selection groups of an asset have changed; never posted, because groups are constant
  /// here.
  public static let AVAssetMediaSelectionGroupsDidChange = Self(
    "AVAssetMediaSelectionGroupsDidChangeNotification")
}
