/// The metadata of QuickTime movies.
///
/// Source: QuickTime File Format, Metadata.
extension AVMetadataKey {
  /// The author.
  public static let quickTimeMetadataKeyAuthor = Self("com.apple.quicktime.author")
  /// A comment.
  public static let quickTimeMetadataKeyComment = Self("com.apple.quicktime.comment")
  /// A copyright notice.
  public static let quickTimeMetadataKeyCopyright = Self("com.apple.quicktime.copyright")
  /// The date of creation.
  public static let quickTimeMetadataKeyCreationDate = Self("com.apple.quicktime.creationdate")
  /// The director.
  public static let quickTimeMetadataKeyDirector = Self("com.apple.quicktime.director")
  /// The name to display.
  public static let quickTimeMetadataKeyDisplayName = Self("com.apple.quicktime.displayname")
  /// Information.
  public static let quickTimeMetadataKeyInformation = Self("com.apple.quicktime.information")
  /// Keywords.
  public static let quickTimeMetadataKeyKeywords = Self("com.apple.quicktime.keywords")
  /// The producer.
  public static let quickTimeMetadataKeyProducer = Self("com.apple.quicktime.producer")
  /// The publisher.
  public static let quickTimeMetadataKeyPublisher = Self("com.apple.quicktime.publisher")
  /// The album.
  public static let quickTimeMetadataKeyAlbum = Self("com.apple.quicktime.album")
  /// The artist.
  public static let quickTimeMetadataKeyArtist = Self("com.apple.quicktime.artist")
  /// A picture.
  public static let quickTimeMetadataKeyArtwork = Self("com.apple.quicktime.artwork")
  /// A description.
  public static let quickTimeMetadataKeyDescription = Self("com.apple.quicktime.description")
  /// The software that made the file.
  public static let quickTimeMetadataKeySoftware = Self("com.apple.quicktime.software")
  /// The year.
  public static let quickTimeMetadataKeyYear = Self("com.apple.quicktime.year")
  /// The genre.
  public static let quickTimeMetadataKeyGenre = Self("com.apple.quicktime.genre")
  /// Production data by iXML.
  public static let quickTimeMetadataKeyiXML = Self("com.apple.quicktime.iXML")
  /// The place, by ISO 6709.
  public static let quickTimeMetadataKeyLocationISO6709 = Self(
    "com.apple.quicktime.location.ISO6709")
  /// The maker of the device.
  public static let quickTimeMetadataKeyMake = Self("com.apple.quicktime.make")
  /// The model of the device.
  public static let quickTimeMetadataKeyModel = Self("com.apple.quicktime.model")
  /// The arranger.
  public static let quickTimeMetadataKeyArranger = Self("com.apple.quicktime.arranger")
  /// The person or company that encoded the file.
  public static let quickTimeMetadataKeyEncodedBy = Self("com.apple.quicktime.encodedby")
  /// The original artist.
  public static let quickTimeMetadataKeyOriginalArtist = Self("com.apple.quicktime.originalartist")
  /// The performer.
  public static let quickTimeMetadataKeyPerformer = Self("com.apple.quicktime.performer")
  /// The composer.
  public static let quickTimeMetadataKeyComposer = Self("com.apple.quicktime.composer")
  /// The credits.
  public static let quickTimeMetadataKeyCredits = Self("com.apple.quicktime.credits")
  /// The rights in the recording.
  public static let quickTimeMetadataKeyPhonogramRights = Self(
    "com.apple.quicktime.phonogramrights")
  /// The camera.
  public static let quickTimeMetadataKeyCameraIdentifier = Self(
    "com.apple.quicktime.camera.identifier")
  /// The readout time of the camera.
  public static let quickTimeMetadataKeyCameraFrameReadoutTime = Self(
    "com.apple.quicktime.camera.framereadouttimeinmicroseconds")
  /// The title.
  public static let quickTimeMetadataKeyTitle = Self("com.apple.quicktime.title")
  /// The user's collection.
  public static let quickTimeMetadataKeyCollectionUser = Self("com.apple.quicktime.collection.user")
  /// The user's rating.
  public static let quickTimeMetadataKeyRatingUser = Self("com.apple.quicktime.rating.user")
  /// The name of the place.
  public static let quickTimeMetadataKeyLocationName = Self("com.apple.quicktime.location.name")
  /// The astronomical body of the place.
  public static let quickTimeMetadataKeyLocationBody = Self("com.apple.quicktime.location.body")
  /// A note about the place.
  public static let quickTimeMetadataKeyLocationNote = Self("com.apple.quicktime.location.note")
  /// The role of the place.
  public static let quickTimeMetadataKeyLocationRole = Self("com.apple.quicktime.location.role")
  /// The date at the place.
  public static let quickTimeMetadataKeyLocationDate = Self("com.apple.quicktime.location.date")
  /// The direction of the camera.
  public static let quickTimeMetadataKeyDirectionFacing = Self(
    "com.apple.quicktime.direction.facing")
  /// The direction of motion.
  public static let quickTimeMetadataKeyDirectionMotion = Self(
    "com.apple.quicktime.direction.motion")
  /// The identifier of the content.
  public static let quickTimeMetadataKeyContentIdentifier = Self(
    "com.apple.quicktime.content.identifier")
  /// A description for accessibility.
  public static let quickTimeMetadataKeyAccessibilityDescription = Self(
    "com.apple.quicktime.accessibility.description")
  /// Whether the media are a montage.
  public static let quickTimeMetadataKeyIsMontage = Self("com.apple.quicktime.is-montage")
  /// Whether all pictures should be shown.
  public static let quickTimeMetadataKeyFullFrameRatePlaybackIntent = Self(
    "com.apple.quicktime.full-frame-rate-playback-intent")
}
