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

  /// The gray level of a frame in video range.
  static func luma(_ frame: Int) -> Int { 16 + 4 * frame }
}
