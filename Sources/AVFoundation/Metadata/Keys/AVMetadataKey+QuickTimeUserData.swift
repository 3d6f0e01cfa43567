/// The user data of QuickTime movies; `@` stands for the copyright sign.
///
/// Source: QuickTime File Format, User Data Atoms.
extension AVMetadataKey {
  /// The album.
  public static let quickTimeUserDataKeyAlbum = Self("@alb")
  /// The arranger.
  public static let quickTimeUserDataKeyArranger = Self("@arg")
  /// The artist.
  public static let quickTimeUserDataKeyArtist = Self("@ART")
  /// The author.
  public static let quickTimeUserDataKeyAuthor = Self("@aut")
  /// The chapter.
  public static let quickTimeUserDataKeyChapter = Self("@chp")
  /// A comment.
  public static let quickTimeUserDataKeyComment = Self("@cmt")
  /// The composer.
  public static let quickTimeUserDataKeyComposer = Self("@com")
  /// A copyright notice.
  public static let quickTimeUserDataKeyCopyright = Self("@cpy")
  /// The date of creation.
  public static let quickTimeUserDataKeyCreationDate = Self("@day")
  /// A description.
  public static let quickTimeUserDataKeyDescription = Self("@des")
  /// The director.
  public static let quickTimeUserDataKeyDirector = Self("@dir")
  /// A disclaimer.
  public static let quickTimeUserDataKeyDisclaimer = Self("@dis")
  /// The person or company that encoded the file.
  public static let quickTimeUserDataKeyEncodedBy = Self("@enc")
  /// The full name.
  public static let quickTimeUserDataKeyFullName = Self("@nam")
  /// The genre.
  public static let quickTimeUserDataKeyGenre = Self("@gen")
  /// The computer that made the file.
  public static let quickTimeUserDataKeyHostComputer = Self("@hst")
  /// Information.
  public static let quickTimeUserDataKeyInformation = Self("@inf")
  /// Keywords.
  public static let quickTimeUserDataKeyKeywords = Self("@key")
  /// The maker of the device.
  public static let quickTimeUserDataKeyMake = Self("@mak")
  /// The model of the device.
  public static let quickTimeUserDataKeyModel = Self("@mod")
  /// The original artist.
  public static let quickTimeUserDataKeyOriginalArtist = Self("@ope")
  /// The original format.
  public static let quickTimeUserDataKeyOriginalFormat = Self("@fmt")
  /// The original source.
  public static let quickTimeUserDataKeyOriginalSource = Self("@src")
  /// The performers.
  public static let quickTimeUserDataKeyPerformers = Self("@prf")
  /// The producer.
  public static let quickTimeUserDataKeyProducer = Self("@prd")
  /// The publisher.
  public static let quickTimeUserDataKeyPublisher = Self("@pub")
  /// The product.
  public static let quickTimeUserDataKeyProduct = Self("@PRD")
  /// The software that made the file.
  public static let quickTimeUserDataKeySoftware = Self("@swr")
  /// Requirements of playback.
  public static let quickTimeUserDataKeySpecialPlaybackRequirements = Self("@req")
  /// The track.
  public static let quickTimeUserDataKeyTrack = Self("@trk")
  /// A warning.
  public static let quickTimeUserDataKeyWarning = Self("@wrn")
  /// The writer.
  public static let quickTimeUserDataKeyWriter = Self("@wrt")
  /// A link.
  public static let quickTimeUserDataKeyURLLink = Self("@url")
  /// The place, by ISO 6709.
  public static let quickTimeUserDataKeyLocationISO6709 = Self("@xyz")
  /// The name of the track.
  public static let quickTimeUserDataKeyTrackName = Self("tnam")
  /// The rights in the recording.
  public static let quickTimeUserDataKeyPhonogramRights = Self("@phg")
  /// A tagged characteristic.
  public static let quickTimeUserDataKeyTaggedCharacteristic = Self("tagc")
}
