#if MPG123
  import TestSupport
  import Testing

  /// What the example says of URLs that it cannot play; that it plays is in PlayingTests.
  @Suite struct SimplePlayerTests {
    @Test func tellsWhatCannotBePlayed() throws {
      let nginx = try PrivateNginx()
      try nginx.put([], as: "empty")
      try nginx.put(noise(50_000), as: "noise")
      let silent = try Sockets.SilentPort()
      let cases = [
        (nginx.url("/none.mp3"), "the server answered 404"),
        (nginx.url("/page"), "there is no audio in it that could be played"),
        (nginx.url("/empty"), "there is no audio in it that could be played"),
        (nginx.url("/noise"), "there is no audio in it that could be played"),
        ("http://127.0.0.1:\(silent.port)/x", "it could not be loaded: "),
        ("http://nobody.invalid/x", "it could not be loaded: "),
        ("nothing", "it could not be loaded: "),
      ]
      for (url, reason) in cases {
        let run = try Programs.run(
          "SimplePlayer", [url], environment: ["OPENCOREAUDIO_DEVICE": "null"])
        #expect(run.ending == .exit(1))
        #expect(run.errors.hasPrefix("SimplePlayer: \(url): \(reason)"))
        #expect(run.errors.split(separator: "\n").count == 1)
      }
      withExtendedLifetime(silent) {}
    }
  }
#endif
