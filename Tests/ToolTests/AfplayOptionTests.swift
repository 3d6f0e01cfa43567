import Foundation
import TestSupport
import Testing

@testable import PlayTool

@Suite struct AfplayOptionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private var output: URL { folder.url("output.wav") }

  /// Plays into a file at full speed, and returns the samples.
  private func play(_ arguments: [String]) throws -> [Float] {
    let run = try Programs.run(
      "afplay", arguments, environment: ["OPENCOREAUDIO_DEVICE": "offline:\(output.path)"])
    #expect(run.ending == .exit(0))
    return LittleEndian.float(Array(try Tool.read(output).dropFirst(58)))
  }

  /// Writes a WAVE file of 16-bit mono at 44.1 kHz.
  private func write(_ samples: [Int16], _ name: String) throws -> String {
    func little(_ value: UInt32, _ count: Int = 4) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
    }
    let data = samples.flatMap { little(UInt32(UInt16(bitPattern: $0)), 2) }
    let format =
      little(1, 2) + little(1, 2) + little(44100) + little(88_200) + little(2, 2) + little(16, 2)
    let bytes =
      Array("RIFF".utf8) + little(UInt32(data.count) + 36) + Array("WAVEfmt ".utf8) + little(16)
      + format + Array("data".utf8) + little(UInt32(data.count)) + data
    try Tool.write(bytes, to: folder.url(name))
    return folder.url(name).path
  }

  private let ramp = (0..<30_000).map { Int16($0 + 1) }

  @Test func filesInOneFormatPlayWithoutAGap() throws {
    let first = try write(Array(ramp[..<12_345]), "a.wav")
    let second = try write(Array(ramp[12_345...]), "b.wav")
    let played = try play([first, second, first])
    let expected = (ramp + ramp[..<12_345]).map { Float($0) / 32768 }
    #expect(played == expected)
  }

  #if LibAV
    @Test func highEfficiencyAACPlaysCompletely() throws {
      let bytes = try FFmpeg.highEfficiency(seconds: 2)
      try Tool.write(bytes, to: folder.url("a.m4a"))
      let played = try play([folder.url("a.m4a").path])
      let all = try FFmpeg.decodeFloat(bytes, ["-ignore_editlist", "1"])
      let difference = SampleDifference(
        played, reference: Array(all.dropFirst(2 * 2048).prefix(2 * 2 * 44_100)))
      #expect(difference.missing == 0 && difference.signalToNoise >= 90)
      let part = try play(["-t", "0.5", folder.url("a.m4a").path])
      #expect(part == Array(played.prefix(44_100)))
    }
  #endif

  #if MPG123
    @Test func encodedFilesPlayWithoutAGap() throws {
      let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Fixtures/audio/vbr.mp3").path
      let once = try play([file])
      #expect(try play([file, file]) == once + once && !once.isEmpty)
    }
  #endif

  @Test func volumeAndTimeAreExact() throws {
    let file = try write(ramp, "a.wav")
    #expect(
      try play(["-v", "0.5", "-t", "0.25", file, file])
        == (ramp[..<11_025] + ramp[..<11_025]).map { Float($0) / 65536 })
    #expect(
      try play(["--time", "60", "--volume", "1", "-q", "1", "--leaks", file]).count == 30_000)
    #expect(try play(["-v", "3", file]) == ramp.map { Float($0) / 32768 * 3 })
  }

  #if Sonic
    @Test func theRateKeepsThePitch() throws {
      let tone = Tone.samples(hertz: 440, seconds: 1).map { Int16($0 * 32767) }
      let played = try play(["-r", "2", try write(tone, "a.wav")])
      #expect(abs(played.count - 22_050) < 2048)
      #expect(abs(Tone.hertz(played) / 440 - 1) < 0.005)
    }
  #endif

  @Test func debuggingDescribesThePlayback() throws {
    let file = try write(ramp, "a.wav")
    let run = try Programs.run(
      "afplay", ["-d", file], environment: ["OPENCOREAUDIO_DEVICE": "offline:\(output.path)"])
    #expect(run.ending == .exit(0))
    #expect(run.errors.contains("lpcm, 1 channels at 44100 Hz") && run.errors.contains("0.680 s"))
  }

  @Test func helpNamesEveryOption() throws {
    let run = try Programs.run("afplay", ["--help"])
    #expect(run.ending == .exit(0) && run.errors == "")
    for word in ["--volume", "--time", "--rate", "--rQuality", "--debug", "--leaks", "space"] {
      #expect(run.output.contains(word))
    }
  }

  @Test(arguments: [
    ["-v"], ["-v", "256", "x"], ["-v", "loud", "x"], ["-t", "-1", "x"], ["-r", "3", "x"],
    ["-q", "nan", "x"], ["--repeat", "never", "x"],
  ])
  func refusesWrongValues(arguments: [String]) throws {
    let run = try Programs.run("afplay", arguments)
    #expect(run.ending == .exit(2))
    #expect(run.errors.contains("afplay: \(arguments.prefix(2).joined(separator: " ")): "))
  }

  @Test func terminalBytesAreKeys() {
    var parser = KeyParser()
    let keys = Array(" \u{1B}[A\u{1B}[B\u{1B}OC\u{1B}[Dmq\u{1B}[1;5Cnpsrx\u{1B}\u{1B}[A".utf8)
      .compactMap { parser.take($0) }
    #expect(
      keys == [
        .pause, .louder, .softer, .ahead, .back, .mute, .quit, .next, .previous, .shuffle, .repeat,
        .louder,
      ])
  }
}

/// The tool on a terminal made by `script`.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
struct AfplayKeyTests {
  @Test func keysPauseSeekAndQuit() throws {
    let folder = try TemporaryFolder()
    let file = folder.url("long.wav")
    try Tool.write(BadFile.wave(promising: 32_000 * 600, holding: 32_000 * 600), to: file)
    let run = try ChildProcess(
      "script", ["-q", "-c", "\(Programs.path("afplay")) \(file.path)", "/dev/null"],
      environment: ["OPENCOREAUDIO_DEVICE": "null", "TERM": "vt100"])
    func waitFor(_ pattern: String) throws {
      try waitUntil("\(pattern) is shown") {
        run.output.range(of: pattern, options: .regularExpression) != nil
      }
    }
    try waitFor("00:0[1-9] / 10:00")
    run.type("\u{1B}[C")
    try waitFor(#"00:(1[1-9]|[2-5]\d) / 10:00"#)
    run.type("\u{1B}[B\u{1B}[B")
    try waitFor("volume 90%")
    run.type("m")
    try waitFor("muted")
    run.type(" ")
    try waitFor("paused")
    run.type(" \u{1B}[D\u{1B}[D")
    run.type("q")
    #expect(run.wait() == .exit(0))
  }
}
