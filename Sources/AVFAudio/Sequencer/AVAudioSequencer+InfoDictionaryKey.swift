internal import AudioToolbox

extension AVAudioSequencer {
  /// A key of ``AVAudioSequencer/userInfo``.
  public struct InfoDictionaryKey: RawRepresentable, Hashable, Sendable {
    /// The key as text.
    public let rawValue: String

    /// Makes a key from text.
    public init(rawValue: String) { self.rawValue = rawValue }

    private init(_ rawValue: String) { self.rawValue = rawValue }

    /// The album.
    public static let album = InfoDictionaryKey(kAFInfoDictionary_Album)
    /// The length in seconds.
    public static let approximateDurationInSeconds = InfoDictionaryKey(
      kAFInfoDictionary_ApproximateDurationInSeconds)
    /// The performer.
    public static let artist = InfoDictionaryKey(kAFInfoDictionary_Artist)
    /// The layout of the channels.
    public static let channelLayout = InfoDictionaryKey(kAFInfoDictionary_ChannelLayout)
    /// A comment.
    public static let comments = InfoDictionaryKey(kAFInfoDictionary_Comments)
    /// The composer.
    public static let composer = InfoDictionaryKey(kAFInfoDictionary_Composer)
    /// The copyright notice.
    public static let copyright = InfoDictionaryKey(kAFInfoDictionary_Copyright)
    /// The program that wrote the file.
    public static let encodingApplication = InfoDictionaryKey(kAFInfoDictionary_EncodingApplication)
    /// The genre.
    public static let genre = InfoDictionaryKey(kAFInfoDictionary_Genre)
    /// The International Standard Recording Code.
    public static let ISRC = InfoDictionaryKey(kAFInfoDictionary_ISRC)
    /// The key.
    public static let keySignature = InfoDictionaryKey(kAFInfoDictionary_KeySignature)
    /// The author of the words.
    public static let lyricist = InfoDictionaryKey(kAFInfoDictionary_Lyricist)
    /// The bit rate.
    public static let nominalBitRate = InfoDictionaryKey(kAFInfoDictionary_NominalBitRate)
    /// The date of the recording.
    public static let recordedDate = InfoDictionaryKey(kAFInfoDictionary_RecordedDate)
    /// The bits of a sample.
    public static let sourceBitDepth = InfoDictionaryKey(kAFInfoDictionary_SourceBitDepth)
    /// The encoder.
    public static let sourceEncoder = InfoDictionaryKey(kAFInfoDictionary_SourceEncoder)
    /// The second line of the title.
    public static let subTitle = InfoDictionaryKey(kAFInfoDictionary_SubTitle)
    /// Beats a minute.
    public static let tempo = InfoDictionaryKey(kAFInfoDictionary_Tempo)
    /// The time signature.
    public static let timeSignature = InfoDictionaryKey(kAFInfoDictionary_TimeSignature)
    /// The title.
    public static let title = InfoDictionaryKey(kAFInfoDictionary_Title)
    /// The number of the track.
    public static let trackNumber = InfoDictionaryKey(kAFInfoDictionary_TrackNumber)
    /// The year of publication.
    public static let year = InfoDictionaryKey(kAFInfoDictionary_Year)
  }
}
