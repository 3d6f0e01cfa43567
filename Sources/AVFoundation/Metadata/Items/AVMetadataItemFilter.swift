public import Foundation

/// Chooses metadata items.
open class AVMetadataItemFilter: NSObject, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; the values never change.

  private let excluded: Set<AVMetadataIdentifier>

  private init(excluding excluded: Set<AVMetadataIdentifier>) { self.excluded = excluded }

  /// A filter for media to share: it excludes accounts, owners and places.
  open class func forSharing() -> AVMetadataItemFilter {
    AVMetadataItemFilter(excluding: [
      .commonIdentifierLocation, .iTunesMetadataAppleID, .iTunesMetadataAccountKind,
      .id3MetadataFileOwner, .id3MetadataOwnership, .id3MetadataPrivate,
      .quickTimeUserDataLocationISO6709, .identifier3GPUserDataLocation,
      .quickTimeMetadataLocationISO6709, .quickTimeMetadataLocationName,
      .quickTimeMetadataLocationBody, .quickTimeMetadataLocationNote,
      .quickTimeMetadataLocationRole, .quickTimeMetadataLocationDate,
      .quickTimeMetadataLocationHorizontalAccuracyInMeters, .quickTimeMetadataCollectionUser,
      .quickTimeMetadataRatingUser,
    ])
  }

  /// Whether an item passes.
  func passes(_ item: AVMetadataItem) -> Bool {
    item.identifier.map { !excluded.contains($0) } ?? true
  }
}
