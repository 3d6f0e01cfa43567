/// The types, with their parents, extensions and MIME types.
enum TypeTable {
  struct Entry: Sendable {
    var parents: [String] = []
    var extensions: [String] = []
    var mimeTypes: [String] = []
  }

  /// The identifiers in the order in which extensions are searched.
  static let order = table.map(\.0)
  static let entries = [String: Entry](table.map { ($0.0, $0.1) }) { first, _ in first }

  private static let sound = ["public.audio"]
  private static let movie = ["public.movie"]

  private static let table: [(String, Entry)] = [
    ("public.item", Entry()),
    ("public.content", Entry()),
    ("public.data", Entry(parents: ["public.item"])),
    ("public.audiovisual-content", Entry(parents: ["public.data", "public.content"])),
    ("public.audio", Entry(parents: ["public.audiovisual-content"])),
    ("public.movie", Entry(parents: ["public.audiovisual-content"])),
    ("public.video", Entry(parents: movie)),
    ("public.image", Entry(parents: ["public.data", "public.content"])),
    ("public.playlist", Entry(parents: ["public.data", "public.content"])),
    (
      "public.m3u-playlist",
      Entry(
        parents: ["public.playlist"], extensions: ["m3u", "m3u8"],
        mimeTypes: ["audio/mpegurl", "audio/x-mpegurl", "application/vnd.apple.mpegurl"])
    ),
    (
      "public.mp3",
      Entry(parents: sound, extensions: ["mp3"], mimeTypes: ["audio/mpeg", "audio/mp3"])
    ),
    (
      "public.mpeg-4-audio",
      Entry(
        parents: ["public.mpeg-4"] + sound, extensions: ["mp4", "mpg4"], mimeTypes: ["audio/mp4"])
    ),
    (
      "com.apple.m4a-audio",
      Entry(
        parents: ["public.mpeg-4-audio"], extensions: ["m4a"],
        mimeTypes: ["audio/x-m4a", "audio/m4a"])
    ),
    (
      "com.apple.protected-mpeg-4-audio",
      Entry(parents: sound, extensions: ["m4p"], mimeTypes: ["audio/x-m4p"])
    ),
    (
      "com.microsoft.waveform-audio",
      Entry(
        parents: sound, extensions: ["wav", "wave"],
        mimeTypes: ["audio/vnd.wave", "audio/wav", "audio/x-wav"])
    ),
    (
      "public.aifc-audio",
      Entry(parents: ["public.aiff-audio"], extensions: ["aifc"], mimeTypes: ["audio/x-aifc"])
    ),
    (
      "public.aiff-audio",
      Entry(
        parents: sound, extensions: ["aiff", "aif"], mimeTypes: ["audio/aiff", "audio/x-aiff"])
    ),
    (
      "com.apple.coreaudio-format",
      Entry(parents: sound, extensions: ["caf"], mimeTypes: ["audio/x-caf"])
    ),
    ("public.au-audio", Entry(parents: sound, extensions: ["au"], mimeTypes: ["audio/basic"])),
    ("public.ac3-audio", Entry(parents: sound, extensions: ["ac3"], mimeTypes: ["audio/ac3"])),
    (
      "public.enhanced-ac3-audio",
      Entry(parents: sound, extensions: ["eac3"], mimeTypes: ["audio/eac3"])
    ),
    (
      "org.3gpp.adaptive-multi-rate-audio",
      Entry(parents: sound, extensions: ["amr"], mimeTypes: ["audio/amr"])
    ),
    (
      "org.xiph.flac",
      Entry(parents: sound, extensions: ["flac"], mimeTypes: ["audio/flac", "audio/x-flac"])
    ),
    (
      "public.midi-audio",
      Entry(parents: sound, extensions: ["mid", "midi"], mimeTypes: ["audio/midi"])
    ),
    (
      "public.mpeg-4",
      Entry(parents: movie, extensions: ["mp4", "mpg4"], mimeTypes: ["video/mp4"])
    ),
    (
      "com.apple.m4v-video",
      Entry(parents: movie, extensions: ["m4v"], mimeTypes: ["video/x-m4v"])
    ),
    (
      "com.apple.quicktime-movie",
      Entry(parents: ["public.video"], extensions: ["mov", "qt"], mimeTypes: ["video/quicktime"])
    ),
    (
      "public.mpeg-2-transport-stream",
      Entry(parents: ["public.video"], extensions: ["ts"], mimeTypes: ["video/mp2t"])
    ),
    (
      "public.avi", Entry(parents: ["public.video"], extensions: ["avi"], mimeTypes: ["video/avi"])
    ),
    ("public.3gpp", Entry(parents: movie, extensions: ["3gp"], mimeTypes: ["video/3gpp"])),
    ("public.3gpp2", Entry(parents: movie, extensions: ["3g2"], mimeTypes: ["video/3gpp2"])),
    (
      "public.jpeg",
      Entry(parents: ["public.image"], extensions: ["jpeg", "jpg"], mimeTypes: ["image/jpeg"])
    ),
    (
      "public.png", Entry(parents: ["public.image"], extensions: ["png"], mimeTypes: ["image/png"])
    ),
  ]
}
