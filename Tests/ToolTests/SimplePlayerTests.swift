#if MPG123
  import TestSupport
  import Testing

  /// The errors of the example for unplayable URLs.
  ///
  /// PlayingTests covers its playback.
  @Suite struct SimplePlayerTests {
    @Test func reportsUnplayableURLs() throws {
      let nginx = try PrivateNginx()
      try nginx.put([], as: "empty")
      try nginx.put(noise(50_000), as: "noise")
      let silent = try Sockets.SilentPort()
      let cases = [
        (nginx.url("/none.mp3"), "the server answered 404"),
        (nginx.url("/page"), "it contains no playable audio"),
        (nginx.url("/empty"), "it contains no playable audio"),
        (nginx.url("/noise"), "it contains no playable audio"),
        ("http://127.0.0.1:\(silent.port)/x", "it cannot be loaded: "),
        ("http://nobody.invalid/x", "it cannot be loaded: "),
        ("nothing", "it cannot be loaded: "),
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
