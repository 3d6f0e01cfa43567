/// The frames of ID3.
///
/// Source: ID3v2.3, 4; ID3v2.4, 4.
extension AVMetadataKey {
  /// Encrypted audio.
  public static let id3MetadataKeyAudioEncryption = Self("AENC")
  /// An index of seek points.
  public static let id3MetadataKeyAudioSeekPointIndex = Self("ASPI")
  /// A commercial offer.
  public static let id3MetadataKeyCommercial = Self("COMR")
  /// A commercial offer, in Apple's former spelling.
  public static let id3MetadataKeyCommerical = Self("COMR")
  /// A registration of an encryption method.
  public static let id3MetadataKeyEncryption = Self("ENCR")
  /// An equalization of version 2.3.
  public static let id3MetadataKeyEqualization = Self("EQUA")
  /// An equalization of version 2.4.
  public static let id3MetadataKeyEqualization2 = Self("EQU2")
  /// Times of events.
  public static let id3MetadataKeyEventTimingCodes = Self("ETCO")
  /// An embedded object.
  public static let id3MetadataKeyGeneralEncapsulatedObject = Self("GEOB")
  /// A registration of a group.
  public static let id3MetadataKeyGroupIdentifier = Self("GRID")
  /// Involved people in version 2.3.
  public static let id3MetadataKeyInvolvedPeopleList_v23 = Self("IPLS")
  /// Linked information.
  public static let id3MetadataKeyLink = Self("LINK")
  /// The identifier of a music CD.
  public static let id3MetadataKeyMusicCDIdentifier = Self("MCDI")
  /// A table of byte positions.
  public static let id3MetadataKeyMPEGLocationLookupTable = Self("MLLT")
  /// The owner of this copy.
  public static let id3MetadataKeyOwnership = Self("OWNE")
  /// Private data.
  public static let id3MetadataKeyPrivate = Self("PRIV")
  /// The number of plays.
  public static let id3MetadataKeyPlayCounter = Self("PCNT")
  /// A rating.
  public static let id3MetadataKeyPopularimeter = Self("POPM")
  /// The position in a broadcast.
  public static let id3MetadataKeyPositionSynchronization = Self("POSS")
  /// The recommended buffer size.
  public static let id3MetadataKeyRecommendedBufferSize = Self("RBUF")
  /// A volume adjustment of version 2.3.
  public static let id3MetadataKeyRelativeVolumeAdjustment = Self("RVAD")
  /// A volume adjustment of version 2.4.
  public static let id3MetadataKeyRelativeVolumeAdjustment2 = Self("RVA2")
  /// A reverb.
  public static let id3MetadataKeyReverb = Self("RVRB")
  /// The position of the next tag.
  public static let id3MetadataKeySeek = Self("SEEK")
  /// A signature.
  public static let id3MetadataKeySignature = Self("SIGN")
  /// Words with times.
  public static let id3MetadataKeySynchronizedLyric = Self("SYLT")
  /// Tempos with times.
  public static let id3MetadataKeySynchronizedTempoCodes = Self("SYTC")
  /// The day and month of the recording.
  public static let id3MetadataKeyDate = Self("TDAT")
  /// The time of encoding.
  public static let id3MetadataKeyEncodingTime = Self("TDEN")
  /// The pause before the song in a playlist.
  public static let id3MetadataKeyPlaylistDelay = Self("TDLY")
  /// The time of the original release.
  public static let id3MetadataKeyOriginalReleaseTime = Self("TDOR")
  /// The time of the release.
  public static let id3MetadataKeyReleaseTime = Self("TDRL")
  /// The time of tagging.
  public static let id3MetadataKeyTaggingTime = Self("TDTG")
  /// The person or company that encoded the file.
  public static let id3MetadataKeyEncodedBy = Self("TENC")
  /// The type of the file.
  public static let id3MetadataKeyFileType = Self("TFLT")
  /// The time of day of the recording.
  public static let id3MetadataKeyTime = Self("TIME")
  /// Involved people in version 2.4.
  public static let id3MetadataKeyInvolvedPeopleList_v24 = Self("TIPL")
  /// The group of the content.
  public static let id3MetadataKeyContentGroupDescription = Self("TIT1")
  /// A subtitle.
  public static let id3MetadataKeySubTitle = Self("TIT3")
  /// The language of the words.
  public static let id3MetadataKeyLanguage = Self("TLAN")
  /// The length in milliseconds.
  public static let id3MetadataKeyLength = Self("TLEN")
  /// The musicians.
  public static let id3MetadataKeyMusicianCreditsList = Self("TMCL")
  /// The type of the original medium.
  public static let id3MetadataKeyMediaType = Self("TMED")
  /// The mood.
  public static let id3MetadataKeyMood = Self("TMOO")
  /// The original album.
  public static let id3MetadataKeyOriginalAlbumTitle = Self("TOAL")
  /// The original file name.
  public static let id3MetadataKeyOriginalFilename = Self("TOFN")
  /// The original writer of the words.
  public static let id3MetadataKeyOriginalLyricist = Self("TOLY")
  /// The original artist.
  public static let id3MetadataKeyOriginalArtist = Self("TOPE")
  /// The year of the original release.
  public static let id3MetadataKeyOriginalReleaseYear = Self("TORY")
  /// The owner of the file.
  public static let id3MetadataKeyFileOwner = Self("TOWN")
  /// The conductor.
  public static let id3MetadataKeyConductor = Self("TPE3")
  /// The author of this version.
  public static let id3MetadataKeyModifiedBy = Self("TPE4")
  /// A notice of the production.
  public static let id3MetadataKeyProducedNotice = Self("TPRO")
  /// The publisher.
  public static let id3MetadataKeyPublisher = Self("TPUB")
  /// The days of the recording.
  public static let id3MetadataKeyRecordingDates = Self("TRDA")
  /// The name of a radio station.
  public static let id3MetadataKeyInternetRadioStationName = Self("TRSN")
  /// The owner of a radio station.
  public static let id3MetadataKeyInternetRadioStationOwner = Self("TRSO")
  /// The size of the file in bytes.
  public static let id3MetadataKeySize = Self("TSIZ")
  /// The album for sorting.
  public static let id3MetadataKeyAlbumSortOrder = Self("TSOA")
  /// The performer for sorting.
  public static let id3MetadataKeyPerformerSortOrder = Self("TSOP")
  /// The title for sorting.
  public static let id3MetadataKeyTitleSortOrder = Self("TSOT")
  /// The subtitle of a disc.
  public static let id3MetadataKeySetSubtitle = Self("TSST")
  /// A text with a name of its own.
  public static let id3MetadataKeyUserText = Self("TXXX")
  /// A unique identifier.
  public static let id3MetadataKeyUniqueFileIdentifier = Self("UFID")
  /// The terms of use.
  public static let id3MetadataKeyTermsOfUse = Self("USER")
  /// The address of an offer.
  public static let id3MetadataKeyCommercialInformation = Self("WCOM")
  /// The address of the copyright terms.
  public static let id3MetadataKeyCopyrightInformation = Self("WCOP")
  /// The web page of the file.
  public static let id3MetadataKeyOfficialAudioFileWebpage = Self("WOAF")
  /// The web page of the artist.
  public static let id3MetadataKeyOfficialArtistWebpage = Self("WOAR")
  /// The web page of the source.
  public static let id3MetadataKeyOfficialAudioSourceWebpage = Self("WOAS")
  /// The web page of a radio station.
  public static let id3MetadataKeyOfficialInternetRadioStationHomepage = Self("WORS")
  /// The address for payment.
  public static let id3MetadataKeyPayment = Self("WPAY")
  /// The web page of the publisher.
  public static let id3MetadataKeyOfficialPublisherWebpage = Self("WPUB")
  /// An address with a name of its own.
  public static let id3MetadataKeyUserURL = Self("WXXX")
}
