#if SystemdBus
  import Foundation
  import TestSupport
  import Testing

  /// `afplay` as other programs see and control it on a private session bus.
  @Suite(.serialized, .enabled(if: PrivateBus.isAvailable)) struct AfplayDesktopTests {
    private static let name = "org.mpris.MediaPlayer2.afplay"
    private let folder: TemporaryFolder
    private let bus: PrivateBus

    init() throws {
      folder = try TemporaryFolder()
      bus = try PrivateBus()
    }

    private func start(_ arguments: String..., isBusKnown: Bool = true) throws -> ChildProcess {
      var environment = bus.environment
      if !isBusKnown { environment["DBUS_SESSION_BUS_ADDRESS"] = "" }
      environment["OPENCOREAUDIO_DEVICE"] = "null"
      return try ChildProcess(Programs.path("afplay"), arguments, environment: environment)
    }

    /// Writes ten minutes of silence, or as many seconds.
    private func silence(_ name: String, seconds: Int = 600) throws -> String {
      let count = 32_000 * seconds
      try Tool.write(
        BadFile.wave(promising: UInt32(count), holding: count), to: folder.url(name))
      return folder.url(name).path
    }

    private func waitForPlayer() throws {
      try waitUntil("the player is on the bus") { try bus.players == [Self.name] }
    }

    private func playerctl(_ arguments: String...) throws -> String {
      let process = try ChildProcess("playerctl", arguments, environment: bus.environment)
      process.wait()
      return process.output.trimmingCharacters(in: .newlines)
    }

    private func waitFor(_ text: String, _ arguments: String...) throws {
      try waitUntil("playerctl \(arguments) prints \(text)") {
        let process = try ChildProcess("playerctl", arguments, environment: bus.environment)
        process.wait()
        return process.output.trimmingCharacters(in: .newlines) == text
      }
    }

    private func waitForSeconds(_ seconds: ClosedRange<Double>) throws {
      try waitUntil("the position is in \(seconds)") {
        Double(try playerctl("position")).map { seconds.contains($0) } ?? false
      }
    }

    @Test("other programs pause, resume, move, change the volume, and stop")
    func controls() throws {
      let run = try start(try silence("long.wav"))
      try waitForPlayer()
      try waitFor(
        "Playing|long.wav|600000000", "metadata", "-f", "{{status}}|{{title}}|{{mpris:length}}")
      _ = try playerctl("pause")
      try waitFor("Paused", "status")
      _ = try playerctl("position", "300")
      _ = try playerctl("play")
      try waitFor("Playing", "status")
      try waitForSeconds(300...330)
      _ = try playerctl("position", "100-")
      try waitForSeconds(200...230)
      _ = try playerctl("volume", "0.5")
      try waitFor("0.500000", "volume")
      #expect(try bus.run("playerctl", "stop").errors == "")
      #expect(run.wait() == .exit(0))
      #expect(try bus.players.isEmpty)
    }

    @Test("next and previous move between files of any formats")
    func items() throws {
      let first = try silence("first.wav")
      let second = folder.url("second.wav")
      var wave = BadFile.wave(promising: 16_000 * 600, holding: 16_000 * 600)
      // Mono: another format, which needs another queue.
      wave.replaceSubrange(22..<24, with: [1, 0])
      wave.replaceSubrange(28..<34, with: [0x80, 0x3E, 0, 0, 2, 0])
      try Tool.write(wave, to: second)
      let run = try start(first, second.path, try silence("third.wav"))
      try waitForPlayer()
      try waitFor("first.wav", "metadata", "title")
      _ = try playerctl("next")
      try waitFor("second.wav", "metadata", "title")
      _ = try playerctl("next")
      try waitFor("third.wav", "metadata", "title")
      _ = try playerctl("previous")
      try waitFor("second.wav", "metadata", "title")
      _ = try playerctl("previous")
      try waitFor("first.wav", "metadata", "title")
      _ = try playerctl("position", "100")
      try waitForSeconds(100...130)
      _ = try playerctl("previous")
      try waitForSeconds(0...30)
      #expect(try playerctl("metadata", "title") == "first.wav")
      run.kill(SIGTERM)
      run.wait()
    }

    @Test("a file repeats, and other programs see and change the repetition and the order")
    func repeats() throws {
      let short = try silence("short.wav", seconds: 1)
      let run = try start("--repeat", "one", short, try silence("long.wav"))
      try waitForPlayer()
      try waitFor("Track", "loop")
      try waitFor("Off", "shuffle")
      let first = try playerctl("metadata", "mpris:trackid")
      try waitUntil("the file repeats") {
        try playerctl("metadata", "mpris:trackid") != first
      }
      #expect(try playerctl("metadata", "title") == "short.wav")
      _ = try playerctl("shuffle", "On")
      try waitFor("On", "shuffle")
      _ = try playerctl("next")
      try waitFor("long.wav", "metadata", "title")
      // The list has ended, so that it starts again.
      _ = try playerctl("loop", "Playlist")
      try waitFor("Playlist", "loop")
      _ = try playerctl("next")
      try waitFor("Playing", "status")
      _ = try playerctl("loop", "None")
      try waitFor("None", "loop")
      _ = try playerctl("stop")
      #expect(run.wait() == .exit(0))
    }

    @Test("a paused player stays paused after a move and on the next file")
    func staysPaused() throws {
      let run = try start(try silence("a.wav"), try silence("b.wav"))
      try waitForPlayer()
      try waitFor("a.wav", "metadata", "title")
      _ = try playerctl("pause")
      try waitFor("Paused", "status")
      _ = try playerctl("position", "300")
      try waitForSeconds(300...300)
      #expect(try playerctl("status") == "Paused")
      _ = try playerctl("position", "200")
      try waitForSeconds(200...200)
      _ = try playerctl("next")
      try waitFor("b.wav", "metadata", "title")
      #expect(try playerctl("status") == "Paused")
      _ = try playerctl("volume", "0.25")
      _ = try playerctl("previous")
      try waitFor("a.wav", "metadata", "title")
      #expect(try playerctl("status") == "Paused")
      try waitFor("0.250000", "volume")
      _ = try playerctl("play")
      try waitForSeconds(0.3...30)
      _ = try playerctl("stop")
      #expect(run.wait() == .exit(0))
    }

    @Test("a killed player leaves the bus, and the next one removes its pictures")
    func crash() throws {
      let cover = folder.url("cover.png").path
      let song = folder.url("song.flac").path
      try run(
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "color=red:s=40x30", "-frames:v", "1", cover)
      try run(
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=duration=100", "-i", cover, "-map",
        "0", "-map", "1", "-disposition:v", "attached_pic", "-metadata", "title=Title",
        "-metadata", "artist=Artist", "-metadata", "track=3/9", song)
      func urlOfPicture() throws -> URL {
        try waitForPlayer()
        try waitFor(
          "Title|Artist|3", "metadata", "-f", "{{title}}|{{artist}}|{{xesam:trackNumber}}")
        return try #require(URL(string: try playerctl("metadata", "mpris:artUrl")))
      }
      let first = try start(song)
      let url = try urlOfPicture()
      #expect(try Data(contentsOf: url) == Data(contentsOf: URL(fileURLWithPath: cover)))
      #expect(url.path.hasPrefix(bus.runtimeFolder.path))
      first.kill(SIGKILL)
      first.wait()
      try waitUntil("the name is free") { try bus.players.isEmpty }
      #expect(FileManager.default.fileExists(atPath: url.path))
      let second = try start(song)
      let other = try urlOfPicture()
      #expect(!FileManager.default.fileExists(atPath: url.path))
      #expect(FileManager.default.fileExists(atPath: other.path))
      _ = try playerctl("stop")
      #expect(second.wait() == .exit(0))
      #expect(!FileManager.default.fileExists(atPath: other.deletingLastPathComponent().path))
    }

    @Test("without a bus, or with --no-mpris, no library is opened and no thread is started")
    func hidden() throws {
      let hidden = try start("--no-mpris", try silence("hidden.wav"))
      let alone = try start(try silence("alone.wav"), isBusKnown: false)
      let shown = try start(try silence("shown.wav"))
      // By then, the others would be on the bus, too.
      try waitForPlayer()
      try waitFor("shown.wav", "metadata", "title")
      // The files of a process have no size, so they are read to their end.
      func read(_ path: String) -> String {
        let bytes = try? FileHandle(forReadingAtPath: path)?.readToEnd()
        return String(decoding: bytes ?? Data(), as: UTF8.self)
      }
      func uses(_ process: ChildProcess) throws -> (isOpen: Bool, hasThread: Bool) {
        let root = "/proc/\(process.identifier)"
        let maps = read(root + "/maps")
        try #require(maps.contains("afplay"))
        let names = try FileManager.default.contentsOfDirectory(atPath: root + "/task")
          .map { read("\(root)/task/\($0)/comm") }
        return (maps.contains("libsystemd"), names.contains("oca-nowplaying\n"))
      }
      #expect(try uses(shown) == (true, true))
      #expect(try uses(hidden) == (false, false))
      #expect(try uses(alone) == (false, false))
      #expect(alone.errors.contains("bus") == false)
      for process in [hidden, alone, shown] {
        process.kill(SIGTERM)
        process.wait()
      }
    }

    @Test("a bus that does not answer does not affect playback")
    func deadBus() throws {
      bus.stop()
      let run = try start(try silence("short.wav", seconds: 1))
      #expect(run.wait() == .exit(0))
      #expect(!run.errors.contains("bus"))
    }

    private func run(_ program: String, _ arguments: String...) throws {
      _ = try Tool.run(program, arguments)
    }

    #if HTTP && MPG123
      @Test("the titles of a station are published as they change, without a length")
      func station() throws {
        let interval = 16_000
        let sound = try FFmpeg.encode(
          ["-c:a", "libmp3lame", "-b:a", "128k", "-f", "mp3"], sampleRate: 44_100,
          channelCount: 2, seconds: 20)
        func titled(_ part: ArraySlice<UInt8>, _ title: String) -> [UInt8] {
          var text = Array("StreamTitle='\(title)';".utf8)
          text += [UInt8](repeating: 0, count: (16 - text.count % 16) % 16)
          return Array(part) + [UInt8(text.count / 16)] + text
        }
        let parts = stride(from: 0, to: sound.count - interval, by: interval).enumerated()
          .flatMap { titled(sound[$1..<$1 + interval], $0 < 4 ? "First" : "Second") }
        let server = try RawServer { _ in
          let head =
            "HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\nicy-metaint: \(interval)\r\n\r\n"
          return [.send(Array(head.utf8)), .send(parts), .stall]
        }
        let run = try start(server.url())
        try waitForPlayer()
        try waitFor("First", "metadata", "title")
        #expect(try playerctl("metadata", "mpris:length") == "")
        #expect(try playerctl("metadata", "xesam:url") == server.url())
        try waitFor("Second", "metadata", "title")
        run.kill(SIGTERM)
        run.wait()
      }
    #endif
  }
#endif
