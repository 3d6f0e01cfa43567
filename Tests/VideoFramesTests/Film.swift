#if LibAV && Video
  import AudioTransport
  import Foundation
  import TestSupport
  import Testing
  import VideoFrames

  /// A film of each container, made by FFmpeg.
  struct Film: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// FFmpeg's options for the pictures and the sound.
    var options: [String]
    var size = "96x64"

    static let all = [
      Film(testDescription: "film.mp4", options: ["-c:v", "libx264", "-bf", "2", "-c:a", "aac"]),
      Film(testDescription: "film.mov", options: ["-c:v", "mpeg4", "-bf", "2", "-c:a", "aac"]),
      Film(testDescription: "film.mkv", options: ["-c:v", "libx264", "-bf", "2", "-c:a", "ac3"]),
      Film(testDescription: "film.avi", options: ["-c:v", "mpeg4", "-vtag", "XVID"]),
      Film(testDescription: "film.wmv", options: ["-c:v", "wmv2", "-c:a", "wmav2"]),
      Film(testDescription: "film.rm", options: ["-c:v", "rv20", "-c:a", "ac3"]),
      Film(testDescription: "film.mpg", options: ["-c:v", "mpeg2video", "-bf", "2"]),
      Film(
        testDescription: "film.3gp", options: ["-c:v", "h263", "-c:a", "aac"], size: "128x96"),
      Film(testDescription: "film.ts", options: ["-c:v", "libx264", "-bf", "2", "-c:a", "aac"]),
      Film(testDescription: "film.webm", options: ["-c:v", "libvpx", "-c:a", "libopus"]),
      Film(testDescription: "film.flv", options: ["-c:v", "flv", "-c:a", "libmp3lame"]),
    ]

    /// Makes the film: 3 seconds with a key frame each half second.
    func make(in folder: TemporaryFolder) throws -> URL {
      let file = folder.url(testDescription)
      _ = try Tool.run(
        "ffmpeg",
        [
          "-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", "testsrc2=s=\(size):r=25:d=3",
          "-f",
          "lavfi", "-i", "sine=f=440:r=44100:d=3", "-pix_fmt", "yuv420p", "-g", "12",
        ] + options + ["-y", file.path])
      return file
    }

    static func open(_ file: URL) throws -> VideoReader {
      try VideoReader(try FileByteSource(path: file.path))
    }

    /// The times and checksums of all frames, by FFmpeg.
    static func expectedFrames(_ file: URL) throws -> [FrameSum] {
      let text = try Tool.run(
        "ffmpeg",
        [
          "-nostdin", "-loglevel", "error", "-copyts", "-i", file.path, "-map", "0:v:0", "-vsync",
          "passthrough", "-enc_time_base", "-1", "-f", "framecrc", "-",
        ])
      return String(decoding: text, as: UTF8.self).split(separator: "\n")
        .filter { !$0.hasPrefix("#") }
        .compactMap { line in
          let fields = line.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
          guard fields.count >= 6, let time = Int64(fields[2]),
            let sum = UInt32(fields[5].dropFirst(2), radix: 16)
          else { return nil }
          return FrameSum(time: time, sum: sum)
        }
    }
  }

  /// The time of a frame, and the checksum of its planes.
  struct FrameSum: Equatable, Sendable {
    var time: Int64
    /// Adler-32 from 0, as FFmpeg computes it.
    ///
    /// Source: RFC 1950, 8.2.
    var sum: UInt32

    init(time: Int64, sum: UInt32) { (self.time, self.sum) = (time, sum) }

    init(_ frame: VideoFrame) {
      var (a, b): (UInt32, UInt32) = (0, 0)
      for byte in frame.bytes {
        a = (a + UInt32(byte)) % 65_521
        b = (b + a) % 65_521
      }
      self.init(time: frame.time, sum: b << 16 | a)
    }
  }
#endif
