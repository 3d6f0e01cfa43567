import Foundation
import Testing

@testable import os

@Suite struct LogFormatTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var format: String
    var arguments: [any Sendable]
    var shown: String
    var kept: String

    init(_ format: String, _ arguments: [any Sendable], _ shown: String, kept: String? = nil) {
      self.format = format
      self.arguments = arguments
      self.shown = shown
      self.kept = kept ?? shown
    }

    var testDescription: String { format }
  }

  static let cases = [
    Case("plain, 100%%", [], "plain, 100%"),
    Case("%d %i %u", [-1, UInt32.max, UInt64.max], "-1 4294967295 18446744073709551615"),
    Case("%5d|%-5d|%05d|%+d", [1, 2, 3, 4], "    1|2    |00003|+4"),
    Case("%lld %zu %hhd", [Int64.min, 7, Int8(-8)], "-9223372036854775808 7 -8"),
    Case("%x %X %#o", [255, Int32(-1), 8], "ff FFFFFFFF 010"),
    Case("%.2f %e %g", [3.14159, 1.0, Float(0.5)], "3.14 1.000000e+00 0.5"),
    Case("%*d", [4, 7], "   7"),
    Case("%c%c", [72, UInt8(105)], "Hi"),
    Case("%@", ["secret"], "secret", kept: "<private>"),
    Case("%{public}@", ["open"], "open"),
    Case("%{private}@ %{private}d", ["a", 1], "<private> <private>"),
    Case("%{public, bool}d %{BOOL}d", [true, 0], "true NO"),
    Case("%{darwin.errno}d", [2], "[2: No such file or directory]"),
    Case("%d", ["text"], "text"),
    Case(
      "%@ %d", ["only"], "only <decode: missing data>", kept: "<private> <decode: missing data>"),
    Case("%@", [5], "5"),
    Case("ends in %", [], "ends in %"),
    Case("ends in %{public", [1], "ends in 1public"),
  ]

  @Test(arguments: cases)
  func formatsArguments(example: Case) {
    let message = LogFormat.message(example.format, example.arguments)
    #expect(message.shown == example.shown)
    #expect(message.kept == example.kept)
  }

  @Test func reportsTheLastError() {
    let message = LogFormat.message("%m", [], errorNumber: 13)
    #expect(message.shown == "Permission denied")
  }

  @Test func interpolatesValues() {
    let name = "song"
    let message: OSLogMessage =
      "\(name) \(name, privacy: .public) \(7) \(255, format: .hex(includePrefix: true)) \(0.5, format: .fixed(precision: 1)) \(true)"
    #expect(message.message.shown == "song song 7 0xff 0.5 true")
    #expect(message.message.kept == "<private> song 7 0xff 0.5 true")
  }

  @Test func hidesPrivateValuesByDefault() {
    let log = OSLog(subsystem: "org.example", category: "tests")
    #expect(!log.isEnabled(type: .debug, showsAll: false))
    #expect(!log.isEnabled(type: .info, showsAll: false))
    #expect(log.isEnabled(type: .default, showsAll: false))
    #expect(log.isEnabled(type: .error, showsAll: false))
    #expect(log.isEnabled(type: .debug, showsAll: true))
    #expect(!OSLog.disabled.isEnabled(type: .fault, showsAll: true))
  }

  @Test func aLineNamesItsSource() {
    let log = OSLog(subsystem: "org.example", category: "tests")
    let line = LogDestination.line(
      "broken", type: .error, log: log, time: timespec(tv_sec: 0, tv_nsec: 250_000_000))
    #expect(line.hasPrefix("00:00:00.250 "))
    #expect(line.hasSuffix(" [org.example:tests] <error> broken\n"))
  }
}
