#if FluidSynth && Sonivox
  import AVFAudio
  import Foundation
  import TestSupport
  import Testing

  /// MIDI files in afplay and afconvert.
  @Suite struct SongToolTests {
    private let folder: TemporaryFolder
    private let song: String

    init() throws {
      folder = try TemporaryFolder()
      song = folder.url("song.mid").path
      try Tool.write(Self.bytes, to: folder.url("song.mid"))
    }

    /// A note from 0.5 to 1 second.
    private static let bytes: [UInt8] =
      Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 96] + Array("MTrk".utf8) + [0, 0, 0, 12]
      + [96, 0x90, 60, 100, 96, 0x80, 60, 0, 0, 0xFF, 0x2F, 0]

    /// The samples of the left channel.
    private func samples(_ url: URL) throws -> [Float] {
      let file = try AVAudioFile(forReading: url)
      #expect(file.processingFormat.sampleRate == 44_100)
      let buffer = try #require(
        AVAudioPCMBuffer(
          pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(file.length)))
      try file.read(into: buffer)
      let channel = try #require(buffer.floatChannelData)[0]
      return (0..<Int(buffer.frameLength)).map { channel[$0] }
    }

    /// The note is heard soon after its frame, and the sound has an end.
    private func check(_ samples: [Float]) throws {
      try #require(samples.count > 23_000)
      #expect(samples[..<22_050].allSatisfy { $0 == 0 })
      #expect(samples[22_050..<23_000].contains { abs($0) > 0.001 })
      #expect((44_100..<44_100 * 32).contains(samples.count))
      #expect(samples.suffix(10).allSatisfy { abs($0) < 0.001 })
    }

    @Test("afconvert renders a song to its last sound")
    func convert() throws {
      let output = folder.url("song.wav")
      let run = try Programs.run(
        "afconvert", ["-f", "WAVE", "-d", "LEF32", song, "-o", output.path])
      #expect(run.ending == .exit(0) && run.errors == "")
      try check(samples(output))
    }

    @Test("afplay plays a song, or its first seconds")
    func play() throws {
      for (options, isWhole) in [([], true), (["-t", "0.6"], false)] {
        let output = folder.url("play\(isWhole).wav")
        let run = try Programs.run(
          "afplay", options + [song],
          environment: ["OPENCOREAUDIO_DEVICE": "offline:\(output.path)"])
        #expect(run.ending == .exit(0) && run.errors == "")
        let heard = try samples(output)
        if isWhole { try check(heard) } else { #expect(heard.count == 26_460) }
      }
    }

    @Test("a song of more than 4 MiB is heard to its end")
    func large() throws {
      // 5 MiB of text before the note.
      let text = [0, 0xFF, 1, 0x82, 0xC0, 0x80, 0] + [UInt8](repeating: 0x20, count: 5 << 20)
      let body = text + Self.bytes.dropFirst(22)
      let length = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: body.count >> $0) }
      let (large, output) = (folder.url("large.mid"), folder.url("large.wav"))
      try Tool.write(Self.bytes.prefix(18) + length + body, to: large)
      let run = try Programs.run("afconvert", ["-f", "WAVE", large.path, "-o", output.path])
      #expect(run.ending == .exit(0) && run.errors == "")
      try check(samples(output))
      truncate(large.path, 64 << 20 + 1)
      let refused = try Programs.run("afconvert", ["-f", "WAVE", large.path, "-o", output.path])
      #expect(refused.ending == .exit(1) && refused.errors.contains("larger than 64 MiB"))
    }

    @Test("a truncated song is played and converted, and reported")
    func truncated() throws {
      let (cut, output) = (folder.url("cut.mid"), folder.url("cut.wav"))
      try Tool.write(Array(Self.bytes.dropLast(5)), to: cut)
      let converted = try Programs.run("afconvert", ["-f", "WAVE", cut.path, "-o", output.path])
      #expect(converted.ending == .exit(1))
      #expect(converted.errors.hasSuffix("cut.mid: truncated: ends inside an event\n"))
      #expect(try samples(output)[22_050..<23_000].contains { abs($0) > 0.001 })
      let played = try Programs.run(
        "afplay", [cut.path],
        environment: ["OPENCOREAUDIO_DEVICE": "offline:\(folder.url("played.wav").path)"])
      #expect(played.ending == .exit(1))
      #expect(played.errors.contains("truncated: ends inside an event"))
      #expect(try !samples(folder.url("played.wav")).isEmpty)
    }

    @Test("afconvert refuses a song of more than 24 hours before it writes")
    func tooLong() throws {
      let (long, output) = (folder.url("long.mid"), folder.url("long.wav"))
      let header = Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 1] as [UInt8]
      let track = Array("MTrk".utf8) + [0, 0, 0, 14] as [UInt8]
      try Tool.write(
        header + track + [0, 0xFF, 0x51, 3, 0xFF, 0xFF, 0xFF]
          + [0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0x2F, 0], to: long)
      let run = try Programs.run("afconvert", ["-f", "WAVE", long.path, "-o", output.path])
      #expect(run.ending == .exit(1) && run.errors.contains("longer than 24 hours"))
      #expect(!FileManager.default.fileExists(atPath: output.path))
    }

    @Test("a missing sound bank, and a damaged song, are errors")
    func errors() throws {
      let output = folder.url("none.wav").path
      for (options, environment) in [
        (["--soundfont", "/nowhere.sf2"], [:]),
        ([], ["OPENCOREAUDIO_SOUNDFONT": "/nowhere.sf2"]),
      ] {
        let converted = try Programs.run(
          "afconvert", options + [song, "-f", "WAVE", "-o", output], environment: environment)
        #expect(converted.ending == .exit(1))
        #expect(converted.errors.contains("the sound bank /nowhere.sf2 does not exist"))
        let played = try Programs.run("afplay", options + [song], environment: environment)
        #expect(played.ending == .exit(1))
        #expect(played.errors.contains("the sound bank /nowhere.sf2 does not exist"))
      }
      #expect(!FileManager.default.fileExists(atPath: output))
      try Tool.write(Array(Self.bytes.prefix(15)), to: folder.url("cut.mid"))
      let cut = try Programs.run("afplay", [folder.url("cut.mid").path])
      #expect(cut.ending == .exit(1))
    }
  }
#endif
