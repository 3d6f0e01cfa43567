#if LibAV && Video
  import Foundation
  import TestSupport
  import Testing

  /// Keys, sizes and the end of a film's window on a private display.
  @Suite(.serialized, .enabled(if: PrivateDisplay.hasKeyboard)) struct FilmInputTests {
    private let folder: TemporaryFolder
    private let display: PrivateDisplay

    init() throws {
      folder = try TemporaryFolder()
      display = try PrivateDisplay(width: 320, height: 200)
    }

    /// Starts a program with a film, and waits for the picture.
    ///
    /// - Returns: The program, and the number of its window.
    private func start(
      _ program: String, title: String, _ environment: [String: String] = [:]
    ) throws -> (ChildProcess, window: String) {
      let variables = environment.merging(TwoColors.environment(display)) { $1 }
      let film = try TwoColors.film(in: folder, seconds: 60)
      let run = try ChildProcess(Programs.path(program), [film.path], environment: variables)
      let window = try display.window(titled: title)
      try waitForPicture(width: 160)
      return (run, window)
    }

    /// Waits until the display shows the whole picture with about this width.
    private func waitForPicture(width: Int) throws {
      try waitUntil("the picture has a width of \(width)") {
        TwoColors.picture(on: display).map { abs($0.width - width) <= 2 } ?? false
      }
    }

    #if SystemdBus
      @Test("keys of the window pause, move, change the volume, and end")
      func keys() throws {
        let bus = try PrivateBus()
        let (run, window) = try start("afplay", title: "film.mp4", bus.environment)
        func wait(_ what: String, _ condition: ([Substring]) -> Bool) throws {
          try waitUntil(what) {
            let state = try ChildProcess(
              "playerctl", ["metadata", "-f", "{{status}} {{position}} {{volume}}"],
              environment: bus.environment)
            state.wait()
            return condition(state.output.split { $0 == " " || $0.isNewline })
          }
        }
        try display.press("space", in: window)
        var position = 0.0
        try wait("it pauses") { words in
          position = words.count == 3 ? Double(words[1]) ?? 0 : 0
          return words.first == "Paused"
        }
        try display.press("Right", in: window)
        try wait("it moves ahead") { $0.count == 3 && Double($0[1]) == position + 1e7 }
        try display.press("Left", in: window)
        try wait("it moves back") { $0.count == 3 && Double($0[1]) == position }
        try display.press("Down", "Down", "Up", in: window)
        try wait("it is softer") { $0.last?.hasPrefix("0.9") ?? false }
        try display.press("m", in: window)
        try wait("it is silent") { $0.last == "0.0" || $0.last == "0" }
        try display.press("space", in: window)
        try wait("it plays") { $0.first == "Playing" }
        try display.press("q", in: window)
        #expect(run.wait() == .exit(0))
      }
    #endif

    @Test("the picture keeps its shape in windows of any size, also while it pauses")
    func resizes() throws {
      let (run, window) = try start("afplay", title: "film.mp4")
      try display.press("space", in: window)
      try display.resize(window, width: 200, height: 150)
      try waitForPicture(width: 200)
      try display.resize(window, width: 300, height: 50)
      try waitForPicture(width: 80)
      run.kill(SIGTERM)
      run.wait()
    }

    @Test("a key fills the screen, and Escape restores the window", arguments: [false, true])
    func fillsScreen(hasManager: Bool) throws {
      guard !hasManager || PrivateDisplay.hasManager else { return }
      let manager = hasManager ? try display.startManager() : nil
      let (run, window) = try start("afplay", title: "film.mp4")
      try display.press("f", in: window)
      try waitForPicture(width: 320)
      try display.press("Escape", in: window)
      try waitForPicture(width: 160)
      try display.press("f", in: window)
      try waitForPicture(width: 320)
      try display.press("f", in: window)
      try waitForPicture(width: 160)
      try display.press("q", in: window)
      #expect(run.wait() == .exit(0))
      manager?.kill(SIGTERM)
      manager?.wait()
    }

    @Test("a user can close the window", .enabled(if: PrivateDisplay.hasManager))
    func closes() throws {
      let manager = try display.startManager()
      let (run, window) = try start("afplay", title: "film.mp4")
      // The manager's key to close a window.
      try display.press("ctrl+alt+Escape", in: window)
      #expect(run.wait() == .exit(0))
      manager.kill(SIGTERM)
      manager.wait()
    }

    @Test("the window of a layer reports keys, and takes other sizes")
    func layers() throws {
      let (run, window) = try start("Film", title: "Film")
      try display.resize(window, width: 240, height: 150)
      try waitForPicture(width: 240)
      try display.press("f", in: window)
      try waitForPicture(width: 320)
      try display.press("f", in: window)
      try waitForPicture(width: 240)
      try display.press("q", in: window)
      #expect(run.wait() == .exit(0))
    }
  }
#endif
