import Foundation
import TestSupport
import Testing
import ToolSupport

/// The completions that shells offer.
@Suite struct CompletionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private static let functions = "/usr/share/bash-completion/bash_completion"

  /// Writes a tool's completions for a shell, and returns their path.
  private func script(_ shell: String, _ name: String) throws -> String {
    let process = try Programs.run("aftools", ["--generate", shell, name])
    #expect(process.ending == .exit(0) && process.errors == "")
    let file = folder.url("\(name).\(shell)")
    try Tool.write(Array(process.output.utf8), to: file)
    return file.path
  }

  /// The words that bash offers for the last word, with or without the functions of the package
  /// bash-completion.
  private func offers(_ words: [String], isAided: Bool) throws -> [String] {
    let name = words[0]
    // Splits words at bash's COMP_WORDBREAKS, as bash does.
    let parts = words.flatMap { word in
      word.replacing(/[:@]/) { " \($0.output) " }.split(separator: " ").map(String.init)
        + (word.isEmpty ? [""] : [])
    }
    let line = words.joined(separator: " ")
    let list = parts.map { "'\($0)'" }.joined(separator: " ")
    let lines = [
      #"COMP_WORDBREAKS=$' \t\n"\'><=;|&(:@'"#,
      isAided ? "source \(Self.functions)" : "", "source '\(try script("bash", name))'",
      "PATH='\(folder.url("").path)':$PATH", "COMP_WORDS=(\(list)) COMP_CWORD=\(parts.count - 1)",
      "COMP_LINE='\(line)' COMP_POINT=\(line.utf8.count)", "_\(name)",
      #"if ((${#COMPREPLY[@]})); then printf '%s\n' "${COMPREPLY[@]}"; fi"#,
    ]
    let process = try ChildProcess("bash", ["--norc", "-c", lines.joined(separator: "\n")])
    process.wait()
    #expect(process.ending == .exit(0) && process.errors == "")
    return process.output.split(separator: "\n").map(String.init)
  }

  private static let cases: [(words: [String], offers: [String])] = [
    (["afconvert", "-f", ""], FileTypeName.writableNames),
    (["afconvert", "--file", "m"], ["m4af", "m4bf", "mp4f"]),
    (["afconvert", "a.wav", "-d", ""], DataFormatName.names),
    (["afconvert", "-d", "LEI"], ["LEI16", "LEI24", "LEI32"]),
    (["afrecord", "-l", "MPEG_5_1_"], ["A", "B", "C", "D", "E"].map { "MPEG_5_1_" + $0 }),
    (["afconvert", "-u", ""], ["vbrq"]), (["afconvert", "-u", "vbrq", ""], []),
    (["afconvert", "-b", ""], []), (["afconvert", "-o", ""], []),
    (["afconvert", "--src-"], ["--src-quality", "--src-complexity"]),
    (["afconvert", "--src-complexity", ""], ["line", "norm", "bats", "minp"]),
    (["afconvert", "-s", "2", "--mi"], ["--mix"]), (["afconvert", "--", "--mi"], []),
    (["afplay", "--r"], ["--rate", "--rQuality", "--repeat"]), (["afinfo", "--w"], ["--waveform"]),
    (["afinfo", "a"], []),
  ]

  @Test("bash offers the words of the option table", arguments: cases)
  func bash(words: [String], expected: [String]) throws {
    #expect(try offers(words, isAided: false) == expected)
  }

  @Test(
    "bash offers the same words with the functions of bash-completion",
    .enabled(
      if: FileManager.default.fileExists(atPath: functions), "bash-completion is not installed"),
    arguments: cases + [
      (["afconvert", "-d", "LEI16@4"], []),
      (["afrecord", "--device", "alsa:h"], ["hw:0", "hw:$(date)"]),
    ])
  func aidedBash(words: [String], expected: [String]) throws {
    let list = folder.url("afrecord")
    try Tool.write(
      Array("#!/bin/sh\necho 'alsa:hw:0  Card'\necho 'alsa:hw:$(date)  Other'\necho pulse\n".utf8),
      to: list)
    #expect(chmod(list.path, 0o755) == 0)
    #expect(try offers(words, isAided: true) == expected)
  }

  private func checkSyntax(_ shell: String) throws {
    for name in Tools.names {
      let process = try ChildProcess(shell, ["-n", try script(shell, name)])
      process.wait()
      #expect(process.ending == .exit(0) && process.output == "" && process.errors == "")
    }
  }

  @Test(
    "zsh reads the completions",
    .enabled(if: ManualPageTests.exists("zsh"), "zsh is not installed"))
  func zsh() throws { try checkSyntax("zsh") }

  @Test(
    "fish reads the completions, and offers the words of the table",
    .enabled(if: ManualPageTests.exists("fish"), "fish is not installed"))
  func fish() throws {
    try checkSyntax("fish")
    let command = "source \(try script("fish", "afconvert")); complete -C 'afconvert -f '"
    let process = try ChildProcess("fish", ["--no-config", "-c", command])
    process.wait()
    let offers = process.output.split(separator: "\n").compactMap { line in
      line.split(separator: "\t").first.map(String.init)
    }
    #expect(offers.sorted() == FileTypeName.writableNames.sorted())
  }
}
