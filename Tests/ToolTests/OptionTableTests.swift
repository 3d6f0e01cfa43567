import TestSupport
import Testing

@testable import ConvertTool
@testable import InfoTool
@testable import PlayTool
@testable import RecordTool
@testable import ToolSupport

/// The tables that parsers, help, manual pages and completions share.
@Suite struct OptionTableTests {
  /// The keys without a row, and names in more than one row.
  private func faults<Key: CaseIterable & Hashable>(_ table: OptionTable<Key>) -> [String] {
    let missing = Set(Key.allCases).subtracting(table.rows.map(\.key)).map { "\($0) is missing" }
    let names = table.options.flatMap(\.names)
    let repeated = names.filter { name in names.count { $0 == name } > 1 }
    return missing + repeated.map { "\($0) is repeated" }
  }

  @Test("each option has one row and unique names")
  func rows() {
    #expect(faults(PlayOption.table) == [])
    #expect(faults(InfoOption.table) == [])
    #expect(faults(ConvertOption.table) == [])
    #expect(faults(RecordOption.table) == [])
  }

  @Test("--help follows the table, in 79 columns of ASCII", arguments: Tools.names)
  func help(name: String) throws {
    let manual = try #require(Tools.all.first { $0.name == name }).manual
    let process = try Programs.run(name, ["--help"])
    #expect(process.ending == .exit(0) && process.errors == "")
    #expect(process.output == manual.help)
    let words = process.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for option in manual.options { #expect(words.contains("\(option.term) \(option.help)")) }
    let lines = process.output.split(separator: "\n")
    #expect(lines.allSatisfy { $0.utf8.count <= 79 && $0.utf8.allSatisfy { $0 < 0x7F } })
  }

  private enum Key: CaseIterable { case plain, pair }

  private let table = OptionTable<Key>([
    .init(.plain, ["-p", "--plain"], help: "Is plain."),
    .init(.pair, ["--pair"], [.init("A"), .init("B")], help: "Takes two words. Or not."),
  ])

  @Test("an option takes as many words as its row has values")
  func values() throws {
    var words = Arguments(["a", "--pair", "-p", "7", "-", "-p", "--", "-p"])
    #expect(try words.next(in: table) == .pair)
    #expect(words.option == "--pair" && words.names == ["a"])
    #expect(words.value() == "-p")
    #expect(try words.number(in: 0...9) == 7)
    #expect(try words.next(in: table) == .plain)
    #expect(try words.next(in: table) == nil)
    #expect(words.names == ["a", "-", "-p"])
  }

  @Test(
    "an unknown option and a missing value are errors",
    arguments: [
      (["--pai"], "--pai: no such option"), (["--pair", "1"], "--pair: needs A B"),
      (["--pair"], "--pair: needs A B"),
    ])
  func errors(words: [String], reason: String) {
    var arguments = Arguments(words)
    #expect(throws: ToolFailure(reason)) { try arguments.next(in: table) }
  }

  @Test("completions show the first sentence")
  func summary() {
    #expect(table.options.map(\.summary) == ["Is plain", "Takes two words"])
    #expect(
      ToolOption(["-a"], help: "Is .mp3 or 1...3: all. More.").summary == "Is .mp3 or 1...3: all")
  }
}
