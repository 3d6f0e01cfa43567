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

    private var environment: [String: String] { TwoColors.environment(display) }

    private func film(seconds: Int = 30) throws -> URL {
      try TwoColors.film(in: folder, seconds: seconds)
    }

    private func expectPicture() throws {
      try waitUntil("the window shows the film") {
        TwoColors.picture(on: display).map { $0.height >= 90 } ?? false
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
