import Foundation

/// A test file, made once by FFmpeg and kept in the folder for temporary files.
public struct Media {
  /// The name of its format.
  public let name: String
  /// The location of the file.
  public let url: URL

  private static let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("OpenCoreAudioBenchmarks")

  /// Tones and noise of changing level, so that the bit rate varies.
  private static func sound(seconds: Int, sampleRate: Int, channels: String) -> String {
    """
    sine=frequency=440:duration=\(seconds),tremolo=f=0.1:d=0.9[a];\
    anoisesrc=d=\(seconds):c=pink:a=0.3:seed=1,tremolo=f=0.2:d=0.9[b];\
    [a][b]amix=inputs=2,aformat=sample_rates=\(sampleRate):channel_layouts=\(channels)
    """
  }

  /// Encodes the sound, unless the file exists.
  public static func make(
    _ name: String, _ file: String, seconds: Int, sampleRate: Int = 44_100,
    channels: String = "stereo",
    _ codec: [String]
  ) throws -> Media {
    try make(name, file) { url in
      let sound = sound(seconds: seconds, sampleRate: sampleRate, channels: channels)
      try ffmpeg(["-f", "lavfi", "-i", sound] + codec + ["-map_metadata", "-1", url.path])
    }
  }

  /// Encodes five minutes and writes them twelve times, for containers that are sequences of
  /// frames.
  public static func makeHour(_ name: String, _ file: String, _ codec: [String]) throws -> Media {
    let part = try make(name, "part-\(file)", seconds: 300, codec)
    return try make(name, file) { url in
      let bytes = try Data(contentsOf: part.url)
      var whole = Data()
      for _ in 0..<12 { whole.append(bytes) }
      try whole.write(to: url)
    }
  }

  /// Writes the packets of another file many times over.
  public static func make(
    _ name: String, _ file: String, repeating part: Media, times: Int
  ) throws -> Media {
    try make(name, file) { url in
      try ffmpeg(["-stream_loop", "\(times - 1)", "-i", part.url.path, "-c", "copy", url.path])
    }
  }

  private static func make(_ name: String, _ file: String, _ write: (URL) throws -> Void) throws
    -> Media
  {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let media = Media(name: name, url: folder.appendingPathComponent(file))
    if !FileManager.default.fileExists(atPath: media.url.path) {
      // An incomplete file must not be reused the next time.
      let unfinished = folder.appendingPathComponent("unfinished-\(file)")
      try write(unfinished)
      try FileManager.default.moveItem(at: unfinished, to: media.url)
    }
    return media
  }

  private static func ffmpeg(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["ffmpeg", "-v", "error", "-nostdin", "-y"] + arguments
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
  }
}
