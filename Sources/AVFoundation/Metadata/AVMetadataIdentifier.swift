/// A key of metadata together with its key space.
public struct AVMetadataIdentifier: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String

  /// Makes a value from its name.
  public init(_ rawValue: String) { self.rawValue = rawValue }
  /// Makes a value from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  // MARK: Common identifiers

  /// A title.
  public static let commonIdentifierTitle = Self("common/title")
  /// A creator, such as the composer.
  public static let commonIdentifierCreator = Self("common/creator")
  /// A kind, such as the genre.
  public static let commonIdentifierType = Self("common/type")
  /// A description.
  public static let commonIdentifierDescription = Self("common/description")
  /// The date of creation.
  public static let commonIdentifierCreationDate = Self("common/creationDate")
  /// The software that made the file.
  public static let commonIdentifierSoftware = Self("common/software")
  /// A copyright notice.
  public static let commonIdentifierCopyrights = Self("common/copyrights")
  /// The name of an album.
  public static let commonIdentifierAlbumName = Self("common/albumName")
  /// An artist.
  public static let commonIdentifierArtist = Self("common/artist")
  /// A picture.
  public static let commonIdentifierArtwork = Self("common/artwork")

  // MARK: Radio stations

  /// The title that a radio station states.
  public static let icyMetadataStreamTitle = Self("icy/StreamTitle")
  /// The address that a radio station states.
  public static let icyMetadataStreamURL = Self("icy/StreamUrl")

  // MARK: ID3

  /// The title.
  public static let id3MetadataTitleDescription = Self("id3/TIT2")
  /// The artist.
  public static let id3MetadataLeadPerformer = Self("id3/TPE1")
  /// The album.
  public static let id3MetadataAlbumTitle = Self("id3/TALB")
  /// The artist of the album.
  public static let id3MetadataBand = Self("id3/TPE2")
  /// The number of the disc.
  public static let id3MetadataPartOfASet = Self("id3/TPOS")
  /// The number of the track.
  public static let id3MetadataTrackNumber = Self("id3/TRCK")
  /// The year.
  public static let id3MetadataYear = Self("id3/TYER")
  /// The time of recording.
  public static let id3MetadataRecordingTime = Self("id3/TDRC")
  /// The genre.
  public static let id3MetadataContentType = Self("id3/TCON")
  /// A comment.
  public static let id3MetadataComments = Self("id3/COMM")
  /// The composer.
  public static let id3MetadataComposer = Self("id3/TCOM")
  /// The writer of the text.
  public static let id3MetadataLyricist = Self("id3/TEXT")
  /// The words.
  public static let id3MetadataUnsynchronizedLyric = Self("id3/USLT")
  /// A copyright notice.
  public static let id3MetadataCopyright = Self("id3/TCOP")
  /// The tempo.
  public static let id3MetadataBeatsPerMinute = Self("id3/TBPM")
  /// The key of the music.
  public static let id3MetadataInitialKey = Self("id3/TKEY")
  /// The code of the recording.
  public static let id3MetadataInternationalStandardRecordingCode = Self("id3/TSRC")
  /// Settings of the encoder.
  public static let id3MetadataEncodedWith = Self("id3/TSSE")
  /// A picture.
  public static let id3MetadataAttachedPicture = Self("id3/APIC")

  // MARK: iTunes

  /// The title.
  public static let iTunesMetadataSongName = Self("itsk/%A9nam")
  /// The artist.
  public static let iTunesMetadataArtist = Self("itsk/%A9ART")
  /// The album.
  public static let iTunesMetadataAlbum = Self("itsk/%A9alb")
  /// The artist of the album.
  public static let iTunesMetadataAlbumArtist = Self("itsk/aART")
  /// The date.
  public static let iTunesMetadataReleaseDate = Self("itsk/%A9day")
  /// The genre.
  public static let iTunesMetadataUserGenre = Self("itsk/%A9gen")
  /// A comment.
  public static let iTunesMetadataUserComment = Self("itsk/%A9cmt")
  /// The composer.
  public static let iTunesMetadataComposer = Self("itsk/%A9wrt")
  /// The words.
  public static let iTunesMetadataLyrics = Self("itsk/%A9lyr")
  /// A copyright notice.
  public static let iTunesMetadataCopyright = Self("itsk/cprt")
  /// The number of the track.
  public static let iTunesMetadataTrackNumber = Self("itsk/trkn")
  /// The number of the disc.
  public static let iTunesMetadataDiscNumber = Self("itsk/disk")
  /// The tempo.
  public static let iTunesMetadataBeatsPerMin = Self("itsk/tmpo")
  /// The software that made the file.
  public static let iTunesMetadataEncodingTool = Self("itsk/%A9too")
  /// A picture.
  public static let iTunesMetadataCoverArt = Self("itsk/covr")
}
