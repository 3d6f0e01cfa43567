/// The types with names.
extension UTType {
  // MARK: Parents

  /// Anything.
  public static let item = UTType(known: "public.item")
  /// A document.
  public static let content = UTType(known: "public.content")
  /// Bytes.
  public static let data = UTType(known: "public.data")
  /// Sound or pictures that move.
  public static let audiovisualContent = UTType(known: "public.audiovisual-content")

  // MARK: Sound

  /// Sound.
  public static let audio = UTType(known: "public.audio")
  /// MPEG audio, layer III.
  public static let mp3 = UTType(known: "public.mp3")
  /// WAVE.
  public static let wav = UTType(known: "com.microsoft.waveform-audio")
  /// AIFF.
  public static let aiff = UTType(known: "public.aiff-audio")
  /// A Standard MIDI File.
  public static let midi = UTType(known: "public.midi-audio")
  /// MPEG-4 with sound only.
  public static let mpeg4Audio = UTType(known: "public.mpeg-4-audio")
  /// MPEG-4 with protected sound.
  public static let appleProtectedMPEG4Audio = UTType(known: "com.apple.protected-mpeg-4-audio")

  // MARK: Movies

  /// Pictures that move, with or without sound.
  public static let movie = UTType(known: "public.movie")
  /// Pictures that move.
  public static let video = UTType(known: "public.video")
  /// MPEG-4.
  public static let mpeg4Movie = UTType(known: "public.mpeg-4")
  /// QuickTime.
  public static let quickTimeMovie = UTType(known: "com.apple.quicktime-movie")
  /// An MPEG-2 transport stream.
  public static let mpeg2TransportStream = UTType(known: "public.mpeg-2-transport-stream")
  /// AVI.
  public static let avi = UTType(known: "public.avi")

  // MARK: Others

  /// A playlist.
  public static let playlist = UTType(known: "public.playlist")
  /// A playlist in the M3U format.
  public static let m3uPlaylist = UTType(known: "public.m3u-playlist")
  /// A picture.
  public static let image = UTType(known: "public.image")
  /// JPEG.
  public static let jpeg = UTType(known: "public.jpeg")
  /// PNG.
  public static let png = UTType(known: "public.png")
}
