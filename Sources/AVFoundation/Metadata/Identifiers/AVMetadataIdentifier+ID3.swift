/// The frames of ID3.
///
/// Source: ID3v2.3, 4; ID3v2.4, 4.
extension AVMetadataIdentifier {
  /// Encrypted audio.
  public static let id3MetadataAudioEncryption = Self("id3/AENC")
  /// An index of seek points.
  public static let id3MetadataAudioSeekPointIndex = Self("id3/ASPI")
  /// A commercial offer.
  public static let id3MetadataCommercial = Self("id3/COMR")
  /// A commercial offer, in Apple's former spelling.
  public static let id3MetadataCommerical = Self("id3/COMR")
  /// A registration of an encryption method.
  public static let id3MetadataEncryption = Self("id3/ENCR")
  /// An equalization of version 2.3.
  public static let id3MetadataEqualization = Self("id3/EQUA")
  /// An equalization of version 2.4.
  public static let id3MetadataEqualization2 = Self("id3/EQU2")
  /// Times of events.
  public static let id3MetadataEventTimingCodes = Self("id3/ETCO")
  /// An embedded object.
  public static let id3MetadataGeneralEncapsulatedObject = Self("id3/GEOB")
  /// A registration of a group.
  public static let id3MetadataGroupIdentifier = Self("id3/GRID")
  /// Involved people in version 2.3.
  public static let id3MetadataInvolvedPeopleList_v23 = Self("id3/IPLS")
  /// Linked information.
  public static let id3MetadataLink = Self("id3/LINK")
  /// The identifier of a music CD.
  public static let id3MetadataMusicCDIdentifier = Self("id3/MCDI")
  /// A table of byte positions.
  public static let id3MetadataMPEGLocationLookupTable = Self("id3/MLLT")
  /// The owner of this copy.
  public static let id3MetadataOwnership = Self("id3/OWNE")
  /// Private data.
  public static let id3MetadataPrivate = Self("id3/PRIV")
  /// The number of plays.
  public static let id3MetadataPlayCounter = Self("id3/PCNT")
  /// A rating.
  public static let id3MetadataPopularimeter = Self("id3/POPM")
  /// The position in a broadcast.
  public static let id3MetadataPositionSynchronization = Self("id3/POSS")
  /// The recommended buffer size.
  public static let id3MetadataRecommendedBufferSize = Self("id3/RBUF")
  /// A volume adjustment of version 2.3.
  public static let id3MetadataRelativeVolumeAdjustment = Self("id3/RVAD")
  /// A volume adjustment of version 2.4.
  public static let id3MetadataRelativeVolumeAdjustment2 = Self("id3/RVA2")
  /// A reverb.
  public static let id3MetadataReverb = Self("id3/RVRB")
  /// The position of the next tag.
  public static let id3MetadataSeek = Self("id3/SEEK")
  /// A signature.
  public static let id3MetadataSignature = Self("id3/SIGN")
  /// Words with times.
  public static let id3MetadataSynchronizedLyric = Self("id3/SYLT")
  /// Tempos with times.
  public static let id3MetadataSynchronizedTempoCodes = Self("id3/SYTC")
  /// The day and month of the recording.
  public static let id3MetadataDate = Self("id3/TDAT")
  /// The time of encoding.
  public static let id3MetadataEncodingTime = Self("id3/TDEN")
  /// The pause before the song in a playlist.
  public static let id3MetadataPlaylistDelay = Self("id3/TDLY")
  /// The time of the original release.
  public static let id3MetadataOriginalReleaseTime = Self("id3/TDOR")
  /// The time of the release.
  public static let id3MetadataReleaseTime = Self("id3/TDRL")
  /// The time of tagging.
  public static let id3MetadataTaggingTime = Self("id3/TDTG")
  /// The person or company that encoded the file.
  public static let id3MetadataEncodedBy = Self("id3/TENC")
  /// The type of the file.
  public static let id3MetadataFileType = Self("id3/TFLT")
  /// The time of day of the recording.
  public static let id3MetadataTime = Self("id3/TIME")
  /// Involved people in version 2.4.
  public static let id3MetadataInvolvedPeopleList_v24 = Self("id3/TIPL")
  /// The group of the content.
  public static let id3MetadataContentGroupDescription = Self("id3/TIT1")
  /// A subtitle.
  public static let id3MetadataSubTitle = Self("id3/TIT3")
  /// The language of the words.
  public static let id3MetadataLanguage = Self("id3/TLAN")
  /// The length in milliseconds.
  public static let id3MetadataLength = Self("id3/TLEN")
  /// The musicians.
  public static let id3MetadataMusicianCreditsList = Self("id3/TMCL")
  /// The type of the original medium.
  public static let id3MetadataMediaType = Self("id3/TMED")
  /// The mood.
  public static let id3MetadataMood = Self("id3/TMOO")
  /// The original album.
  public static let id3MetadataOriginalAlbumTitle = Self("id3/TOAL")
  /// The original file name.
  public static let id3MetadataOriginalFilename = Self("id3/TOFN")
  /// The original writer of the words.
  public static let id3MetadataOriginalLyricist = Self("id3/TOLY")
  /// The original artist.
  public static let id3MetadataOriginalArtist = Self("id3/TOPE")
  /// The year of the original release.
  public static let id3MetadataOriginalReleaseYear = Self("id3/TORY")
  /// The owner of the file.
  public static let id3MetadataFileOwner = Self("id3/TOWN")
  /// The conductor.
  public static let id3MetadataConductor = Self("id3/TPE3")
  /// The author of this version.
  public static let id3MetadataModifiedBy = Self("id3/TPE4")
  /// A notice of the production.
  public static let id3MetadataProducedNotice = Self("id3/TPRO")
  /// The publisher.
  public static let id3MetadataPublisher = Self("id3/TPUB")
  /// The days of the recording.
  public static let id3MetadataRecordingDates = Self("id3/TRDA")
  /// The name of a radio station.
  public static let id3MetadataInternetRadioStationName = Self("id3/TRSN")
  /// The owner of a radio station.
  public static let id3MetadataInternetRadioStationOwner = Self("id3/TRSO")
  /// The size of the file in bytes.
  public static let id3MetadataSize = Self("id3/TSIZ")
  /// The album for sorting.
  public static let id3MetadataAlbumSortOrder = Self("id3/TSOA")
  /// The performer for sorting.
  public static let id3MetadataPerformerSortOrder = Self("id3/TSOP")
  /// The title for sorting.
  public static let id3MetadataTitleSortOrder = Self("id3/TSOT")
  /// The subtitle of a disc.
  public static let id3MetadataSetSubtitle = Self("id3/TSST")
  /// A text with a name of its own.
  public static let id3MetadataUserText = Self("id3/TXXX")
  /// A unique identifier.
  public static let id3MetadataUniqueFileIdentifier = Self("id3/UFID")
  /// The terms of use.
  public static let id3MetadataTermsOfUse = Self("id3/USER")
  /// The address of an offer.
  public static let id3MetadataCommercialInformation = Self("id3/WCOM")
  /// The address of the copyright terms.
  public static let id3MetadataCopyrightInformation = Self("id3/WCOP")
  /// The web page of the file.
  public static let id3MetadataOfficialAudioFileWebpage = Self("id3/WOAF")
  /// The web page of the artist.
  public static let id3MetadataOfficialArtistWebpage = Self("id3/WOAR")
  /// The web page of the source.
  public static let id3MetadataOfficialAudioSourceWebpage = Self("id3/WOAS")
  /// The web page of a radio station.
  public static let id3MetadataOfficialInternetRadioStationHomepage = Self("id3/WORS")
  /// The address for payment.
  public static let id3MetadataPayment = Self("id3/WPAY")
  /// The web page of the publisher.
  public static let id3MetadataOfficialPublisherWebpage = Self("id3/WPUB")
  /// An address with a name of its own.
  public static let id3MetadataUserURL = Self("id3/WXXX")
}
