#if LibAV && Soxr
  import Foundation
  import TestSupport
  import Testing

  @Suite struct AfconvertTests {
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
    }

    /// A WAVE file with tags.
    private func source(_ name: String = "a.wav", seconds: Double = 1) throws -> String {
      let bytes = try FFmpeg.encode(
        ["-metadata", "title=A title", "-metadata", "artist=Somebody", "-f", "wav"],
        sampleRate: 44_100, channelCount: 2, seconds: seconds)
      try Tool.write(bytes, to: folder.url(name))
      return folder.url(name).path
    }

    private func samples(_ path: String, _ options: [String] = []) throws -> [UInt8] {
      try Tool.run(
        "ffmpeg", ["-nostdin", "-v", "error", "-i", path] + options + ["-f", "s16le", "-"])
    }

    private func tag(_ name: String, of path: String) throws -> String {
      let bytes = try Tool.run(
        "ffprobe", ["-v", "error", "-show_entries", "format_tags=\(name)", "-of", "csv=p=0", path])
      return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test(arguments: [
      (["-f", "m4af", "-d", "alac"], "b.m4a"), (["-f", "flac"], "b.flac"),
      (["-f", "AIFF"], "b.aiff"),
      (["-f", "caff", "-d", "BEI24"], "b.caf"), (["-d", "LEF32"], "b.wav"),
    ])
    func losslessFormatsKeepEverySample(_ options: [String], _ name: String) throws {
      let source = try source()
      let path = folder.url(name).path
      let run = try Programs.run("afconvert", options + [source, path])
      #expect(run.ending == .exit(0), "\(run.errors)")
      #expect(try samples(path) == samples(source))
      #expect(try tag("title", of: path) == "A title")
      #expect(try tag(name == "b.aiff" ? "author" : "artist", of: path) == "Somebody")
    }

    @Test(arguments: ["a.flac", "a.m4a"], ["WAVE", "AIFF", "caff"])
    func losslessSourcesKeepTheirBits(_ name: String, _ type: String) throws {
      let (wave, source) = (folder.url("a.wav").path, folder.url(name).path)
      _ = try Tool.run(
        "ffmpeg",
        [
          "-nostdin", "-v", "error", "-f", "lavfi", "-i", "anoisesrc=d=0.2:r=48000:a=0.9",
          "-c:a", "pcm_s24le", wave,
        ])
      let path = folder.url("b").path
      let codec = name == "a.flac" ? "flac" : "alac"
      for arguments in [["-d", codec, wave, source], ["-f", type, source, "-o", path]] {
        let run = try Programs.run("afconvert", arguments)
        #expect(run.ending == .exit(0), "\(run.errors)")
      }
      func samples(_ path: String) throws -> [UInt8] {
        try Tool.run("ffmpeg", ["-nostdin", "-v", "error", "-i", path, "-f", "s24le", "-"])
      }
      let isSame = try samples(path) == samples(wave)
      #expect(isSame)
    }

    /// WAVE stores 8-bit samples without a sign, and 12 or 20 bits in whole bytes.
    @Test(arguments: [
      ("WAVE", 8, "pcm_u8"), ("W64f", 8, "pcm_u8"), ("caff", 8, "pcm_s8"),
      ("WAVE", 12, "pcm_s16le"), ("AIFF", 20, "pcm_s24be"),
    ])
    func defaultFormatsKeepEverySample(_ type: String, _ bits: Int, _ codec: String) throws {
      let (source, path) = (folder.url("a.wav").path, folder.url("b").path)
      let bytes = (bits + 7) / 8
      func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
      }
      // The unused bits of the last byte are 0.
      let mask = UInt8(truncatingIfNeeded: 0xFF << (bytes * 8 - bits))
      let data = (0..<3000).map { (index: Int) -> UInt8 in
        let byte = UInt8(truncatingIfNeeded: index * 37)
        return index.isMultiple(of: bytes) ? byte & mask : byte
      }
      var wave = Array("RIFF".utf8) + little(36 + data.count, 4)
      wave += Array("WAVEfmt ".utf8) + little(16, 4)
      for (value, count) in [
        (1, 2), (1, 2), (8000, 4), (8000 * bytes, 4), (bytes, 2), (bits, 2),
      ] {
        wave += little(value, count)
      }
      wave += Array("data".utf8) + little(data.count, 4) + data
      try Tool.write(wave, to: folder.url("a.wav"))
      let run = try Programs.run("afconvert", ["-f", type, source, "-o", path])
      #expect(run.ending == .exit(0), "\(run.errors)")
      let probe = try Tool.run(
        "ffprobe",
        ["-v", "error", "-show_entries", "stream=codec_name", "-of", "csv=p=0", path])
      #expect(String(decoding: probe, as: UTF8.self).hasPrefix(codec))
      func samples(_ path: String) throws -> [UInt8] {
        try Tool.run("ffmpeg", ["-nostdin", "-v", "error", "-i", path, "-f", "s24le", "-"])
      }
      let isSame = try samples(path) == samples(source)
      #expect(isSame)
    }

    @Test func tagsAreCopiedBetweenTypes() throws {
      let tags = [
        "title": "A title", "artist": "Somebody", "album": "All", "album_artist": "Several",
        "track": "3/12", "disc": "1/2", "genre": "Rock", "composer": "Another", "date": "1999",
        "copyright": "Nobody",
      ]
      let bytes = try FFmpeg.encode(
        tags.flatMap { ["-metadata", "\($0)=\($1)"] } + ["-c:a", "libmp3lame", "-f", "mp3"],
        sampleRate: 44_100, channelCount: 2, seconds: 1)
      try Tool.write(bytes, to: folder.url("a.mp3"))
      var source = folder.url("a.mp3").path
      for name in ["b.m4a", "c.flac", "d.ogg", "e.caf", "f.mp3"] {
        let path = folder.url(name).path
        let run = try Programs.run("afconvert", [source, path])
        #expect(run.ending == .exit(0), "\(run.errors)")
        source = path
      }
      for (key, value) in tags { #expect(try tag(key, of: source) == value, "\(key)") }
    }

    /// Apple Lossless and WAVE of 32 bits; Float32 would keep only 24.
    @Test(arguments: ["b.m4a", "b.caf"]) func thirtyTwoBitsAreKept(_ name: String) throws {
      let source = folder.url("a.wav").path
      _ = try Tool.run(
        "ffmpeg",
        [
          "-nostdin", "-v", "error", "-f", "lavfi", "-i",
          "anoisesrc=d=0.5:r=48000:a=0.9,aformat=dblp",
          "-c:a", "pcm_s32le", source,
        ])
      func words(_ path: String) throws -> [UInt8] {
        try Tool.run("ffmpeg", ["-nostdin", "-v", "error", "-i", path, "-f", "s32le", "-"])
      }
      let path = folder.url(name).path
      let run = try Programs.run("afconvert", ["-d", "alac", source, path])
      #expect(run.ending == .exit(0), "\(run.errors)")
      let original = try words(source)
      #expect(original.contains { $0 != 0 })
      #expect(stride(from: 0, to: original.count, by: 4).contains { original[$0] & 0x3F != 0 })
      #expect(try words(path) == original)
      let back = folder.url("c.wav").path
      #expect(try Programs.run("afconvert", [path, "-d", "LEI32", back]).ending == .exit(0))
      #expect(try words(back) == original)
    }

    /// The exact length and position, without priming and remainder.
    @Test(arguments: ["m4a", "caf"]) func encodersAreGapless(_ kind: String) throws {
      let source = try source()
      let path = folder.url("b.\(kind)").path
      let run = try Programs.run("afconvert", ["-d", "aac", "-b", "192000", source, path])
      #expect(run.ending == .exit(0), "\(run.errors)")
      let back = folder.url("back.wav").path
      #expect(try Programs.run("afconvert", ["-d", "LEI16", path, back]).ending == .exit(0))
      let (original, decoded) = (try samples(source), try samples(back))
      #expect(original.count == decoded.count)
      let difference = SampleDifference(
        LittleEndian.int16(decoded).map { Float($0) / 32768 },
        reference: LittleEndian.int16(original).map { Float($0) / 32768 })
      #expect(difference.signalToNoise > 15)
    }

    /// At a constant rate, the sizes of frames differ by their padding byte only.
    @Test func aStrategyDecidesHowTheRateVaries() throws {
      let source = try source()
      let path = folder.url("b.mp3").path
      func sizes(_ options: [String]) throws -> Set<String> {
        let run = try Programs.run(
          "afconvert", ["-f", "MPG3", "-d", ".mp3"] + options + [source, path])
        #expect(run.ending == .exit(0), "\(run.errors)")
        let list = try Tool.run(
          "ffprobe", ["-v", "error", "-show_entries", "packet=size", "-of", "csv=p=0", path])
        // FFprobe prints an additional comma for packets with side data.
        return Set(
          String(decoding: list, as: UTF8.self).split { $0 == "\n" || $0 == "," }.map(String.init))
      }
      #expect(try sizes(["-s", "0", "-b", "96000"]).isSubset(of: ["313", "314"]))
      #expect(try sizes(["-s", "3", "-q", "100"]).count > 2)
      #expect(
        try Programs.run("afconvert", ["-s", "4", source, path]).errors.contains("from 0 to 3"))
    }

    /// LAME has ten qualities of its variable rate, and as many levels of effort.
    @Test func everyVariableRateQualityCanBeSelected() throws {
      let source = try source(seconds: 3)
      let path = folder.url("b.mp3").path
      func byteCount(_ options: [String]) throws -> Int {
        let run = try Programs.run(
          "afconvert", ["-f", "MPG3", "-d", ".mp3", "-s", "3"] + options + [source, path])
        #expect(run.ending == .exit(0), "\(run.errors)")
        return try Data(contentsOf: URL(fileURLWithPath: path)).count
      }
      let steps = (0...9).map { String(($0 * 127 + 8) / 9) }
      for options in [["-q"], ["-q", "64", "-u", "vbrq"]] {
        let counts = try steps.map { try byteCount(options + [$0]) }
        #expect(Set(counts).count == 10 && counts[0] * 2 < counts[9], "\(counts)")
      }
      let wrong = try Programs.run("afconvert", ["-f", "MPG3", "-u", "nope", "1", source, path])
      #expect(
        wrong.ending == .exit(1)
          && wrong.errors.contains("-u nope: the converter does not support this option"))
      let short = try Programs.run("afconvert", ["-f", "MPG3", "-u", "q", "1", source, path])
      #expect(short.ending == .exit(2) && short.errors.contains("must be four characters"))
    }

    @Test func changesRateAndChannels() throws {
      let source = try source()
      let path = folder.url("b.wav").path
      let run = try Programs.run(
        "afconvert", ["-d", "LEI16@16000", "-c", "1", "--mix", "-r", "127", source, path])
      #expect(run.ending == .exit(0), "\(run.errors)")
      let mono = LittleEndian.int16(try samples(path))
      #expect(mono.count == 16_000)
      let reference = LittleEndian.int16(
        try samples(
          source, ["-af", "pan=mono|c0=0.5*c0+0.5*c1,aresample=16000:resampler=soxr"]))
      let difference = SampleDifference(
        mono.map { Float($0) / 32768 },
        reference: reference.prefix(16_000).map { Float($0) / 32768 })
      #expect(difference.signalToNoise > 50)
      let wide = folder.url("c.wav").path
      #expect(try Programs.run("afconvert", ["-c", "2", path, wide]).ending == .exit(0))
      let both = LittleEndian.int16(try samples(wide))
      #expect(stride(from: 0, to: both.count, by: 2).allSatisfy { both[$0] == both[$0 + 1] })
    }

    @Test func convertsManyFilesAndSkipsExistingOnes() throws {
      let inputs = try (0..<5).map { try source("\($0).wav", seconds: 0.2) }
      // The tool creates the folder.
      let out = folder.url("new/out")
      let arguments = ["-f", "m4af", "-d", "alac", "--output-folder", out.path]
      let run = try Programs.run("afconvert", arguments + inputs)
      #expect(run.ending == .exit(0), "\(run.errors)")
      let names = try FileManager.default.contentsOfDirectory(atPath: out.path).sorted()
      #expect(names == (0..<5).map { "\($0).m4a" })
      let kept = out.appendingPathComponent("3.m4a")
      try Tool.write([1, 2, 3], to: kept)
      try FileManager.default.removeItem(at: out.appendingPathComponent("4.m4a"))
      let again = try Programs.run("afconvert", arguments + ["--skip-existing", "-v"] + inputs)
      #expect(again.ending == .exit(0))
      #expect(again.errors.contains("3.m4a: skipped, because it already exists\n"))
      #expect(try Tool.read(kept) == [1, 2, 3])
      #expect(
        try samples(out.appendingPathComponent("4.m4a").path) == samples(inputs[4]))
    }

    /// With fewer files than jobs, a second thread reads ahead of the writer.
    @Test(arguments: ["1", "2"]) func aSecondThreadReadsTheSame(_ jobs: String) throws {
      let source = try source(seconds: 5)
      let path = folder.url("b.m4a").path
      let run = try Programs.run("afconvert", ["--jobs", jobs, "-d", "alac", source, path])
      #expect(run.ending == .exit(0), "\(run.errors)")
      #expect(try samples(path) == samples(source))
    }

    /// Several jobs decode segments in parallel, with the same bits as one job.
    ///
    /// The inputs include two damaged streams; one of them ends within a segment.
    @Test(arguments: ["mp3", "mp2", "flac", "m4a", "bad.mp3", "cut.flac"], ["LEI16", "BEI24"])
    func parallelSegmentsGiveTheSameSamples(_ kind: String, _ format: String) throws {
      // Segments of independent packets, as in Apple Lossless, are shorter.
      let seconds = kind == "m4a" ? 6.0 : 14
      let codec = ["m4a": "alac", "bad.mp3": "mp3", "cut.flac": "flac"][kind] ?? kind
      let container = kind == "m4a" ? "ipod" : codec
      var bytes = try FFmpeg.encode(
        ["-c:a", codec == "mp3" ? "libmp3lame" : codec, "-f", container], sampleRate: 44_100,
        channelCount: 2, seconds: seconds)
      if kind == "bad.mp3" {
        for position in stride(from: 20_000, to: bytes.count - 100, by: 40_000) {
          for index in position..<position + 60 { bytes[index] = UInt8(index & 0xFF) }
        }
      }
      if kind == "cut.flac" { bytes.removeLast(bytes.count / 3) }
      let source = folder.url("a.\(kind)").path
      try Tool.write(bytes, to: folder.url("a.\(kind)"))
      var results: [[UInt8]] = []
      var messages: [String] = []
      for jobs in ["1", "3"] {
        let path = folder.url("\(jobs).caf").path
        let run = try Programs.run("afconvert", ["--jobs", jobs, "-d", format, source, path])
        #expect(run.ending == .exit(0), "\(run.errors)")
        messages.append(run.errors)
        results.append([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
      }
      #expect(Double(results[0].count) > seconds * 44_100 * 2)
      #expect(results[0] == results[1])
      // A packet that two threads decode counts once.
      #expect(messages[0] == messages[1])
      #expect(messages[0].isEmpty || kind.contains("."))
      #expect(messages[0].contains("warning: truncated") == (kind == "cut.flac"))
    }

    @Test func damagedPacketsAreReported() throws {
      var bytes = try FFmpeg.encode(
        ["-c:a", "flac", "-frame_size", "1024", "-f", "flac"], sampleRate: 44_100,
        channelCount: 2, seconds: 3)
      let path = folder.url("a.flac").path
      func errors() throws -> String {
        try Tool.write(bytes, to: folder.url("a.flac"))
        let run = try Programs.run("afconvert", [path, folder.url("b.wav").path])
        #expect(run.ending == .exit(0))
        return run.errors
      }
      #expect(try errors() == "")
      bytes[bytes.count / 3] ^= 0xFF
      #expect(try errors() == "afconvert: \(path): 1 damaged packet is replaced by silence\n")
      bytes[bytes.count * 2 / 3] ^= 0xFF
      #expect(try errors() == "afconvert: \(path): 2 damaged packets are replaced by silence\n")
    }

    @Test func anInputIsReplacedOnlyOnRequest() throws {
      let source = try source()
      let before = try Data(contentsOf: URL(fileURLWithPath: source))
      for options in [
        ["-f", "WAVE", source], ["-f", "WAVE", "-d", "LEI24", source],
        ["-f", "WAVE", "-d", "LEI24", "--output-folder", folder.url("").path, source],
      ] {
        let run = try Programs.run("afconvert", options)
        #expect(run.ending == .exit(1))
        #expect(run.errors.contains("would replace the input"), "\(run.errors)")
        #expect(try Data(contentsOf: URL(fileURLWithPath: source)) == before)
      }
      let skipped = try Programs.run("afconvert", ["-f", "WAVE", "--skip-existing", source])
      #expect(skipped.ending == .exit(0))
      for options in [["-o", source, source], [source, source]] {
        let run = try Programs.run("afconvert", ["-d", "LEI24"] + options)
        #expect(run.ending == .exit(0), "\(run.errors)")
        #expect(try Data(contentsOf: URL(fileURLWithPath: source)) != before)
      }
    }

    @Test func aMissingFolderIsReported() throws {
      let source = try source()
      let path = folder.url("none/b.m4a").path
      let run = try Programs.run("afconvert", ["-d", "alac", source, path])
      #expect(run.ending == .exit(1))
      #expect(run.errors.contains("\(path): "))
    }

    @Test func aFolderThatCannotBeCreatedIsReported() throws {
      let source = try source()
      let run = try Programs.run("afconvert", ["-f", "flac", "--output-folder", source, source])
      #expect(run.ending == .exit(1))
      let reason = "the folder cannot be created: file exists"
      #expect(run.errors == "afconvert: \(source): \(reason)\n")
    }

    @Test func twoInputsAreNotAnInputAndAnOutput() throws {
      let inputs = [try source("a.wav"), try source("b.wav")]
      #expect(try Programs.run("afconvert", ["-f", "flac"] + inputs).ending == .exit(0))
      #expect(try samples(folder.url("b.flac").path) == samples(inputs[1]))
      #expect(try samples(folder.url("a.flac").path) == samples(inputs[0]))
    }

    /// The example in `Docs/Batch.md`: two workers share a list.
    @Test func workersShareALibrary() throws {
      let inputs = try (0..<6).map { try source("\($0).wav", seconds: 0.2) }
      let out = folder.url("out")
      let command =
        "'\(Programs.path("afconvert"))' -f flac --skip-existing --jobs 1 --output-folder '\(out.path)' {}"
      _ = try Tool.run(
        "parallel", ["--will-cite", "-j", "2", command, ":::"] + inputs)
      for (index, input) in inputs.enumerated() {
        #expect(
          try samples(out.appendingPathComponent("\(index).flac").path) == samples(input))
      }
    }

    /// One thread encodes; several encode; several decode.
    @Test(arguments: [("m4af", "aac"), ("m4af", "alac"), ("WAVE", "LEI16")])
    func anInterruptedRunLeavesNoPartialFile(_ type: String, _ codec: String) throws {
      // Ten minutes: the same ten seconds, repeated.
      let part = try self.source(seconds: 10)
      let source = folder.url(type == "WAVE" ? "b.flac" : "b.wav").path
      _ = try Tool.run(
        "ffmpeg", ["-nostdin", "-v", "error", "-stream_loop", "59", "-i", part, source])
      let before = try FileManager.default.contentsOfDirectory(atPath: folder.url("").path)
      let process = try ChildProcess(
        Programs.path("afconvert"),
        ["--jobs", "3", "-f", type, "-d", codec, source, folder.url("b.out").path])
      let isWriting = try waitUntil {
        try FileManager.default.contentsOfDirectory(atPath: folder.url("").path).count
          > before.count
      }
      #expect(isWriting)
      process.kill(SIGINT)
      #expect(process.wait() == .signal(SIGINT))
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.url("").path) == before)
    }

    @Test func failuresAreReportedAndLeaveNoFile() throws {
      let good = try source()
      try Tool.write(Array("not audio at all, but some text".utf8), to: folder.url("bad.wav"))
      let out = folder.url("out")
      try FileManager.default.createDirectory(at: out, withIntermediateDirectories: true)
      let run = try Programs.run(
        "afconvert",
        ["-f", "flac", "--output-folder", out.path, folder.url("bad.wav").path, good])
      #expect(run.ending == .exit(1))
      #expect(run.errors.hasPrefix("afconvert: \(folder.url("bad.wav").path): "))
      #expect(try FileManager.default.contentsOfDirectory(atPath: out.path) == ["a.flac"])
    }

    @Test(arguments: [
      (["-f", "nope", "a.wav"], "-f nope: no writable file type"),
      (["-d", "LEI17", "a", "b.wav"], "-d LEI17: unknown data format"),
      (["-q", "128", "a", "b.wav"], "-q 128: must be a whole number from 0 to 127"),
      (["--wrong"], "--wrong: no such option"),
      (["-f", "WAVE"], "no input file"), (["a.wav"], "-f: required"),
      (
        ["-f", "WAVE", "x/a.mp3", "x/a.m4a", "x/b.mp3"],
        "x/a.wav: would be the output of two inputs"
      ),
    ])
    func wrongOptionsAreReported(_ arguments: [String], _ reason: String) throws {
      let run = try Programs.run("afconvert", arguments)
      #expect(run.ending == .exit(2))
      #expect(run.errors.hasPrefix("afconvert: \(reason)"), "\(run.errors)")
    }

    /// A file type and a data format in the list of `-hf`.
    private func listedPairs() throws -> [(type: String, data: String)] {
      var pairs: [(String, String)] = []
      var type = ""
      for line in try Programs.run("afconvert", ["-hf"]).output.split(separator: "\n") {
        let quoted = line.split(separator: "'", omittingEmptySubsequences: false)
        guard quoted.count > 2 else { continue }
        let code = String(quoted[1])
        if !line.hasPrefix("      ") {
          type = code
        } else if code == "lpcm" {
          pairs += quoted[2].split(separator: " ").map { (type, String($0)) }
        } else {
          pairs.append((type, code))
        }
      }
      return pairs
    }

    @Test func allListedFormatsCanBeWritten() throws {
      let source = try source(seconds: 0.1)
      let pairs = try listedPairs()
      for (type, data) in pairs {
        let path = folder.url("\(type)-\(data)").path
        let run = try Programs.run("afconvert", ["-f", type, "-d", data, source, "-o", path])
        #expect(run.ending == .exit(0), "\(type) \(data): \(run.errors)")
      }
      func isListed(_ type: String, _ data: String) -> Bool {
        pairs.contains { $0 == (type, data) }
      }
      for data in ["opus", "flac", "ac-3", "BEI16", "LEF32", "aac "] {
        #expect(isListed("caff", data), "\(data)")
      }
      for data in ["LEI16", "ulaw", "ima4", "opus"] { #expect(!isListed("m4af", data), "\(data)") }
      #expect(isListed("WAVE", "UI8") && !isListed("WAVE", "I8"))
      #expect(isListed("AIFC", "LEI16") && !isListed("AIFC", "LEI24"))
    }

    @Test func listsFormatsAndHelp() throws {
      let formats = try Programs.run("afconvert", ["-hf"])
      #expect(formats.output.contains("'m4af' = Apple MPEG-4 Audio (.m4a, .m4r, .alac)\n"))
      #expect(formats.output.contains("'lpcm' UI8 LEI16"))
      #expect(try Programs.run("afconvert", ["--help"]).output.hasPrefix("usage: afconvert"))
    }
  }
#endif
