internal import CCoreMedia
public import CoreAudioTypes

extension CMFormatDescription {
  /// A subtype of media, such as a codec.
  public struct MediaSubType: RawRepresentable, Hashable, Sendable {
    /// The four-character code.
    public var rawValue: FourCharCode

    /// Creates a subtype from a four-character code.
    public init(rawValue: FourCharCode) { self.rawValue = rawValue }

    /// Samples.
    public static let linearPCM = MediaSubType(rawValue: kAudioFormatLinearPCM)
    /// Dolby AC-3.
    public static let ac3 = MediaSubType(rawValue: kAudioFormatAC3)
    /// Dolby Digital Plus.
    public static let enhancedAC3 = MediaSubType(rawValue: kAudioFormatEnhancedAC3)
    /// AES3.
    public static let aes3 = MediaSubType(rawValue: kAudioFormatAES3)
    /// IMA ADPCM of Apple.
    public static let appleIMA4 = MediaSubType(rawValue: kAudioFormatAppleIMA4)
    /// ITU-T G.711 mu-law.
    public static let uLaw = MediaSubType(rawValue: kAudioFormatULaw)
    /// ITU-T G.711 A-law.
    public static let aLaw = MediaSubType(rawValue: kAudioFormatALaw)
    /// AAC Low Complexity.
    public static let mpeg4AAC = MediaSubType(rawValue: kAudioFormatMPEG4AAC)
    /// MPEG audio, layer I.
    public static let mpegLayer1 = MediaSubType(rawValue: kAudioFormatMPEGLayer1)
    /// MPEG audio, layer II.
    public static let mpegLayer2 = MediaSubType(rawValue: kAudioFormatMPEGLayer2)
    /// MPEG audio, layer III.
    public static let mpegLayer3 = MediaSubType(rawValue: kAudioFormatMPEGLayer3)
    /// Apple Lossless.
    public static let appleLossless = MediaSubType(rawValue: kAudioFormatAppleLossless)
    /// FLAC.
    public static let flac = MediaSubType(rawValue: kAudioFormatFLAC)
    /// Opus.
    public static let opus = MediaSubType(rawValue: kAudioFormatOpus)
    /// Protected AAC.
    public static let aacLCProtected = MediaSubType(rawValue: kCMAudioCodecType_AAC_LCProtected)
    /// Protected AAC of Audible.
    public static let aacAudibleProtected = MediaSubType(
      rawValue: kCMAudioCodecType_AAC_AudibleProtected)
  }
}
