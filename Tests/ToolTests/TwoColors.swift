#if LibAV && Video
  import Foundation
  import TestSupport

  /// A film whose left half is red and whose right half is blue, and its picture on a display.
  enum TwoColors {
    /// Makes the film: 160 x 100 pixels.
    static func film(in folder: TemporaryFolder, seconds: Int = 30) throws -> URL {
      let file = folder.url("film.mp4")
      let halves = "color=red:s=80x100:r=10[a];color=blue:s=80x100:r=10[b];[a][b]hstack[v]"
      _ = try Tool.run(
        "ffmpeg",
        [
          "-nostdin", "-loglevel", "error", "-filter_complex", halves, "-f", "lavfi", "-i",
          "sine=d=\(seconds)", "-map", "[v]", "-map", "0:a", "-t", "\(seconds)", "-c:v", "mpeg4",
          "-movflags", "+faststart", "-y", file.path,
        ])
      return file
    }

    /// The variables of a program that opens a window.
    static func environment(_ display: PrivateDisplay) -> [String: String] {
      [
        "DISPLAY": display.name, "OPENCOREAUDIO_DEVICE": "null", "SDL_VIDEODRIVER": "x11",
        "SDL_RENDER_DRIVER": "software",
      ]
    }

    /// The box of the picture: red on the left of blue, in the shape of the film.
    ///
    /// Returns `nil` if the display does not show both colors in this shape.
    static func picture(on display: PrivateDisplay) -> PrivateDisplay.Screenshot.Box? {
      guard let screen = try? display.screenshot() else { return nil }
      let reds = screen.box { $0.red > 200 && $0.blue < 60 && $0.green < 60 }
      let blues = screen.box { $0.blue > 200 && $0.red < 60 && $0.green < 60 }
      guard var box = reds, let blues, box.y == blues.y, box.height == blues.height,
        abs(box.x + box.width - blues.x) <= 2, abs(box.width - blues.width) <= 4,
        abs(box.width * 100 - box.height * 80) < 600
      else { return nil }
      box.width = blues.x + blues.width - box.x
      return box
    }
  }
#endif
