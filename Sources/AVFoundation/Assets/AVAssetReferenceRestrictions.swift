/// References of media to other media that an asset does not follow.
public struct AVAssetReferenceRestrictions: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt

  /// Makes restrictions from their bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// No references of remote media to local files.
  public static let forbidRemoteReferenceToLocal = Self(rawValue: 1)
  /// No references of local media to remote ones.
  public static let forbidLocalReferenceToRemote = Self(rawValue: 2)
  /// No references to another server.
  public static let forbidCrossSiteReference = Self(rawValue: 4)
  /// No references of local media to other local media.
  public static let forbidLocalReferenceToLocal = Self(rawValue: 8)
  /// No references.
  public static let forbidAll = Self(rawValue: 65535)
  /// The usual restrictions.
  public static let defaultPolicy = Self.forbidLocalReferenceToRemote
}

/// The key of the restrictions: an `NSNumber` with the bits of ``AVAssetReferenceRestrictions``.
///
/// Stored, but has no effect: movies that refer to other files are not read at all.
public let AVURLAssetReferenceRestrictionsKey = "AVURLAssetReferenceRestrictionsKey"
