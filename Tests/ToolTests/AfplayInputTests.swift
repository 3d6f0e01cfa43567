import Foundation
import TestSupport
import Testing

/// Standard input, pipes and playlists.
@Suite struct AfplayInputTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let wave = try FFmpeg.encode(["-f", "wav"], sampleRate: 44_100, channelCount: 2, seconds: 0.3)
    try Tool.write(wave, to: folder.url("a.wav"))
    try FileManager.default.createDirectory(
      at: folder.url("sub"), withIntermediateDirectories: false)
    try FileManager.default.copyItem(at: folder.url("a.wav"), to: folder.url("sub/b.wav"))
  }

  /// Plays into a file with a shell command that contains `afplay`.
  private func play(_ command: String) throws -> (run: ChildProcess, bytes: [UInt8]) {
    let output = folder.url("output")
    try? FileManager.default.removeItem(at: output)
    let tool = Programs.path("afplay")
    let run = try ChildProcess(
      "sh", ["-c", "cd '\(folder.url("").path)'; afplay() { '\(tool)' \"$@\"; }; \(command)"],
      environment: ["OPENCOREAUDIO_DEVICE": "offline:\(output.path)"])
    run.closeInput()
    run.wait()
    return (run, (try? Tool.read(output)) ?? [])
  }

  @Test(
    "audio from standard input and pipes equals audio from the file",
    arguments: [
      "afplay - < a.wav", "cat a.wav | afplay -", "{ head -c 0; cat; } < a.wav | afplay -",
      "mkfifo p; cat a.wav > p & afplay p", "mkfifo p; afplay p & cat a.wav > p; wait $!",
    ])
  func playsAPipe(command: String) throws {
    let (file, expected) = try play("afplay a.wav")
    #expect(file.ending == .exit(0) && !expected.isEmpty)
    let (run, bytes) = try play(command)
    #expect(run.ending == .exit(0))
    #expect(run.errors == "")
    #expect(bytes == expected)
  }

  #if LibAV
    @Test(
      "files that cannot be read in order are stored until they are complete",
      arguments: [["-c:a", "aac", "-f", "mov"], ["-c:a", "ac3", "-f", "matroska"]])
    func keepsAPipe(options: [String]) throws {
      // FFmpeg must be able to seek, to write `moov`.
      let name = "x.bin"
      _ = try Tool.run(
        "ffmpeg",
        ["-nostdin", "-v", "error", "-i", folder.url("a.wav").path] + options
          + [folder.url(name).path])
      let expected = try play("afplay \(name)").bytes
      let (run, bytes) = try play("cat \(name) | afplay -")
      #expect(run.ending == .exit(0))
      #expect(run.errors == "")
      #expect(bytes == expected && !bytes.isEmpty)
    }
  #endif

  @Test(
    "other data is refused",
    arguments: [
      ("afplay - < /dev/null", "-: is empty"),
      ("printf 'some words' | afplay -", "-: is text, not audio"),
      ("afplay - < /dev/zero", "-: unsupported file type, or not audio"),
    ])
  func refusesOtherInput(command: String, reason: String) throws {
    let (run, bytes) = try play(command)
    #expect(run.ending == .exit(1))
    #expect(run.errors == "afplay: \(reason)\n")
    #expect(bytes.isEmpty)
  }

  @Test("a signal ends the wait for a pipe's writer")
  func waitIsInterrupted() throws {
    let path = folder.url("p").path
    #expect(mkfifo(path, 0o600) == 0)
    let run = try ChildProcess(Programs.path("afplay"), [path])
    // Opening fails until the tool opens its end.
    var writer: Int32 = -1
    try waitUntil("the tool reads") { () -> Bool in
      writer = open(path, O_WRONLY | O_NONBLOCK)
      return writer >= 0
    }
    run.kill(SIGINT)
    #expect(run.wait() == .signal(SIGINT))
    close(writer)
  }

  @Test(
    "the entries of a playlist play, and bad ones are skipped",
    arguments: [
      ("l.m3u", "#EXTM3U\na.wav\nnone.wav\nsub\\b.wav\n", "none.wav: no such file or directory"),
      ("l.m3u8", "sub/b.wav\n./a.wav\n", nil),
      ("l", "[playlist]\nFile2=sub/b.wav\nFile1=a.wav\n", nil),
      ("sub/l.m3u", "../a.wav\nb.wav\nl.m3u\n", "sub/l.m3u: the playlist contains itself"),
      ("l.m3u", "a.wav\nl2.m3u", nil),
      (
        "l.m3u", "a.wav\nl.bin.m3u\na.wav",
        "l.bin.m3u: the playlist contains bytes that are not text, "
          + "at byte 8"
      ),
    ] as [(String, String, String?)])
  func playsAPlaylist(name: String, text: String, reason: String?) throws {
    try Tool.write(Array(text.utf8), to: folder.url(name))
    try Tool.write(Array("sub/b.wav".utf8), to: folder.url("l2.m3u"))
    try Tool.write(Array("#EXTM3U\n\u{1}".utf8), to: folder.url("l.bin.m3u"))
    let expected = try play("afplay a.wav a.wav").bytes
    let commands =
      name.contains("/") ? ["afplay \(name)"] : ["afplay \(name)", "cat \(name) | afplay -"]
    for command in commands {
      let (run, bytes) = try play(command)
      // Plain M3U has no signature, only its file name extension.
      if command.hasSuffix("-"), !text.hasPrefix("#"), !text.hasPrefix("[") {
        #expect(run.errors == "afplay: -: is text, not audio\n")
        continue
      }
      #expect(run.ending == .exit(reason == nil ? 0 : 1))
      #expect(run.errors == (reason.map { "afplay: \($0)\n" } ?? ""))
      #expect(bytes == expected)
    }
  }

  #if HTTP
    @Test("a playlist from the web leads to streams, not to local files")
    func playsAPlaylistFromTheWeb() throws {
      let nginx = try PrivateNginx()
      try nginx.put(Tool.read(folder.url("a.wav")), as: "a.wav")
      let text =
        "[playlist]\nFile1=a.wav\nFile2=file:///\(folder.url("a.wav").path)\n"
        + "File3=\(nginx.url("/a.wav"))\n"
      try nginx.put(Array(text.utf8), as: "listen")
      let expected = try play("afplay a.wav a.wav").bytes
      let (run, bytes) = try play("afplay \(nginx.url("/listen"))")
      #expect(run.ending == .exit(1))
      #expect(
        run.errors == "afplay: file:///\(folder.url("a.wav").path): "
          + "a playlist from the web may not name a local file\n")
      #expect(bytes == expected)
    }
  #endif
}
