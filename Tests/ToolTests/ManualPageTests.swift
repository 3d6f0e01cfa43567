import Foundation
import TestSupport
import Testing

@testable import ToolSupport

/// The manual pages.
@Suite struct ManualPageTests {
  static func exists(_ program: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(program)")
  }

  private static let pages = Tools.names + ["aftools"]

  private func page(_ name: String) throws -> String {
    let process = try Programs.run("aftools", ["--generate", "man", name, "1.2.3", "2026-01-31"])
    #expect(process.ending == .exit(0) && process.errors == "")
    return process.output
  }

  @Test("a page has every option of the table", arguments: Tools.names)
  func options(name: String) throws {
    let page = try page(name)
    #expect(page.contains(#".TH \#(name.uppercased()) 1 "2026-01-31" "opencoreaudio 1.2.3""#))
    let manual = try #require(Tools.all.first { $0.name == name }).manual
    for option in manual.options {
      let names = option.names.map { "\\fB\($0.replacing("-", with: "\\-"))\\fR" }
      let values = option.values.map { " \\fI\($0.notation)\\fR" }
      #expect(page.contains(".TP\n\(names.joined(separator: ", "))\(values.joined())\n"))
    }
  }

  /// Checks a tool's page with a program, and returns the complaints.
  private func complaints(_ program: String, _ arguments: [String], _ name: String) throws
    -> String
  {
    let folder = try TemporaryFolder()
    let file = folder.url("\(name).1")
    try Tool.write(Array(try page(name).utf8), to: file)
    let process = try ChildProcess(program, arguments + [file.path])
    process.wait()
    return (program == "mandoc" ? process.output : "") + process.errors
  }

  @Test(
    "mandoc reports no problem in a page",
    .enabled(if: exists("mandoc"), "mandoc is not installed"), arguments: pages)
  func mandoc(name: String) throws {
    #expect(try complaints("mandoc", ["-Tlint"], name) == "")
  }

  @Test(
    "groff reports no warning for a page",
    .enabled(if: exists("groff"), "groff is not installed"), arguments: pages)
  func groff(name: String) throws {
    #expect(try complaints("groff", ["-ww", "-man", "-Tutf8"], name) == "")
  }

  @Test("a line of text is never a roff request")
  func requests() {
    let manual = ToolManual(
      name: "a", summary: "b", synopses: [], description: [".br 'quoted' C:\\ -x ~"],
      options: [], sections: [])
    let page = manual.page(version: "1", date: "2026-01-31", others: [])
    #expect(page.contains("\n\\&.br \\(aqquoted\\(aq C:\\e \\-x \\(ti\n"))
  }
}
