import Foundation
import TestSupport
import Testing

/// The programs of this package, in the build folder of the tests.
enum Programs {
  static func path(_ name: String) -> String {
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent(name).path
  }

  /// Runs a program to its end.
  static func run(
    _ name: String, _ arguments: [String], environment: [String: String] = [:]
  ) throws -> ChildProcess {
    let process = try ChildProcess(path(name), arguments, environment: environment)
    process.wait()
    return process
  }
}

/// Files that are unplayable in whole or in part, with the reason.
struct BadFile: Sendable, CustomTestStringConvertible {
  var testDescription: String
  /// The contents, or `nil` for a missing file.
  var bytes: [UInt8]?
  var reason: String

  static let all = [
    BadFile(testDescription: "missing", reason: "no such file or directory"),
    BadFile(testDescription: "empty", bytes: [], reason: "is empty"),
    BadFile(
      testDescription: "text",
      bytes: Array(repeating: Array("Dear Sir,\n".utf8), count: 99).flatMap { $0 },
      reason: "is text, not audio"),
    BadFile(
      testDescription: "web page", bytes: Array("\n<!DOCTYPE html><title>No</title>".utf8),
      reason: "is a web page, not audio"),
    BadFile(
      testDescription: "noise", bytes: noise(50_000),
      reason: "unsupported file type, or not audio"),
    BadFile(
      testDescription: "half a header", bytes: Array(wave(promising: 8, holding: 8).prefix(30)),
      reason: "damaged, or truncated before the audio"),
  ]

  /// A WAVE file of 16-bit stereo silence at 8 kHz.
  ///
  /// The header states more bytes than the file has.
  static func wave(promising promised: UInt32, holding count: Int) -> [UInt8] {
    func little(_ value: UInt32, _ count: Int = 4) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
    }
    let format =
      little(1, 2) + little(2, 2) + little(8000) + little(32_000) + little(4, 2) + little(16, 2)
    return Array("RIFF".utf8) + little(promised &+ 36) + Array("WAVEfmt ".utf8) + little(16)
      + format + Array("data".utf8) + little(promised) + [UInt8](repeating: 0, count: count)
  }
}
