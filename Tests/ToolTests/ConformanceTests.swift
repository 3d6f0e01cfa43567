import AudioToolbox
import Foundation
import TestSupport
import Testing

/// Programs that are published for Apple's systems, unchanged: `ConformancePrograms` in Swift, and
/// `SystemSound` in C.
@Suite struct ConformanceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let samples: [Int16] = (0..<9000).map { (index: Int) -> Int16 in
    Int16(index * 3 % 20_000 + 1)
  }

  /// Runs a program with a file, and returns its output and the played samples.
  private func play(_ program: String, _ file: String) throws -> (run: ChildProcess, [Float]) {
    let played = folder.url("heard.wav")
    let run = try Programs.run(
      "ConformancePrograms", [program, file],
      environment: ["OPENCOREAUDIO_DEVICE": "offline:\(played.path)"])
    // The header has 58 bytes.
    return (run, LittleEndian.float(Array(try Tool.read(played).dropFirst(58))))
  }

  private func writeSamples() throws -> String {
    try writeSound(Self.samples, to: folder.url("sound.aif"))
    return folder.url("sound.aif").path
  }

  @Test func aPlayerScreenPlaysItsFile() throws {
    let (run, played) = try play("screen", try writeSamples())
    #expect(run.ending == .exit(0))
    #expect(run.errors == "")
    #expect(
      run.output
        == "1 channels, \(9000.0 / 44100) seconds, volume 1.0, pan 0.0, rate 1.0, loops 0\n"
        + "pause\nplay false\n")
    #expect(played == Self.samples.map { Float($0) / 32768 })
  }

  @Test func theButtonsOfAPlayerScreenPlayPauseAndStop() throws {
    // A minute at half of full scale. The test plays only a little of it.
    try writeSound([Int16](repeating: 16384, count: 60 * 44100), to: folder.url("long.aif"))
    let run = try Programs.run(
      "ConformancePrograms", ["buttons", folder.url("long.aif").path],
      environment: ["OPENCOREAUDIO_DEVICE": "null"])
    #expect(run.ending == .exit(0))
    #expect(run.output == "pause true -6.0\nplay false\npause true\nfalse 0\n")
  }

  @Test func aQueueOfThreeBuffersPlaysItsFileAtItsVolume() throws {
    let (run, played) = try play("queue", try writeSamples())
    #expect(run.ending == .exit(0))
    #expect(run.errors == "")
    #expect(played == Self.samples.map { Float($0) / 65536 })
  }

  @Test func theMeterOfAQueueShowsThePlayedLevel() throws {
    try writeSound([Int16](repeating: 16384, count: 44100), to: folder.url("second.aif"))
    let run = try Programs.run(
      "ConformancePrograms", ["queue", folder.url("second.aif").path],
      environment: ["OPENCOREAUDIO_DEVICE": "null"])
    #expect(run.ending == .exit(0))
    #expect(run.output == "-12.0\n")
  }

  @Test func aSystemSoundPlaysToItsEnd() throws {
    let (run, played) = try play("sound", try writeSamples())
    #expect(run.ending == .exit(0))
    #expect(run.output == "0\n")
    #expect(run.errors == "")
    #expect(played == Self.samples.map { Float($0) / 32768 })
    let missing = try Programs.run(
      "ConformancePrograms", ["sound", folder.url("none.aif").path],
      environment: ["OPENCOREAUDIO_DEVICE": "null"])
    #expect(missing.ending == .exit(0))
    #expect(missing.output != "0\n")
  }

  @Test func aSystemSoundContinuesAfterTheProgramExits() throws {
    let (run, played) = try play("last-sound", try writeSamples())
    #expect(run.ending == .exit(0))
    #expect(run.output == "0\n" && run.errors == "")
    #expect(played == Self.samples.map { Float($0) / 32768 })
  }

  #if MPG123
    @Test func aStreamPlaysWhileItArrives() throws {
      let file = try FFmpeg.encode(
        ["-c:a", "libmp3lame", "-b:a", "128k", "-f", "mp3"], sampleRate: 44_100, channelCount: 2,
        seconds: 5)
      let nginx = try PrivateNginx()
      try nginx.put(file, as: "sound.mp3")
      let (run, played) = try play("stream", nginx.url("/sound.mp3"))
      #expect(run.ending == .exit(0))
      #expect(
        run.output == "44100 Hz, 2 channels\nthe queue has started\nthe queue has stopped\n")
      // The program plays all packets, including the ones that only prime the decoder.
      let difference = SampleDifference(
        audible(played), reference: audible(try FFmpeg.decodeFloat(file, ["-f", "mp3"])))
      #expect(difference.missing == 0 && difference.peak <= 1 / 32_768)
      let missing = try Programs.run(
        "ConformancePrograms", ["stream", nginx.url("/none.mp3")],
        environment: ["OPENCOREAUDIO_DEVICE": "null"])
      #expect(missing.ending == .exit(0))
      #expect(missing.output == "status 404\n")
    }

    /// The samples from the first to the last audible one.
    private func audible(_ samples: [Float]) -> [Float] {
      let first = samples.firstIndex { abs($0) > 0.002 } ?? samples.count
      let last = samples.lastIndex { abs($0) > 0.002 } ?? first - 1
      return Array(samples[first..<last + 1])
    }
  #endif

  // MARK: In C

  @Test func aProgramInCPlaysItsFileToTheEnd() throws {
    let working = folder.url("one/two")
    try FileManager.default.createDirectory(at: working, withIntermediateDirectories: true)
    try writeSound(Self.samples, to: folder.url("ComedyHorns.aif"))
    let played = folder.url("heard.wav")
    let run = try ChildProcess(
      "sh", ["-c", "cd \"$0\" && exec \"$1\"", working.path, Programs.path("SystemSound")],
      environment: ["OPENCOREAUDIO_DEVICE": "offline:\(played.path)"])
    #expect(run.wait() == .exit(0))
    #expect(run.errors == "")
    let bytes = try Tool.read(played)
    let floats = LittleEndian.float(Array(bytes.suffix(Self.samples.count * 4)))
    #expect(floats == Self.samples.map { Float($0) / 32768 })
  }

  @Test func aProgramInCReportsItsMissingFile() throws {
    let run = try ChildProcess(
      "sh", ["-c", "cd \"$0\" && exec \"$1\"", folder.url("").path, Programs.path("SystemSound")],
      environment: ["OPENCOREAUDIO_DEVICE": "null"])
    #expect(run.wait() == .exit(1))
  }

  /// Writes AIFF of one channel at 44.1 kHz.
  private func writeSound(_ samples: [Int16], to url: URL) throws {
    var format = AudioStreamBasicDescription(
      mSampleRate: 44100, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsBigEndian
        | kAudioFormatFlagIsPacked,
      mBytesPerPacket: 2, mFramesPerPacket: 1, mBytesPerFrame: 2, mChannelsPerFrame: 1,
      mBitsPerChannel: 16, mReserved: 0)
    var file: AudioFileID?
    AudioFileCreateWithURL(url as NSURL, kAudioFileAIFFType, &format, [], &file)
    let sound = try #require(file)
    var size = UInt32(samples.count * 2)
    let bytes = samples.map(\.bigEndian)
    #expect(AudioFileWriteBytes(sound, false, 0, &size, bytes) == 0)
    #expect(AudioFileClose(sound) == 0)
  }
}
