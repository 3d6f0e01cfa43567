import Foundation
import TestSupport
import Testing

@Suite struct AfplayTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Plays into a file at full speed.
  private func play(_ arguments: String...) throws -> ChildProcess {
    let output = folder.url("output.wav").path
    return try Programs.run(
      "afplay", arguments, environment: ["OPENCOREAUDIO_DEVICE": "offline:\(output)"])
  }

  private func expect(_ run: ChildProcess, _ name: String, _ reason: String) {
    #expect(run.ending == .exit(1))
    #expect(run.errors == "afplay: \(name): \(reason)\n")
    #expect(run.output == "")
  }

  @Test(arguments: BadFile.all)
  func reportsBadFiles(file: BadFile) throws {
    let path = folder.url("bad.mp3").path
    if let bytes = file.bytes { try Tool.write(bytes, to: folder.url("bad.mp3")) }
    expect(try play(path), path, file.reason)
  }

  @Test func reportsADirectory() throws {
    let path = folder.url("").path
    expect(try play(path), path, "the folder has no audio files")
  }

  @Test func reportsATruncatedFile() throws {
    let path = folder.url("cut.wav").path
    try Tool.write(
      BadFile.wave(promising: 4_294_967_200, holding: 16_000), to: folder.url("cut.wav"))
    expect(
      try play(path), path, "truncated: contains 16000 of 4294967200 bytes of audio")
  }

  @Test(arguments: [
    (
      "nobody",
      "OPENCOREAUDIO_DEVICE=nobody is not a valid device name; "
        + "use pulse[:SERVER][#NAME], alsa[:PCM], null or offline:FILE"
    ),
    ("offline:/none/a.wav", "offline:/none/a.wav: no such file or directory"),
    ("offline:/", "offline:/: is a directory"),
    (
      "pulse:unix:/none#nobody",
      "pulse:unix:/none#nobody: no sound server responds, "
        + "or the server has no device with this name"
    ),
    ("pulse:unix:/none", "pulse:unix:/none: no sound server responds"),
  ])
  func reportsDeviceErrors(device: String, reason: String) throws {
    let path = folder.url("good.wav").path
    try Tool.write(BadFile.wave(promising: 16, holding: 16), to: folder.url("good.wav"))
    let run = try Programs.run("afplay", [path], environment: ["OPENCOREAUDIO_DEVICE": device])
    expect(run, path, reason)
  }

  #if PulseAudio
    @Test(.enabled(if: PrivatePulseAudio.isAvailable)) func reportsAMissingServerDevice() throws {
      let server = try PrivatePulseAudio(sink: .null)
      let path = folder.url("good.wav").path
      try Tool.write(BadFile.wave(promising: 16, holding: 16), to: folder.url("good.wav"))
      let device = "pulse:\(server.server)#nobody"
      let run = try Programs.run("afplay", [path], environment: ["OPENCOREAUDIO_DEVICE": device])
      expect(
        run, path,
        "\(device): the sound server has no device with this name; --devices lists the names")
    }
  #endif

  #if HTTP && MPG123
    @Test func reportsBadURLs() throws {
      let nginx = try PrivateNginx()
      try nginx.put([], as: "empty")
      try nginx.put(noise(5000), as: "noise")
      try nginx.put(BadFile.wave(promising: 40_000, holding: 16_000), as: "cut")
      let silent = try Sockets.SilentPort()
      let cases = [
        (nginx.url("/none.mp3"), "the server answered 404 (Not Found)"),
        (nginx.url("/page"), "is a web page, not audio"),
        (nginx.url("/loop"), "too many redirects"),
        (nginx.url("/empty"), "is empty"),
        (nginx.url("/noise"), "unsupported file type, or not audio"),
        (nginx.url("/cut"), "truncated: contains 4000 of 10000 packets of audio"),
        ("http://127.0.0.1:\(silent.port)/x", "the connection to the server failed or was lost"),
        (
          "http://\(String(repeating: "a", count: 64)).invalid/",
          "the server's name cannot be resolved"
        ),
        ("ftp://127.0.0.1/x", "unsupported URL"),
        (
          nginx.url("/x", scheme: "https"),
          "the server's certificate or encryption cannot be trusted"
        ),
      ]
      for (url, reason) in cases { expect(try play(url), url, reason) }
      withExtendedLifetime(silent) {}
    }

    @Test func skipsALargePicture() throws {
      let mp3 = try FFmpeg.encode(
        ["-c:a", "libmp3lame", "-b:a", "128k", "-id3v2_version", "0", "-f", "mp3"],
        sampleRate: 44_100, channelCount: 2)
      // 2,000,000 bytes, in four groups of seven bits.
      let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0x7A, 0x09, 0x00] + noise(2_000_000)
      let nginx = try PrivateNginx()
      try nginx.put(tag + mp3, as: "cover.mp3")
      // Reading the picture would take a minute.
      let run = try play(nginx.url("/slow/cover.mp3"))
      #expect(run.ending == .exit(0))
      #expect(run.errors == "")
      let wave = try Tool.read(folder.url("output.wav"))
      // One second in two channels of 32 bits, plus a header.
      #expect((352_800...352_900).contains(wave.count))
      try waitUntil("the requests are noted") {
        try nginx.requestCount(of: "/slow/cover.mp3") >= 2
      }
      #expect(try nginx.requestCount(of: "/slow/cover.mp3") == 2)
    }
  #endif

  @Test func playsTheOtherFilesIfOneFails() throws {
    let good = folder.url("good.wav").path
    try Tool.write(BadFile.wave(promising: 16, holding: 16), to: folder.url("good.wav"))
    let run = try play(folder.url("none").path, good)
    #expect(run.ending == .exit(1))
    #expect(run.errors == "afplay: \(folder.url("none").path): no such file or directory\n")
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func aSignalEndsTheTool(signal: Int32) throws {
    let file = folder.url("long.wav")
    try Tool.write(BadFile.wave(promising: 320_000, holding: 320_000), to: file)
    let run = try ChildProcess(
      Programs.path("afplay"), ["-d", file.path], environment: ["OPENCOREAUDIO_DEVICE": "null"])
    try waitUntil("it plays") { run.errors.contains("10.000 s") }
    run.kill(signal)
    #expect(run.wait() == .signal(signal))
  }

  @Test(arguments: [[], ["--nonsense"], ["-x", "file"]])
  func refusesWrongArguments(arguments: [String]) throws {
    let run = try Programs.run("afplay", arguments)
    #expect(run.ending == .exit(2))
    #expect(run.errors.contains("usage: afplay"))
  }
}
