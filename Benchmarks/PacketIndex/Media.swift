import Foundation

/// Files of one hour, made once and kept in the folder for temporary files.
struct Media {
  var name: String
  var url: URL

  private static let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("OpenCoreAudioBenchmarks")

  /// Five minutes of tones and noise that swell and fade, so that the bit rate changes.
  private static let sound = """
    sine=frequency=440:duration=300,tremolo=f=0.1:d=0.9[a];\
    anoisesrc=d=300:c=pink:a=0.3:seed=1,tremolo=f=0.2:d=0.9[b];\
    [a][b]amix=inputs=2,aformat=sample_rates=44100:channel_layouts=stereo
    """

  static func make() throws -> [Media] {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return [
      try make(
        "VBR MP3", "hour.mp3",
        ["-c:a", "libmp3lame", "-q:a", "2", "-write_xing", "0", "-id3v2_version", "0"]),
      try make("ADTS", "hour.aac", ["-c:a", "aac", "-b:a", "128k", "-f", "adts"]),
    ]
  }

  /// Encodes five minutes, and writes them twelve times.
  private static func make(_ name: String, _ file: String, _ codec: [String]) throws -> Media {
    let url = folder.appendingPathComponent(file)
    guard !FileManager.default.fileExists(atPath: url.path) else {
      return Media(name: name, url: url)
    }
    let part = folder.appendingPathComponent("part-\(file)")
    let encoder = Process()
    encoder.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    encoder.arguments =
      ["ffmpeg", "-v", "error", "-nostdin", "-y", "-f", "lavfi", "-i", sound] + codec
      + ["-map_metadata", "-1", part.path]
    try encoder.run()
    encoder.waitUntilExit()
    guard encoder.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
    let bytes = try Data(contentsOf: part)
    var whole = Data()
    for _ in 0..<12 { whole.append(bytes) }
    try whole.write(to: url, options: .atomic)
    try FileManager.default.removeItem(at: part)
    return Media(name: name, url: url)
  }
}
