/// The user data of QuickTime movies; `@` stands for the copyright sign.
///
/// Source: QuickTime File Format, User Data Atoms.
extension AVMetadataIdentifier {
  /// The album.
  public static let quickTimeUserDataAlbum = Self("udta/%A9alb")
  /// The arranger.
  public static let quickTimeUserDataArranger = Self("udta/%A9arg")
  /// The artist.
  public static let quickTimeUserDataArtist = Self("udta/%A9ART")
  /// The author.
  public static let quickTimeUserDataAuthor = Self("udta/%A9aut")
  /// The chapter.
  public static let quickTimeUserDataChapter = Self("udta/%A9chp")
  /// A comment.
  public static let quickTimeUserDataComment = Self("udta/%A9cmt")
  /// The composer.
  public static let quickTimeUserDataComposer = Self("udta/%A9com")
  /// A copyright notice.
  public static let quickTimeUserDataCopyright = Self("udta/%A9cpy")
  /// The date of creation.
  public static let quickTimeUserDataCreationDate = Self("udta/%A9day")
  /// A description.
  public static let quickTimeUserDataDescription = Self("udta/%A9des")
  /// The director.
  public static let quickTimeUserDataDirector = Self("udta/%A9dir")
  /// A disclaimer.
  public static let quickTimeUserDataDisclaimer = Self("udta/%A9dis")
  /// The person or company that encoded the file.
  public static let quickTimeUserDataEncodedBy = Self("udta/%A9enc")
  /// The full name.
  public static let quickTimeUserDataFullName = Self("udta/%A9nam")
  /// The genre.
  public static let quickTimeUserDataGenre = Self("udta/%A9gen")
  /// The computer that made the file.
  public static let quickTimeUserDataHostComputer = Self("udta/%A9hst")
  /// Information.
  public static let quickTimeUserDataInformation = Self("udta/%A9inf")
  /// Keywords.
  public static let quickTimeUserDataKeywords = Self("udta/%A9key")
  /// The maker of the device.
  public static let quickTimeUserDataMake = Self("udta/%A9mak")
  /// The model of the device.
  public static let quickTimeUserDataModel = Self("udta/%A9mod")
  /// The original artist.
  public static let quickTimeUserDataOriginalArtist = Self("udta/%A9ope")
  /// The original format.
  public static let quickTimeUserDataOriginalFormat = Self("udta/%A9fmt")
  /// The original source.
  public static let quickTimeUserDataOriginalSource = Self("udta/%A9src")
  /// The performers.
  public static let quickTimeUserDataPerformers = Self("udta/%A9prf")
  /// The producer.
  public static let quickTimeUserDataProducer = Self("udta/%A9prd")
  /// The publisher.
  public static let quickTimeUserDataPublisher = Self("udta/%A9pub")
  /// The product.
  public static let quickTimeUserDataProduct = Self("udta/%A9PRD")
  /// The software that made the file.
  public static let quickTimeUserDataSoftware = Self("udta/%A9swr")
  /// Requirements of playback.
  public static let quickTimeUserDataSpecialPlaybackRequirements = Self("udta/%A9req")
  /// The track.
  public static let quickTimeUserDataTrack = Self("udta/%A9trk")
  /// A warning.
  public static let quickTimeUserDataWarning = Self("udta/%A9wrn")
  /// The writer.
  public static let quickTimeUserDataWriter = Self("udta/%A9wrt")
  /// A link.
  public static let quickTimeUserDataURLLink = Self("udta/%A9url")
  /// The place, by ISO 6709.
  public static let quickTimeUserDataLocationISO6709 = Self("udta/%A9xyz")
  /// The name of the track.
  public static let quickTimeUserDataTrackName = Self("udta/tnam")
  /// The rights in the recording.
  public static let quickTimeUserDataPhonogramRights = Self("udta/%A9phg")
  /// A tagged characteristic.
  public static let quickTimeUserDataTaggedCharacteristic = Self("udta/tagc")
}
