#if LibAV && Soxr
  import Foundation
  import TestSupport
  import Testing

  /// The picture of a recording is copied from type to type.
  @Suite struct AfconvertPictureTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The picture in a file, as FFmpeg extracts it.
    private func picture(_ path: String) throws -> [UInt8] {
      try Tool.run(
        "ffmpeg",
        [
          "-nostdin", "-v", "error", "-i", path, "-map", "0:v", "-c", "copy", "-f", "image2pipe",
          "-",
        ])
    }

    @Test(arguments: ["png", "mjpeg"]) func thePictureIsCopied(_ codec: String) throws {
      var source = folder.url("a.mp3").path
      let drawn = folder.url("a.\(codec)").path
      let quiet = ["-nostdin", "-v", "error"]
      _ = try Tool.run(
        "ffmpeg",
        quiet + ["-f", "lavfi", "-i", "testsrc=s=64x48:d=0.04"]
          + ["-c:v", codec, "-f", "image2", drawn])
      _ = try Tool.run(
        "ffmpeg",
        quiet + ["-f", "lavfi", "-i", "sine=d=0.5:r=44100", "-i", drawn, "-map", "0", "-map", "1"]
          + ["-c:a", "libmp3lame", "-c:v", "copy", "-disposition:v", "attached_pic", source])
      let expected = try picture(source)
      #expect(expected.count > 100)
      // Each file is converted from the previous one.
      for name in ["b.m4a", "c.flac", "d.mp3", "e.m4a"] {
        let path = folder.url(name).path
        let run = try Programs.run("afconvert", [source, path])
        #expect(run.ending == .exit(0), "\(run.errors)")
        let isSame = try picture(path) == expected
        #expect(isSame, "\(name)")
        source = path
      }
    }
  }
#endif
