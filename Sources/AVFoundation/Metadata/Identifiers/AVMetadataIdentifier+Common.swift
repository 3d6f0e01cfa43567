/// The keys that all formats share.
///
/// Source: the names of the key space `comn`.
extension AVMetadataIdentifier {
  /// A subject.
  public static let commonIdentifierSubject = Self("common/subject")
  /// A publisher.
  public static let commonIdentifierPublisher = Self("common/publisher")
  /// A contributor.
  public static let commonIdentifierContributor = Self("common/contributor")
  /// The date of the last change.
  public static let commonIdentifierLastModifiedDate = Self("common/lastModifiedDate")
  /// A format.
  public static let commonIdentifierFormat = Self("common/format")
  /// An identifier.
  public static let commonIdentifierAssetIdentifier = Self("common/identifier")
  /// A source.
  public static let commonIdentifierSource = Self("common/source")
  /// A language.
  public static let commonIdentifierLanguage = Self("common/language")
  /// A relation to other media.
  public static let commonIdentifierRelation = Self("common/relation")
  /// A place.
  public static let commonIdentifierLocation = Self("common/location")
  /// An author.
  public static let commonIdentifierAuthor = Self("common/author")
  /// The maker of the device.
  public static let commonIdentifierMake = Self("common/make")
  /// The model of the device.
  public static let commonIdentifierModel = Self("common/model")
  /// A description for accessibility.
  public static let commonIdentifierAccessibilityDescription = Self(
    "common/accessibilityDescription")
}
