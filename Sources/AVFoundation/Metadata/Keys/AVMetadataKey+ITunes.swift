/// The items of iTunes; `@` stands for the copyright sign.
extension AVMetadataKey {
  /// The person or company that encoded the file.
  public static let iTunesMetadataKeyEncodedBy = Self("@enc")
  /// The number of a genre.
  public static let iTunesMetadataKeyPredefinedGenre = Self("gnre")
  /// The subtitle of the track.
  public static let iTunesMetadataKeyTrackSubTitle = Self("@st3")
  /// The kind of account.
  public static let iTunesMetadataKeyAccountKind = Self("akID")
  /// The account that bought the file.
  public static let iTunesMetadataKeyAppleID = Self("apID")
  /// The number of the artist.
  public static let iTunesMetadataKeyArtistID = Self("atID")
  /// The number of the song.
  public static let iTunesMetadataKeySongID = Self("cnID")
  /// Whether the disc is a compilation.
  public static let iTunesMetadataKeyDiscCompilation = Self("cpil")
  /// The number of the genre in the store.
  public static let iTunesMetadataKeyGenreID = Self("geID")
  /// The group of the content.
  public static let iTunesMetadataKeyGrouping = Self("grup")
  /// The number of the playlist.
  public static let iTunesMetadataKeyPlaylistID = Self("plID")
  /// Whether the content is explicit.
  public static let iTunesMetadataKeyContentRating = Self("rtng")
  /// The art director.
  public static let iTunesMetadataKeyArtDirector = Self("@ard")
  /// The arranger.
  public static let iTunesMetadataKeyArranger = Self("@arg")
  /// The author.
  public static let iTunesMetadataKeyAuthor = Self("@aut")
  /// An acknowledgement.
  public static let iTunesMetadataKeyAcknowledgement = Self("@cak")
  /// The conductor.
  public static let iTunesMetadataKeyConductor = Self("@con")
  /// A description.
  public static let iTunesMetadataKeyDescription = Self("@des")
  /// The director.
  public static let iTunesMetadataKeyDirector = Self("@dir")
  /// The equalizer preset.
  public static let iTunesMetadataKeyEQ = Self("@equ")
  /// The liner notes.
  public static let iTunesMetadataKeyLinerNotes = Self("@lnt")
  /// The record company.
  public static let iTunesMetadataKeyRecordCompany = Self("@mak")
  /// The original artist.
  public static let iTunesMetadataKeyOriginalArtist = Self("@ope")
  /// The rights in the recording.
  public static let iTunesMetadataKeyPhonogramRights = Self("@phg")
  /// The producer.
  public static let iTunesMetadataKeyProducer = Self("@prd")
  /// The performer.
  public static let iTunesMetadataKeyPerformer = Self("@prf")
  /// The publisher.
  public static let iTunesMetadataKeyPublisher = Self("@pub")
  /// The sound engineer.
  public static let iTunesMetadataKeySoundEngineer = Self("@sne")
  /// The soloist.
  public static let iTunesMetadataKeySoloist = Self("@sol")
  /// The credits of sources.
  public static let iTunesMetadataKeyCredits = Self("@src")
  /// Thanks.
  public static let iTunesMetadataKeyThanks = Self("@thx")
  /// The address of extras.
  public static let iTunesMetadataKeyOnlineExtras = Self("@url")
  /// The executive producer.
  public static let iTunesMetadataKeyExecProducer = Self("@xpd")
}
