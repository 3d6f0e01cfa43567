import Foundation
import TestSupport
import Testing

/// Includes every header first, without a warning, as C and C++ clients may.
@Suite struct HeaderInclusionTests {
  private static let folders = ["CAudioToolbox", "CCoreMedia"].map {
    URL(filePath: #filePath).appending(path: "../../../Sources/\($0)/include").standardizedFileURL
  }
  private static let search = folders.flatMap { ["-I", $0.path] }

  private static func headers() throws -> [String] {
    let names = try folders.flatMap {
      try FileManager.default.subpathsOfDirectory(atPath: $0.path)
    }
    // The parts of CoreFoundation are alike, so the test takes two.
    let parts = ["CoreFoundation/CFBase.h", "CoreFoundation/CFRunLoop.h"]
    return names.filter { name in
      name.hasSuffix(".h") && (!name.hasPrefix("CoreFoundation/CF") || parts.contains(name))
    }.sorted()
  }

  @Test(
    "each header compiles alone and before all others",
    arguments: [
      ["-x", "c", "-std=c99", "-pedantic"], ["-x", "c", "-std=c11"],
      ["-x", "c++", "-std=c++11"], ["-x", "c++", "-std=c++17"], ["-x", "c++", "-std=c++20"],
    ])
  func headersStandAlone(language: [String]) throws {
    let headers = try Self.headers()
    #expect(headers.count > 30)
    let folder = try TemporaryFolder()
    var sources: [String] = []
    for (number, header) in headers.enumerated() {
      let source = folder.url("first\(number)")
      let others = number.isMultiple(of: 2) ? headers : headers.reversed()
      let lines = ([header] + others).map { "#include <\($0)>\n" }
      try Tool.write(Array(lines.joined().utf8), to: source)
      sources.append(source.path)
    }
    let warnings = ["-Wall", "-Wextra", "-Werror", "-fsyntax-only"]
    _ = try Tool.run("clang", language + warnings + Self.search + sources)
  }

  @Test(
    "CoreFoundation comes from any folder, before or after these headers",
    arguments: [[true, false], [false, true]])
  func toolchainFolderAnywhere(order: [Bool]) throws {
    let resources = try Tool.run("clang", ["-print-resource-dir"])
    let toolchain = URL(
      filePath: String(decoding: resources, as: UTF8.self).trimmingCharacters(in: .newlines)
    ).appending(path: "../../swift").standardizedFileURL.path
    let program = """
      #include <AudioToolbox/AudioToolbox.h>
      int main(void) {
        CFShow(CFSTR("text"));
        return CFStringGetLength(CFSTR("text")) == 4 && AudioFileOpenURL(nil, 1, 0, nil) && TRUE;
      }
      """
    let folders = order.flatMap { $0 ? ["-I", toolchain] : Self.search }
    let arguments = ["-x", "c", "-std=c99", "-Wno-nonnull", "-Werror", "-fsyntax-only", "-"]
    _ = try Tool.run("clang", folders + arguments, input: Array(program.utf8))
  }
}
