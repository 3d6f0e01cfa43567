import Foundation
import TestSupport
import Testing

/// The example that plays files at a terminal.
@Suite struct PlayerExampleTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func playsEveryFileToItsEnd() throws {
    let file = folder.url("a.wav")
    try Tool.write(BadFile.wave(promising: 32_000, holding: 32_000), to: file)
    let output = folder.url("output.wav")
    let run = try Programs.run(
      "Player", [folder.url("none.wav").path, file.path],
      environment: ["OPENCOREAUDIO_DEVICE": "offline:\(output.path)"])
    #expect(run.ending == .exit(1))
    #expect(run.errors.hasPrefix("Player: \(folder.url("none.wav").path)"))
    #expect(run.output.hasPrefix("a.wav: 00:01"))
    // One second in two channels of 32 bits, plus a header.
    #expect(try Tool.read(output).count == 64_058)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
  func keysControlPlayback() throws {
    let file = folder.url("long.wav")
    try Tool.write(BadFile.wave(promising: 32_000 * 600, holding: 32_000 * 600), to: file)
    let run = try ChildProcess(
      "script", ["-q", "-c", "\(Programs.path("Player")) \(file.path)", "/dev/null"],
      environment: ["OPENCOREAUDIO_DEVICE": "null", "TERM": "vt100"])
    func waitFor(_ pattern: String) throws {
      try waitUntil("\(pattern) is shown") {
        run.output.range(of: pattern, options: .regularExpression) != nil
      }
    }
    try waitFor(#"> 00:0\d \["#)
    run.type("\u{1B}[C\u{1B}[C")
    try waitFor("> 00:1")
    run.type(" ")
    try waitFor(#"\| 00:1"#)
    run.type("\u{1B}[B\u{1B}[Bl")
    try waitFor("volume 80%")
    try waitFor("loop")
    run.type("q")
    #expect(run.wait() == .exit(0))
  }

  #if PulseAudio
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
    func unpluggedHeadphonesPause() throws {
      let server = try PrivatePulseAudio(sink: .null)
      let module = try server.pactl(
        "load-module", "module-null-sink", "sink_name=phones",
        "sink_properties=device.form_factor=headphone")
      _ = try server.pactl("set-default-sink", "phones")
      let file = folder.url("long.wav")
      try Tool.write(BadFile.wave(promising: 32_000 * 600, holding: 32_000 * 600), to: file)
      let run = try ChildProcess(
        "script", ["-q", "-c", "\(Programs.path("Player")) \(file.path)", "/dev/null"],
        environment: server.environment.merging(["TERM": "vt100"]) { $1 })
      try waitUntil("sound plays") { run.output.contains("> 00:01") }
      _ = try server.pactl(
        "unload-module", module.trimmingCharacters(in: .whitespacesAndNewlines))
      try waitUntil("the player has paused") {
        run.output.range(of: #"\| 0\d:\d\d \["#, options: .regularExpression) != nil
      }
      run.type(" q")
      #expect(run.wait() == .exit(0))
    }
  #endif
}
