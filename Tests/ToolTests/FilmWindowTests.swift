#if LibAV && Video
  import Foundation
  import TestSupport
  import Testing

  /// Windows on a private display.
  @Suite struct FilmWindowTests {
    private let folder: TemporaryFolder
    private let display: PrivateDisplay

    init() throws {
      folder = try TemporaryFolder()
      display = try PrivateDisplay(width: 320, height: 200)
    }

    /// Makes a film whose left half is red and whose right half is blue.
    private func film(seconds: Int = 30) throws -> URL {
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

    private var environment: [String: String] {
      [
        "DISPLAY": display.name, "OPENCOREAUDIO_DEVICE": "null", "SDL_VIDEODRIVER": "x11",
        "SDL_RENDER_DRIVER": "software",
      ]
    }

    /// Waits until the display shows red on the left of blue, with the shape of the film.
    private func expectPicture() throws {
      try waitUntil("the window shows the film") {
        guard let screen = try? display.screenshot() else { return false }
        let reds = screen.box { $0.red > 200 && $0.blue < 60 }
        let blues = screen.box { $0.blue > 200 && $0.red < 60 }
        guard let reds, let blues else { return false }
        return reds.height >= 90 && abs(reds.width * 100 - reds.height * 80) < 600
          && reds.y == blues.y && abs(reds.x + reds.width - blues.x) <= 2
      }
    }

    @Test("afplay shows a film in a window until it ends")
    func showsLocalFilms() throws {
      let run = try ChildProcess(
        Programs.path("afplay"), [film(seconds: 3).path], environment: environment)
      try expectPicture()
      #expect(run.wait() == .exit(0))
      #expect(!run.errors.contains("pictures"))
    }

    #if HTTP
      @Test("afplay shows a film of a server")
      func showsRemoteFilms() throws {
        let server = try PrivateNginx()
        try server.put(try Tool.read(film()), as: "film.mp4")
        let run = try ChildProcess(
          Programs.path("afplay"), [server.url("/film.mp4")], environment: environment)
        try expectPicture()
        run.kill(SIGTERM)
        run.wait()
      }
    #endif

    @Test("a layer's window shows the film of a player")
    func showsLayers() throws {
      let run = try ChildProcess(
        Programs.path("Film"), [film().path, "--seconds", "4"], environment: environment)
      try expectPicture()
      #expect(run.wait() == .exit(0))
      #expect(run.output == "160.0 x 100.0\n")
    }

    @Test("without a display, a layer has no window")
    func needsDisplay() throws {
      let run = try Programs.run(
        "Film", [film().path],
        environment: [
          "DISPLAY": "", "WAYLAND_DISPLAY": "", "SDL_VIDEODRIVER": "",
          "OPENCOREAUDIO_DEVICE": "null",
        ])
      #expect(run.ending == .exit(1) && run.output.contains("no display"))
    }
  }
#endif
