/// The user data of 3GP files.
///
/// Source: 3GPP TS 26.244, 8.
extension AVMetadataIdentifier {
  /// A copyright notice.
  public static let identifier3GPUserDataCopyright = Self("uiso/cprt")
  /// The author.
  public static let identifier3GPUserDataAuthor = Self("uiso/auth")
  /// The performer.
  public static let identifier3GPUserDataPerformer = Self("uiso/perf")
  /// The genre.
  public static let identifier3GPUserDataGenre = Self("uiso/gnre")
  /// The year of the recording.
  public static let identifier3GPUserDataRecordingYear = Self("uiso/yrrc")
  /// The place.
  public static let identifier3GPUserDataLocation = Self("uiso/loci")
  /// The title.
  public static let identifier3GPUserDataTitle = Self("uiso/titl")
  /// A description.
  public static let identifier3GPUserDataDescription = Self("uiso/dscp")
  /// The collection.
  public static let identifier3GPUserDataCollection = Self("uiso/coll")
  /// A rating by users.
  public static let identifier3GPUserDataUserRating = Self("uiso/urat")
  /// A small picture.
  public static let identifier3GPUserDataThumbnail = Self("uiso/thmb")
  /// The album and the number of the track.
  public static let identifier3GPUserDataAlbumAndTrack = Self("uiso/albm")
  /// Keywords.
  public static let identifier3GPUserDataKeywordList = Self("uiso/kywd")
  /// The classification of the content.
  public static let identifier3GPUserDataMediaClassification = Self("uiso/clsf")
  /// The rating of the content.
  public static let identifier3GPUserDataMediaRating = Self("uiso/rtng")
}
