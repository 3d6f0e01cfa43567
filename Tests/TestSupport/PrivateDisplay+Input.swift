internal import Foundation

/// What a user does with the windows of a display, by xdotool.
extension PrivateDisplay {
  /// Whether the program that presses keys is installed.
  package static let hasKeyboard = Tool.isInstalled("xdotool")
  /// Whether a window manager is installed.
  package static let hasManager = Tool.isInstalled("evilwm")

  private var environment: [String: String] { ["DISPLAY": name] }

  @discardableResult
  private func perform(_ arguments: [String]) throws -> (text: String, ending: ChildProcess.Ending)
  {
    let process = try ChildProcess("xdotool", arguments, environment: environment)
    let ending = process.wait()
    return (process.output.trimmingCharacters(in: .newlines), ending)
  }

  /// Starts a window manager, which ends with the returned process.
  package func startManager() throws -> ChildProcess {
    let manager = try ChildProcess("evilwm", environment: environment)
    try waitUntil("the window manager states what it supports") {
      // Fails without a manager that supports desktops.
      try perform(["get_num_desktops"]).ending == .exit(0)
    }
    return manager
  }

  /// Waits for a window, and returns its number.
  package func window(titled title: String) throws -> String {
    var found = ""
    try waitUntil("there is a window with the title \(title)") {
      found = try perform(["search", "--name", title]).text
      return !found.isEmpty
    }
    return found.split(separator: "\n").last.map(String.init) ?? found
  }

  /// Presses keys in a window, by the names of X11.
  package func press(_ keys: String..., in window: String) throws {
    try perform(["windowfocus", "--sync", window, "key"] + keys)
  }

  /// Changes the size of a window in pixels.
  package func resize(_ window: String, width: Int, height: Int) throws {
    try perform(["windowsize", window, "\(width)", "\(height)"])
  }
}
