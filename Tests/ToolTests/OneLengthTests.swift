#if HTTP && LibAV && MPG123
  import Foundation
  import TestSupport
  import Testing

  /// The tools report the same length for a file from a disk and from a server.
  @Suite struct OneLengthTests {
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
    }

    @Test("a wrong length in a header changes no length", arguments: WrongLength.all)
    func allLengths(file: WrongLength) throws {
      let bytes = try file.make()
      let path = folder.url("file").path
      try Tool.write(bytes, to: folder.url("file"))
      let wave = folder.url("converted.wav")
      let run = try Programs.run("afconvert", ["-f", "WAVE", "-d", "LEF32", path, "-o", wave.path])
      #expect(run.ending == .exit(0), "\(run.errors)")
      let count = try frameCount(wave)
      #expect(count == file.frameCount ?? count)
      #expect((0..<2048).contains(count - 2 * file.sampleRate))
      let info = try Programs.run("afinfo", [path])
      let seconds = String(format: "%.6f", Double(count) / Double(file.sampleRate))
      #expect(info.output.contains("estimated duration: \(seconds) sec"), "\(info.output)")
      let server = try RawServer { _ in
        let head = "HTTP/1.1 200 OK\r\nContent-Length: \(bytes.count)\r\n\r\n"
        return [.send(Array(head.utf8)), .send(bytes)]
      }
      for name in file.needsWholeFile ? [path] : [path, server.url()] {
        #expect(try play(name, isCutOff: file.isCutOff) == count, "\(name)")
      }
    }

    @Test(
      "a player drops the frames that Matroska discards from the last packet",
      arguments: ["2.5", "20", "60"])
    func discarded(milliseconds: String) throws {
      let output = ["-c:a", "libopus", "-frame_duration", milliseconds, "-f", "webm"]
      let bytes = try FFmpeg.encode(output, sampleRate: 48_000, channelCount: 1, seconds: 1.0037)
      try Tool.write(bytes, to: folder.url("file"))
      #expect(try play(folder.url("file").path, isCutOff: false) == 48_178)
    }

    /// Plays into a file at full speed.
    private func play(_ name: String, isCutOff: Bool) throws -> Int {
      let wave = folder.url("played.wav")
      let run = try Programs.run(
        "afplay", [name], environment: ["OPENCOREAUDIO_DEVICE": "offline:\(wave.path)"])
      #expect(run.ending == .exit(isCutOff ? 1 : 0), "\(run.errors)")
      return try frameCount(wave)
    }

    /// The frames of a WAVE file of one-channel Float32.
    private func frameCount(_ url: URL) throws -> Int {
      let wave = Data(try Tool.read(url))
      let data = try #require(wave.range(of: Data("data".utf8)))
      return (wave.count - data.upperBound - 4) / 4
    }
  }
#endif
