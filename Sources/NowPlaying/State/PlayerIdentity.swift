internal import Glibc

/// The names of a player.
package struct PlayerIdentity: Equatable, Sendable {
  /// The name for people.
  package let name: String
  /// The element of the bus name: letters, digits, and underscores.
  package let element: String
  /// The name of the installed desktop file without its extension, or `nil` without a file.
  package let desktopEntry: String?

  /// Makes the names of this program.
  ///
  /// - Parameter name: The name for people; by default, that of the program's file.
  package init(name: String? = nil) {
    let path = CommandLine.arguments.first ?? ""
    let program = path.split(separator: "/").last.map(String.init) ?? ""
    self.init(name: name, program: program)
  }

  init(name: String?, program: String) {
    self.name = name ?? (program.isEmpty ? "OpenCoreAudio" : program)
    element = Self.element(of: program)
    desktopEntry = Self.hasDesktopFile(program) ? program : nil
  }

  /// A name of at most 100 characters that a bus accepts.
  static func element(of program: String) -> String {
    let characters = program.unicodeScalars.prefix(100).map { scalar -> Character in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9": Character(scalar)
      default: "_"
      }
    }
    let text = String(characters)
    guard let first = text.first else { return "OpenCoreAudio" }
    return ("0"..."9").contains(first) ? "_" + text : text
  }

  private static func hasDesktopFile(_ program: String) -> Bool {
    guard !program.isEmpty else { return false }
    let home = variable("XDG_DATA_HOME") ?? variable("HOME").map { $0 + "/.local/share" }
    let folders = variable("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
    let all = [home].compactMap(\.self) + folders.split(separator: ":").map(String.init)
    // Safe: the path is alive for the call.
    return all.contains { unsafe access("\($0)/applications/\(program).desktop", R_OK) == 0 }
  }

  private static func variable(_ name: String) -> String? {
    // Safe: the system returns a C string, which is copied immediately.
    guard let text = unsafe getenv(name) else { return nil }
    let value = unsafe String(cString: text)
    return value.isEmpty ? nil : value
  }
}
