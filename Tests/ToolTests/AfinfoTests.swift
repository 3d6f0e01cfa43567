import Foundation
import TestSupport
import Testing

@Suite struct AfinfoTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func write(_ bytes: [UInt8], _ name: String) throws -> String {
    try Tool.write(bytes, to: folder.url(name))
    return folder.url(name).path
  }

  @Test func describesAWAVEFile() throws {
    let path = try write(BadFile.wave(promising: 16_000, holding: 16_000), "a.wav")
    let run = try Programs.run("afinfo", [path])
    #expect(run.ending == .exit(0))
    #expect(run.errors == "")
    #expect(
      run.output == """
        File:           \(path)
        File type ID:   WAVE
        Num Tracks:     1
        ----
        Data format:     2 ch,   8000 Hz, 'lpcm' (0x0000000C) 16-bit little-endian signed integer
                        no channel layout.
        estimated duration: 0.500000 sec
        audio bytes: 16000
        audio packets: 4000
        bit rate: 256000 bits per second
        packet size upper bound: 4
        maximum packet size: 4
        audio data file offset: 44
        optimized
        source bit depth: I16
        ----

        """)
  }

  @Test func describesAnMP3File() throws {
    let mp3 = try FFmpeg.encode(
      ["-c:a", "libmp3lame", "-b:a", "128k", "-f", "mp3"], sampleRate: 44_100, channelCount: 2)
    let path = try write(mp3, "a.mp3")
    let output = try Programs.run("afinfo", [path]).output
    #expect(
      output.contains(
        "Data format:     2 ch,  44100 Hz, '.mp3' (0x00000000) 0 bits/channel, 0 bytes/packet, "
          + "1152 frames/packet, 0 bytes/frame\n"))
    #expect(output.contains("audio 44100 valid frames + 1105 priming + "))
    #expect(output.contains("estimated duration: 1.000000 sec\n"))
  }

  @Test func writesJSON() throws {
    let good = try write(BadFile.wave(promising: 16_000, holding: 16_000), "a \"b\"\u{1}.wav")
    let run = try Programs.run("afinfo", ["--json", good, folder.url("none").path, good])
    #expect(run.ending == .exit(1))
    #expect(run.errors == "afinfo: \(folder.url("none").path): no such file or directory\n")
    let value = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    let files = try #require(value as? [[String: Any]])
    #expect(files.count == 2)
    let file = try #require(files.first)
    #expect(file["file"] as? String == good)
    #expect(file["fileType"] as? String == "WAVE")
    #expect(file["duration"] as? Double == 0.5)
    #expect(file["audioPackets"] as? Int == 4000)
    #expect(file["primingFrames"] is NSNull)
    #expect(file["cutOff"] as? Bool == false)
    let format = try #require(file["format"] as? [String: Any])
    #expect(format["id"] as? String == "lpcm")
    #expect(format["sampleRate"] as? Double == 8000)
    #expect(format["channels"] as? Int == 2)
    // The help documents each key.
    let help = try Programs.run("afinfo", ["--help"]).output
    for key in Array(file.keys) + Array(format.keys) { #expect(help.contains(key), "\(key)") }
  }

  @Test(arguments: BadFile.all)
  func reportsErrors(file: BadFile) throws {
    let good = try write(BadFile.wave(promising: 16, holding: 16), "good.wav")
    let path = folder.url("bad.mp3").path
    if let bytes = file.bytes { _ = try write(bytes, "bad.mp3") }
    let run = try Programs.run("afinfo", [path, good])
    #expect(run.errors == "afinfo: \(path): \(file.reason)\n")
    #expect(run.ending == .exit(1))
    #expect(run.output.contains(good), "the others are shown")
  }

  @Test func reportsADirectory() throws {
    let path = folder.url("").path
    let run = try Programs.run("afinfo", [path])
    #expect(run.errors == "afinfo: \(path): is a directory\n")
    #expect(run.ending == .exit(1))
  }

  @Test func doesNotWaitForAPipe() throws {
    let path = folder.url("pipe.wav").path
    #expect(mkfifo(path, 0o600) == 0)
    let run = try Programs.run("afinfo", [path])
    #expect(run.errors.hasPrefix("afinfo: \(path): "))
    #expect(run.ending == .exit(1))
  }

  @Test func describesATruncatedFile() throws {
    let path = try write(BadFile.wave(promising: 4_294_967_200, holding: 16_000), "cut.wav")
    let run = try Programs.run("afinfo", [path])
    #expect(run.output.contains("audio packets: 4000\n"))
    #expect(
      run.errors
        == "afinfo: \(path): truncated: contains 16000 of 4294967200 bytes of audio\n")
    #expect(run.ending == .exit(1))
  }

  @Test(arguments: [[], ["--nonsense"], ["-x", "file"]])
  func refusesWrongArguments(arguments: [String]) throws {
    let run = try Programs.run("afinfo", arguments)
    #expect(run.ending == .exit(2))
    #expect(run.errors.contains("usage: afinfo"))
    #expect(run.output == "")
  }
}

#if Pictures
  /// The pictures of `afinfo`.
  @Suite struct AfinfoPictureTests {
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
    }

    /// Two seconds of 8-bit mono at 8 kHz: silence, then a tone of 1 kHz at half of full scale.
    private static let sound: [UInt8] = {
      let tone = (0..<8000).map { index in
        UInt8(128 + (64 * sin(2 * Double.pi * Double(index) / 8)).rounded())
      }
      return [UInt8](repeating: 128, count: 8000) + tone
    }()

    private func draw(_ option: String) throws -> Pixels {
      let (path, png) = (folder.url("a.wav").path, folder.url("a.png").path)
      let wave = try Tool.run(
        "ffmpeg",
        ["-loglevel", "error", "-f", "u8", "-ar", "8000", "-ac", "1", "-i", "-", "-f", "wav", "-"],
        input: Self.sound)
      try Tool.write(wave, to: folder.url("a.wav"))
      let run = try Programs.run("afinfo", [option, png, path])
      // The file came through a pipe.
      #expect(run.errors.hasPrefix("afinfo: \(path): warning: the header does not state"))
      #expect(run.ending == .exit(0))
      #expect(run.output.contains("audio packets: 16000\n"))
      return try Pixels(png)
    }

    @Test func aWaveformHasPeaksAtTheSound() throws {
      let picture = try draw("--waveform")
      #expect(picture.width == 64 + 1200 + 24)
      #expect(picture.height == 32 + 400 + 32)
      // Half of full scale covers half of the 400 rows.
      let blue = { (column: Int) in
        (32..<432).count {
          Int(picture[64 + column, $0].blue) > Int(picture[64 + column, $0].red) + 20
        }
      }
      #expect(blue(300) <= 1)
      #expect((199...202).contains(blue(900)))
    }

    @Test func aSpectrogramShowsAToneInItsRow() throws {
      let picture = try draw("--spectrogram")
      #expect(picture.height == 32 + 512 + 32)
      let levels = { (column: Int) in
        (32..<544).map { row in
          let pixel = picture[64 + column, row]
          return Int(pixel.red) + Int(pixel.green) + Int(pixel.blue)
        }
      }
      #expect(levels(300).allSatisfy { $0 == 0 })
      let tone = levels(900)
      // 1 kHz is at a quarter of the height, which represents 4 kHz.
      let brightest = try #require(tone.indices.max { tone[$0] < tone[$1] })
      #expect((382...385).contains(brightest))
      #expect(tone[100] < tone[brightest] / 8)
    }

    @Test(arguments: [["--waveform"], ["--spectrogram", "a.png", "a", "b"], ["--waveform", "a"]])
    func refusesWrongArguments(arguments: [String]) throws {
      #expect(try Programs.run("afinfo", arguments).ending == .exit(2))
    }

    @Test func reportsWhyThereIsNoPicture() throws {
      let path = folder.url("a.wav").path
      try Tool.write(BadFile.wave(promising: 0, holding: 0), to: folder.url("a.wav"))
      let empty = try Programs.run("afinfo", ["--waveform", folder.url("a.png").path, path])
      #expect(empty.errors == "afinfo: \(path): the file has no audio to draw\n")
      try Tool.write(BadFile.wave(promising: 400, holding: 400), to: folder.url("a.wav"))
      let nowhere = folder.url("none/a.png").path
      let run = try Programs.run("afinfo", ["--waveform", nowhere, path])
      #expect(run.errors == "afinfo: \(path): \(nowhere): the picture cannot be written\n")
      #expect(run.ending == .exit(1))
    }
  }

  /// The pixels of a PNG, as FFmpeg decodes them.
  private struct Pixels {
    let width: Int
    let height: Int
    private let bytes: [UInt8]

    init(_ path: String) throws {
      let file = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
      func number(at place: Int) -> Int { file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
      // The header follows the eight bytes of the signature.
      width = number(at: 16)
      height = number(at: 20)
      bytes = try Tool.run(
        "ffmpeg", ["-loglevel", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"])
    }

    subscript(column: Int, row: Int) -> (red: UInt8, green: UInt8, blue: UInt8) {
      let place = 3 * (row * width + column)
      return (bytes[place], bytes[place + 1], bytes[place + 2])
    }
  }
#endif
