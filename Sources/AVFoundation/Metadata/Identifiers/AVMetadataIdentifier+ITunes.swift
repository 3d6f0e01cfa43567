/// The items of iTunes; `@` stands for the copyright sign.
extension AVMetadataIdentifier {
  /// The person or company that encoded the file.
  public static let iTunesMetadataEncodedBy = Self("itsk/%A9enc")
  /// The number of a genre.
  public static let iTunesMetadataPredefinedGenre = Self("itsk/gnre")
  /// The subtitle of the track.
  public static let iTunesMetadataTrackSubTitle = Self("itsk/%A9st3")
  /// The kind of account.
  public static let iTunesMetadataAccountKind = Self("itsk/akID")
  /// The account that bought the file.
  public static let iTunesMetadataAppleID = Self("itsk/apID")
  /// The number of the artist.
  public static let iTunesMetadataArtistID = Self("itsk/atID")
  /// The number of the song.
  public static let iTunesMetadataSongID = Self("itsk/cnID")
  /// Whether the disc is a compilation.
  public static let iTunesMetadataDiscCompilation = Self("itsk/cpil")
  /// The number of the genre in the store.
  public static let iTunesMetadataGenreID = Self("itsk/geID")
  /// The group of the content.
  public static let iTunesMetadataGrouping = Self("itsk/grup")
  /// The number of the playlist.
  public static let iTunesMetadataPlaylistID = Self("itsk/plID")
  /// Whether the content is explicit.
  public static let iTunesMetadataContentRating = Self("itsk/rtng")
  /// The art director.
  public static let iTunesMetadataArtDirector = Self("itsk/%A9ard")
  /// The arranger.
  public static let iTunesMetadataArranger = Self("itsk/%A9arg")
  /// The author.
  public static let iTunesMetadataAuthor = Self("itsk/%A9aut")
  /// An acknowledgement.
  public static let iTunesMetadataAcknowledgement = Self("itsk/%A9cak")
  /// The conductor.
  public static let iTunesMetadataConductor = Self("itsk/%A9con")
  /// A description.
  public static let iTunesMetadataDescription = Self("itsk/%A9des")
  /// The director.
  public static let iTunesMetadataDirector = Self("itsk/%A9dir")
  /// The equalizer preset.
  public static let iTunesMetadataEQ = Self("itsk/%A9equ")
  /// The liner notes.
  public static let iTunesMetadataLinerNotes = Self("itsk/%A9lnt")
  /// The record company.
  public static let iTunesMetadataRecordCompany = Self("itsk/%A9mak")
  /// The original artist.
  public static let iTunesMetadataOriginalArtist = Self("itsk/%A9ope")
  /// The rights in the recording.
  public static let iTunesMetadataPhonogramRights = Self("itsk/%A9phg")
  /// The producer.
  public static let iTunesMetadataProducer = Self("itsk/%A9prd")
  /// The performer.
  public static let iTunesMetadataPerformer = Self("itsk/%A9prf")
  /// The publisher.
  public static let iTunesMetadataPublisher = Self("itsk/%A9pub")
  /// The sound engineer.
  public static let iTunesMetadataSoundEngineer = Self("itsk/%A9sne")
  /// The soloist.
  public static let iTunesMetadataSoloist = Self("itsk/%A9sol")
  /// The credits of sources.
  public static let iTunesMetadataCredits = Self("itsk/%A9src")
  /// Thanks.
  public static let iTunesMetadataThanks = Self("itsk/%A9thx")
  /// The address of extras.
  public static let iTunesMetadataOnlineExtras = Self("itsk/%A9url")
  /// The executive producer.
  public static let iTunesMetadataExecProducer = Self("itsk/%A9xpd")
}
