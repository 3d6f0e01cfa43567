/// The metadata of QuickTime movies.
///
/// Source: QuickTime File Format, Metadata.
extension AVMetadataIdentifier {
  /// The author.
  public static let quickTimeMetadataAuthor = Self("mdta/com.apple.quicktime.author")
  /// A comment.
  public static let quickTimeMetadataComment = Self("mdta/com.apple.quicktime.comment")
  /// A copyright notice.
  public static let quickTimeMetadataCopyright = Self("mdta/com.apple.quicktime.copyright")
  /// The date of creation.
  public static let quickTimeMetadataCreationDate = Self("mdta/com.apple.quicktime.creationdate")
  /// The director.
  public static let quickTimeMetadataDirector = Self("mdta/com.apple.quicktime.director")
  /// The name to display.
  public static let quickTimeMetadataDisplayName = Self("mdta/com.apple.quicktime.displayname")
  /// Information.
  public static let quickTimeMetadataInformation = Self("mdta/com.apple.quicktime.information")
  /// Keywords.
  public static let quickTimeMetadataKeywords = Self("mdta/com.apple.quicktime.keywords")
  /// The producer.
  public static let quickTimeMetadataProducer = Self("mdta/com.apple.quicktime.producer")
  /// The publisher.
  public static let quickTimeMetadataPublisher = Self("mdta/com.apple.quicktime.publisher")
  /// The album.
  public static let quickTimeMetadataAlbum = Self("mdta/com.apple.quicktime.album")
  /// The artist.
  public static let quickTimeMetadataArtist = Self("mdta/com.apple.quicktime.artist")
  /// A picture.
  public static let quickTimeMetadataArtwork = Self("mdta/com.apple.quicktime.artwork")
  /// A description.
  public static let quickTimeMetadataDescription = Self("mdta/com.apple.quicktime.description")
  /// The software that made the file.
  public static let quickTimeMetadataSoftware = Self("mdta/com.apple.quicktime.software")
  /// The year.
  public static let quickTimeMetadataYear = Self("mdta/com.apple.quicktime.year")
  /// The genre.
  public static let quickTimeMetadataGenre = Self("mdta/com.apple.quicktime.genre")
  /// Production data by iXML.
  public static let quickTimeMetadataiXML = Self("mdta/com.apple.quicktime.iXML")
  /// The place, by ISO 6709.
  public static let quickTimeMetadataLocationISO6709 = Self(
    "mdta/com.apple.quicktime.location.ISO6709")
  /// The maker of the device.
  public static let quickTimeMetadataMake = Self("mdta/com.apple.quicktime.make")
  /// The model of the device.
  public static let quickTimeMetadataModel = Self("mdta/com.apple.quicktime.model")
  /// The arranger.
  public static let quickTimeMetadataArranger = Self("mdta/com.apple.quicktime.arranger")
  /// The person or company that encoded the file.
  public static let quickTimeMetadataEncodedBy = Self("mdta/com.apple.quicktime.encodedby")
  /// The original artist.
  public static let quickTimeMetadataOriginalArtist = Self(
    "mdta/com.apple.quicktime.originalartist")
  /// The performer.
  public static let quickTimeMetadataPerformer = Self("mdta/com.apple.quicktime.performer")
  /// The composer.
  public static let quickTimeMetadataComposer = Self("mdta/com.apple.quicktime.composer")
  /// The credits.
  public static let quickTimeMetadataCredits = Self("mdta/com.apple.quicktime.credits")
  /// The rights in the recording.
  public static let quickTimeMetadataPhonogramRights = Self(
    "mdta/com.apple.quicktime.phonogramrights")
  /// The camera.
  public static let quickTimeMetadataCameraIdentifier = Self(
    "mdta/com.apple.quicktime.camera.identifier")
  /// The readout time of the camera.
  public static let quickTimeMetadataCameraFrameReadoutTime = Self(
    "mdta/com.apple.quicktime.camera.framereadouttimeinmicroseconds")
  /// The title.
  public static let quickTimeMetadataTitle = Self("mdta/com.apple.quicktime.title")
  /// The user's collection.
  public static let quickTimeMetadataCollectionUser = Self(
    "mdta/com.apple.quicktime.collection.user")
  /// The user's rating.
  public static let quickTimeMetadataRatingUser = Self("mdta/com.apple.quicktime.rating.user")
  /// The name of the place.
  public static let quickTimeMetadataLocationName = Self("mdta/com.apple.quicktime.location.name")
  /// The astronomical body of the place.
  public static let quickTimeMetadataLocationBody = Self("mdta/com.apple.quicktime.location.body")
  /// A note about the place.
  public static let quickTimeMetadataLocationNote = Self("mdta/com.apple.quicktime.location.note")
  /// The role of the place.
  public static let quickTimeMetadataLocationRole = Self("mdta/com.apple.quicktime.location.role")
  /// The date at the place.
  public static let quickTimeMetadataLocationDate = Self("mdta/com.apple.quicktime.location.date")
  /// The direction of the camera.
  public static let quickTimeMetadataDirectionFacing = Self(
    "mdta/com.apple.quicktime.direction.facing")
  /// The direction of motion.
  public static let quickTimeMetadataDirectionMotion = Self(
    "mdta/com.apple.quicktime.direction.motion")
  /// The transform of the picture.
  public static let quickTimeMetadataPreferredAffineTransform = Self(
    "mdta/com.apple.quicktime.preferred-affine-transform")
  /// A face in the picture.
  public static let quickTimeMetadataDetectedFace = Self("mdta/com.apple.quicktime.detected-face")
  /// A person in the picture.
  public static let quickTimeMetadataDetectedHumanBody = Self(
    "mdta/com.apple.quicktime.detected-human-body")
  /// A cat in the picture.
  public static let quickTimeMetadataDetectedCatBody = Self(
    "mdta/com.apple.quicktime.detected-cat-body")
  /// A dog in the picture.
  public static let quickTimeMetadataDetectedDogBody = Self(
    "mdta/com.apple.quicktime.detected-dog-body")
  /// An object in the picture.
  public static let quickTimeMetadataDetectedSalientObject = Self(
    "mdta/com.apple.quicktime.detected-salient-object")
  /// The orientation of the picture.
  public static let quickTimeMetadataVideoOrientation = Self(
    "mdta/com.apple.quicktime.video-orientation")
  /// The identifier of the content.
  public static let quickTimeMetadataContentIdentifier = Self(
    "mdta/com.apple.quicktime.content.identifier")
  /// A description for accessibility.
  public static let quickTimeMetadataAccessibilityDescription = Self(
    "mdta/com.apple.quicktime.accessibility.description")
  /// Whether the media are a montage.
  public static let quickTimeMetadataIsMontage = Self("mdta/com.apple.quicktime.is-montage")
  /// Whether the photo moved without the user's choice.
  public static let quickTimeMetadataAutoLivePhoto = Self(
    "mdta/com.apple.quicktime.live-photo.auto")
  /// The score of the motion.
  public static let quickTimeMetadataLivePhotoVitalityScore = Self(
    "mdta/com.apple.quicktime.live-photo.vitality-score")
  /// The version of the score of the motion.
  public static let quickTimeMetadataLivePhotoVitalityScoringVersion = Self(
    "mdta/com.apple.quicktime.live-photo.vitality-scoring-version")
  /// The score of the wider picture.
  public static let quickTimeMetadataSpatialOverCaptureQualityScore = Self(
    "mdta/com.apple.quicktime.spatial-overcapture.quality-score")
  /// The version of the score of the wider picture.
  public static let quickTimeMetadataSpatialOverCaptureQualityScoringVersion = Self(
    "mdta/com.apple.quicktime.spatial-overcapture.quality-scoring-version")
  /// The accuracy of the place in meters.
  public static let quickTimeMetadataLocationHorizontalAccuracyInMeters = Self(
    "mdta/com.apple.quicktime.location.accuracy.horizontal")
  /// Whether all pictures should be shown.
  public static let quickTimeMetadataFullFrameRatePlaybackIntent = Self(
    "mdta/com.apple.quicktime.full-frame-rate-playback-intent")
}
