import AudioToolbox
import TestSupport
import Testing

/// Readers handle damaged files: a short run of `make hostile` with our own files.
@Suite struct HostileTests {
  @Test func readersHandleDamagedFiles() throws {
    let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fixtures/audio").path
    let run = try Programs.run("Hostile", ["--truncations", "20", "--flips", "80", fixtures])
    #expect(run.ending == .exit(0), "\(run.output)")
    let files = try FileManager.default.contentsOfDirectory(atPath: fixtures).count
    #expect(run.output.contains("\(files) files, \(files * 101) damages, 0 left out"))
  }

  @Test func anEmptyRunIsNotASuccess() throws {
    let folder = try TemporaryFolder()
    #expect(try Programs.run("Hostile", [folder.url("missing").path]).ending == .exit(1))
  }
}
