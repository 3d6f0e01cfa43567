import AudioToolbox
import TestSupport
import Testing

/// The public API's reports about the fixtures match the texts in `Tests/Fixtures/golden`.
///
/// `OCA_UPDATE_GOLDEN=1` rewrites the texts, for review as a diff.
@Suite struct GoldenDumpTests {
  private static let isUpdating = ProcessInfo.processInfo.environment["OCA_UPDATE_GOLDEN"] != nil

  @Test("the report about a fixture matches its golden dump", arguments: GoldenFile.readable)
  func dump(file: GoldenFile) throws {
    let dump = try FileDump(file.url, file.detail).text
    let url = GoldenFile.goldenFolder.appendingPathComponent(file.goldenName)
    if Self.isUpdating { try Data(dump.utf8).write(to: url) }
    let golden = try String(contentsOf: url, encoding: .utf8)
    let difference = GoldenFile.difference(of: dump, from: golden)
    #expect(dump == golden, "\(difference)")
  }

  @Test("every golden dump has its fixture", .disabled(if: isUpdating))
  func pairs() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: GoldenFile.goldenFolder.path)
    let strays = Set(names).subtracting(GoldenFile.all.map(\.goldenName))
    #expect(strays.isEmpty)
  }

  @Test("the tests find the fixtures of every folder")
  func folders() {
    #expect(Set(GoldenFile.all.map(\.folder)) == ["audio", "media", "library"])
  }
}
