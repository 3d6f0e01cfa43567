/// A key of metadata.
public struct AVMetadataKey: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String

  /// Makes a value from its name.
  public init(_ rawValue: String) { self.rawValue = rawValue }
  /// Makes a value from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  // MARK: Common keys

  /// A title.
  public static let commonKeyTitle = Self("title")
  /// A creator, such as the composer.
  public static let commonKeyCreator = Self("creator")
  /// A kind, such as the genre.
  public static let commonKeyType = Self("type")
  /// A description.
  public static let commonKeyDescription = Self("description")
  /// The date of creation.
  public static let commonKeyCreationDate = Self("creationDate")
  /// The software that made the file.
  public static let commonKeySoftware = Self("software")
  /// A copyright notice.
  public static let commonKeyCopyrights = Self("copyrights")
  /// The name of an album.
  public static let commonKeyAlbumName = Self("albumName")
  /// An artist.
  public static let commonKeyArtist = Self("artist")
  /// A picture.
  public static let commonKeyArtwork = Self("artwork")

  // MARK: ID3

  /// The title.
  public static let id3MetadataKeyTitleDescription = Self("TIT2")
  /// The artist.
  public static let id3MetadataKeyLeadPerformer = Self("TPE1")
  /// The album.
  public static let id3MetadataKeyAlbumTitle = Self("TALB")
  /// The artist of the album.
  public static let id3MetadataKeyBand = Self("TPE2")
  /// The number of the disc.
  public static let id3MetadataKeyPartOfASet = Self("TPOS")
  /// The number of the track.
  public static let id3MetadataKeyTrackNumber = Self("TRCK")
  /// The year.
  public static let id3MetadataKeyYear = Self("TYER")
  /// The time of recording.
  public static let id3MetadataKeyRecordingTime = Self("TDRC")
  /// The genre.
  public static let id3MetadataKeyContentType = Self("TCON")
  /// A comment.
  public static let id3MetadataKeyComments = Self("COMM")
  /// The composer.
  public static let id3MetadataKeyComposer = Self("TCOM")
  /// The writer of the lyrics.
  public static let id3MetadataKeyLyricist = Self("TEXT")
  /// The lyrics.
  public static let id3MetadataKeyUnsynchronizedLyric = Self("USLT")
  /// A copyright notice.
  public static let id3MetadataKeyCopyright = Self("TCOP")
  /// The tempo.
  public static let id3MetadataKeyBeatsPerMinute = Self("TBPM")
  /// The key of the music.
  public static let id3MetadataKeyInitialKey = Self("TKEY")
  /// The code of the recording.
  public static let id3MetadataKeyInternationalStandardRecordingCode = Self("TSRC")
  /// Settings of the encoder.
  public static let id3MetadataKeyEncodedWith = Self("TSSE")
  /// A picture.
  public static let id3MetadataKeyAttachedPicture = Self("APIC")

  // MARK: iTunes

  /// The title.
  public static let iTunesMetadataKeySongName = Self("@nam")
  /// The artist.
  public static let iTunesMetadataKeyArtist = Self("@ART")
  /// The album.
  public static let iTunesMetadataKeyAlbum = Self("@alb")
  /// The artist of the album.
  public static let iTunesMetadataKeyAlbumArtist = Self("aART")
  /// The date.
  public static let iTunesMetadataKeyReleaseDate = Self("@day")
  /// The genre.
  public static let iTunesMetadataKeyUserGenre = Self("@gen")
  /// A comment.
  public static let iTunesMetadataKeyUserComment = Self("@cmt")
  /// The composer.
  public static let iTunesMetadataKeyComposer = Self("@wrt")
  /// The lyrics.
  public static let iTunesMetadataKeyLyrics = Self("@lyr")
  /// A copyright notice.
  public static let iTunesMetadataKeyCopyright = Self("cprt")
  /// The number of the track.
  public static let iTunesMetadataKeyTrackNumber = Self("trkn")
  /// The number of the disc.
  public static let iTunesMetadataKeyDiscNumber = Self("disk")
  /// The tempo.
  public static let iTunesMetadataKeyBeatsPerMin = Self("tmpo")
  /// The software that made the file.
  public static let iTunesMetadataKeyEncodingTool = Self("@too")
  /// A picture.
  public static let iTunesMetadataKeyCoverArt = Self("covr")

  // MARK: Radio stations

  /// The title that a radio station states.
  public static let icyMetadataKeyStreamTitle = Self("StreamTitle")
  /// The address that a radio station states.
  public static let icyMetadataKeyStreamURL = Self("StreamUrl")
}
