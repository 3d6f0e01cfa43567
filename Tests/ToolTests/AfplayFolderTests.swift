import Foundation
import TestSupport
import Testing

/// Folders, and lists of many files.
@Suite struct AfplayFolderTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Writes ten frames of a value.
  private func write(_ value: UInt8, _ path: String) throws {
    let url = folder.url(path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    var wave = BadFile.wave(promising: 20, holding: 20)
    for index in wave.count - 20..<wave.count { wave[index] = value }
    try Tool.write(wave, to: url)
  }

  /// Plays with a limit of open files, and returns the high bytes of the played values.
  private func play(_ arguments: String...) throws -> (run: ChildProcess, values: [UInt8]) {
    let output = folder.url("output")
    let run = try ChildProcess(
      "sh",
      [
        "-c", "ulimit -n 60; exec \"$@\"", "sh", Programs.path("afplay"), "--no-mpris",
      ] + arguments, environment: ["OPENCOREAUDIO_DEVICE": "offline:\(output.path)"])
    run.wait()
    let samples = LittleEndian.float(Array((try? Tool.read(output))?.dropFirst(58) ?? []))
    return (run, samples.map { UInt8(truncatingIfNeeded: Int(($0 * 32_768).rounded()) >> 8) })
  }

  @Test("a folder plays by name with the folders inside it, and nothing else")
  func plays() throws {
    for (value, path) in [
      (1, "m/1.wav"), (2, "m/2.wav"), (3, "m/3 disc/1.wav"), (4, "m/3 disc/b/x.WAV"),
      (5, "m/10.wav"), (99, "m/.hidden.wav"), (99, "m/.hidden/a.wav"), (99, "other/a.wav"),
    ] {
      try write(UInt8(value), path)
    }
    try Tool.write(Array("words".utf8), to: folder.url("m/notes.txt"))
    try Tool.write(Array("../other/a.wav".utf8), to: folder.url("m/list.m3u"))
    let links = FileManager.default
    try links.createSymbolicLink(
      at: folder.url("m/link"), withDestinationURL: folder.url("other"))
    try links.createSymbolicLink(
      at: folder.url("m/11.wav"), withDestinationURL: folder.url("m/1.wav"))
    let (run, values) = try play(folder.url("m").path)
    #expect(run.ending == .exit(0) && run.errors == "")
    #expect(values == [1, 2, 3, 4, 5, 1].flatMap { [UInt8](repeating: $0, count: 10) })
  }

  @Test("a playlist may name a folder")
  func playsFromAPlaylist() throws {
    try write(1, "m/1.wav")
    try write(2, "2.wav")
    try Tool.write(Array("m\n2.wav\n".utf8), to: folder.url("list.m3u"))
    let (run, values) = try play(folder.url("list.m3u").path)
    #expect(run.ending == .exit(0) && run.errors == "")
    #expect(values == [1, 2].flatMap { [UInt8](repeating: $0, count: 10) })
  }

  @Test("XSPF plays paths with encoded characters")
  func playsXSPF() throws {
    try write(1, "m/a b%.wav")
    let list = """
      <?xml version="1.0"?><playlist version="1" xmlns="http://xspf.org/ns/0/"><trackList>
      <track><location>m/a%20b%25.wav</location></track></trackList></playlist>
      """
    try Tool.write(Array(list.utf8), to: folder.url("list"))
    let (run, values) = try play(folder.url("list").path)
    #expect(run.ending == .exit(0) && run.errors == "")
    #expect(values == [UInt8](repeating: 1, count: 10))
  }

  @Test("a folder without audio is reported, and a damaged file in a folder is, too")
  func reports() throws {
    try FileManager.default.createDirectory(
      at: folder.url("empty"), withIntermediateDirectories: true)
    let (run, values) = try play(folder.url("empty").path)
    #expect(run.ending == .exit(1) && values.isEmpty)
    #expect(run.errors.contains("the folder has no audio files"))
    try write(1, "m/good.wav")
    try Tool.write(Array("words".utf8), to: folder.url("m/bad.wav"))
    let second = try play(folder.url("m").path)
    #expect(second.run.ending == .exit(1) && second.values.count == 10)
    #expect(second.run.errors.contains("bad.wav: is text, not audio"))
  }

  @Test("more files than may be open at once play in order, and each once if shuffled")
  func playsManyFiles() throws {
    for number in 1...100 { try write(UInt8(number), "m/\(number).wav") }
    let inOrder = try play(folder.url("m").path)
    #expect(inOrder.run.ending == .exit(0) && inOrder.run.errors == "")
    let expected = (1...100).flatMap { [UInt8](repeating: $0, count: 10) }
    #expect(inOrder.values == expected)
    let shuffled = try play("--shuffle", folder.url("m").path)
    #expect(shuffled.run.ending == .exit(0) && shuffled.run.errors == "")
    #expect(shuffled.values != expected && shuffled.values.sorted() == expected)
  }
}
