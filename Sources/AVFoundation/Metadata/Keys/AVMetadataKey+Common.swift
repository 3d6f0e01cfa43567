/// The keys that all formats share.
///
/// Source: the names of the key space `comn`.
extension AVMetadataKey {
  /// A subject.
  public static let commonKeySubject = Self("subject")
  /// A publisher.
  public static let commonKeyPublisher = Self("publisher")
  /// A contributor.
  public static let commonKeyContributor = Self("contributor")
  /// The date of the last change.
  public static let commonKeyLastModifiedDate = Self("lastModifiedDate")
  /// A format.
  public static let commonKeyFormat = Self("format")
  /// An identifier.
  public static let commonKeyIdentifier = Self("identifier")
  /// A source.
  public static let commonKeySource = Self("source")
  /// A language.
  public static let commonKeyLanguage = Self("language")
  /// A relation to other media.
  public static let commonKeyRelation = Self("relation")
  /// A place.
  public static let commonKeyLocation = Self("location")
  /// An author.
  public static let commonKeyAuthor = Self("author")
  /// The maker of the device.
  public static let commonKeyMake = Self("make")
  /// The model of the device.
  public static let commonKeyModel = Self("model")
  /// A description for accessibility.
  public static let commonKeyAccessibilityDescription = Self("accessibilityDescription")
}
