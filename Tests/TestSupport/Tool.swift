package import Foundation

/// Runs the programs that `Scripts/packages.txt` installs for the tests.
package enum Tool {
  package struct Failure: Error, CustomStringConvertible {
    package var description: String
  }

  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - name: The name of a program in the search path.
  ///   - arguments: Its arguments.
  ///   - input: The bytes for its standard input.
  /// - Returns: The standard output.
  /// - Throws: ``Failure`` if it does not end with status 0.
  package static func run(
    _ name: String, _ arguments: [String], input: [UInt8] = []
  ) throws -> [UInt8] {
    try runWithErrors(name, arguments, input: input).output
  }

  /// Runs a program to its end and returns its standard output and standard error.
  package static func runWithErrors(
    _ name: String, _ arguments: [String], input: [UInt8] = []
  ) throws -> (output: [UInt8], errors: [UInt8]) {
    // Files instead of pipes, so that the three cannot block each other.
    let folder = try TemporaryFolder()
    try Data(input).write(to: folder.url("input"))
    for name in ["output", "errors"] { try Data().write(to: folder.url(name)) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [name] + arguments
    process.standardInput = try FileHandle(forReadingFrom: folder.url("input"))
    process.standardOutput = try FileHandle(forWritingTo: folder.url("output"))
    process.standardError = try FileHandle(forWritingTo: folder.url("errors"))
    try process.run()
    process.waitUntilExit()
    let output = try [UInt8](Data(contentsOf: folder.url("output")))
    let errors = try [UInt8](Data(contentsOf: folder.url("errors")))
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      let text = String(decoding: errors, as: UTF8.self)
      throw Failure(description: "\(name) \(arguments): \(process.terminationStatus) \(text)")
    }
    return (output, errors)
  }
}

extension Tool {
  /// Whether the search path has a program.
  package static func isInstalled(_ name: String) -> Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    return path.split(separator: ":").contains { folder in
      FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)")
    }
  }

  /// Writes a file.
  package static func write(_ bytes: [UInt8], to url: URL) throws {
    try Data(bytes).write(to: url)
  }

  /// Reads a whole file.
  package static func read(_ url: URL) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: url))
  }
}
