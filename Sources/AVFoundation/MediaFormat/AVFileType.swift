/// A file type as a uniform type identifier, such as the `fileTypeHint` of `AVAudioPlayer`.
public struct AVFileType: RawRepresentable, Hashable, Sendable {
  /// The identifier.
  public let rawValue: String

  /// Makes a file type from an identifier.
  public init(_ rawValue: String) { self.rawValue = rawValue }
  /// Makes a file type from an identifier.
  public init(rawValue: String) { self.rawValue = rawValue }

  // MARK: Sound

  /// AC-3.
  public static let ac3 = AVFileType("public.ac3-audio")
  /// AIFF-C.
  public static let aifc = AVFileType("public.aifc-audio")
  /// AIFF.
  public static let aiff = AVFileType("public.aiff-audio")
  /// Adaptive Multi-Rate.
  public static let amr = AVFileType("org.3gpp.adaptive-multi-rate-audio")
  /// Sun and NeXT AU.
  public static let au = AVFileType("public.au-audio")
  /// Apple's Core Audio Format.
  public static let caf = AVFileType("com.apple.coreaudio-format")
  /// Enhanced AC-3.
  public static let eac3 = AVFileType("public.enhanced-ac3-audio")
  /// MPEG-4 audio.
  public static let m4a = AVFileType("com.apple.m4a-audio")
  /// MPEG audio, layer III.
  public static let mp3 = AVFileType("public.mp3")
  /// WAVE.
  public static let wav = AVFileType("com.microsoft.waveform-audio")

  // MARK: Movies

  /// 3GPP.
  public static let mobile3GPP = AVFileType("public.3gpp")
  /// 3GPP2.
  public static let mobile3GPP2 = AVFileType("public.3gpp2")
  /// Apple's variant of MPEG-4 video.
  public static let m4v = AVFileType("com.apple.m4v-video")
  /// QuickTime.
  public static let mov = AVFileType("com.apple.quicktime-movie")
  /// MPEG-4.
  public static let mp4 = AVFileType("public.mpeg-4")

  // MARK: Pictures

  /// AVC images in a HEIF container.
  public static let avci = AVFileType("public.avci")
  /// Adobe Digital Negative.
  public static let dng = AVFileType("com.adobe.raw-image")
  /// HEVC images in a HEIF container.
  public static let heic = AVFileType("public.heic")
  /// A HEIF container with any codec.
  public static let heif = AVFileType("public.heif")
  /// JPEG.
  public static let jpg = AVFileType("public.jpeg")
  /// TIFF.
  public static let tif = AVFileType("public.tiff")
}
