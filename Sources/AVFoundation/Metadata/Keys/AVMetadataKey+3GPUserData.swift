/// The user data of 3GP files.
///
/// Source: 3GPP TS 26.244, 8.
extension AVMetadataKey {
  /// A copyright notice.
  public static let metadata3GPUserDataKeyCopyright = Self("cprt")
  /// The author.
  public static let metadata3GPUserDataKeyAuthor = Self("auth")
  /// The performer.
  public static let metadata3GPUserDataKeyPerformer = Self("perf")
  /// The genre.
  public static let metadata3GPUserDataKeyGenre = Self("gnre")
  /// The year of the recording.
  public static let metadata3GPUserDataKeyRecordingYear = Self("yrrc")
  /// The place.
  public static let metadata3GPUserDataKeyLocation = Self("loci")
  /// The title.
  public static let metadata3GPUserDataKeyTitle = Self("titl")
  /// A description.
  public static let metadata3GPUserDataKeyDescription = Self("dscp")
  /// The collection.
  public static let metadata3GPUserDataKeyCollection = Self("coll")
  /// A rating by users.
  public static let metadata3GPUserDataKeyUserRating = Self("urat")
  /// A small picture.
  public static let metadata3GPUserDataKeyThumbnail = Self("thmb")
  /// The album and the number of the track.
  public static let metadata3GPUserDataKeyAlbumAndTrack = Self("albm")
  /// Keywords.
  public static let metadata3GPUserDataKeyKeywordList = Self("kywd")
  /// The classification of the content.
  public static let metadata3GPUserDataKeyMediaClassification = Self("clsf")
  /// The rating of the content.
  public static let metadata3GPUserDataKeyMediaRating = Self("rtng")
}
