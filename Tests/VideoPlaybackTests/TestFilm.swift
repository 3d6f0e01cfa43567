import Foundation
import TestSupport

/// Films with known pictures.
enum TestFilm {
  /// Makes a film of 50 frames in 2 seconds.
  ///
  /// The left half is red. The gray level of the right half grows by 4 with each frame.
  static func make(in folder: TemporaryFolder, name: String = "film.mkv") throws -> URL {
    let file = folder.url(name)
    let level =
      "geq=lum='if(lt(X,32),81,16+4*N)':cb='if(lt(X,16),90,128)':cr='if(lt(X,16),240,128)'"
    _ = try Tool.run(
      "ffmpeg",
      [
        "-nostdin", "-loglevel", "error", "-f", "lavfi", "-i",
        "color=black:s=64x32:r=25:d=2,format=yuv420p,\(level)", "-f", "lavfi", "-i",
        "sine=f=440:r=44100:d=2", "-c:v", "ffv1", "-g", "10", "-colorspace", "smpte170m",
        "-color_range", "tv", "-c:a", "pcm_s16le", "-y", file.path,
      ])
    return file
  }

  /// Makes a film of 50 frames in 2 seconds, with a frame that needs no others each second.
  static func makeReordered(in folder: TemporaryFolder, options: [String] = []) throws -> URL {
    let file = folder.url("reordered.mp4")
    _ = try Tool.run(
      "ffmpeg",
      [
        "-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=2", "-f",
        "lavfi", "-i", "sine=f=440:r=44100:d=2", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-g",
        "25", "-keyint_min", "25", "-sc_threshold", "0", "-bf", "2", "-c:a", "aac",
      ] + options + ["-y", file.path])
    return file
  }

  /// Copies a film, with a rotation for display of 90 degrees clockwise.
  static func turn(_ film: URL, in folder: TemporaryFolder) throws -> URL {
    let file = folder.url("turned.mp4")
    try TurnedMovie.make(of: film, at: file)
    return file
  }

  /// The gray level of a frame in video range.
  static func luma(_ frame: Int) -> Int { 16 + 4 * frame }
}
